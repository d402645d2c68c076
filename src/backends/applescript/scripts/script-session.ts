import { scriptArgv } from '../../../../compilers/targets/applescript/script-argv.js';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { throwIfCancelled } from '../../../concurrency/cancelled.js';
import { keyedQueue } from '../../../concurrency/keyed-queue.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainFailure } from './explain-failure.js';
import type { ScriptRunner } from './osascript-runner.js';
import { type Rows, readRows } from './read-rows.js';
import { hasMoved, isNotRunning, ScriptFailure } from './script-failure.js';

/** Scripts one at a time: Calendar answers one question at a time anyway, and two would only time each other out. */
export interface ScriptSession {
  /**
   * Reads; opens Calendar and asks once more where it was closed, or where it changed meanwhile. A script that has
   * begun is seen through, for Calendar goes on with it in any case: a caller who leaves must not wait for this, and
   * what was read serves the next caller.
   */
  read(script: ScriptName, fields: readonly string[], signal: AbortSignal): Promise<Rows>;
  /** Writes, once. Throws ScriptFailure: only the writer can find out what became of it. */
  write(script: ScriptName, fields: readonly string[]): Promise<Rows>;
}

/** After a script was killed Calendar may go on with it, and keep every other waiting until it is killed, too. */
const REST_MS = 60_000;

export function createScriptSession(runner: ScriptRunner, now: () => Instant): ScriptSession {
  const queue = keyedQueue();
  let killedAt: Instant | undefined;

  async function run(script: ScriptName, fields: readonly string[]): Promise<Rows> {
    const argv = scriptArgv(fields);
    if (killedAt !== undefined && isRecent(killedAt, REST_MS, now())) throw new ScriptFailure('busy');
    try {
      return readRows(await runner.run(script, argv));
    } catch (error) {
      if (error instanceof ScriptFailure && error.kind === 'deadline') killedAt = now();
      throw error;
    }
  }

  async function read(script: ScriptName, fields: readonly string[]): Promise<Rows> {
    try {
      return await run(script, fields);
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      // Where it cannot be opened, that it was closed is what people can do something about.
      if (isNotRunning(error)) await runner.openCalendar().catch(() => Promise.reject(error));
      else if (!hasMoved(error)) throw error;
      return run(script, fields);
    }
  }

  return {
    read: (script, fields, signal) =>
      queue('scripts', async () => {
        throwIfCancelled(signal);
        try {
          return await read(script, fields);
        } catch (error) {
          throw error instanceof ScriptFailure ? explainFailure(error) : error;
        }
      }),
    write: (script, fields) => queue('scripts', () => run(script, fields)),
  };
}
