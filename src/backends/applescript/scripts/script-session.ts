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

/** Runs scripts one at a time: Calendar answers one at a time, and two would make each other time out. */
export interface ScriptSession {
  /**
   * Reads. Retries once if Calendar was closed or changed meanwhile. Finishes a script that has begun,
   * because Calendar goes on with it anyway; a caller who leaves does not wait, and the next caller uses the
   * rows.
   */
  read(script: ScriptName, fields: readonly string[], signal: AbortSignal): Promise<Rows>;
  /** Writes once. Throws ScriptFailure, because only the writer can find out the outcome. */
  write(script: ScriptName, fields: readonly string[]): Promise<Rows>;
}

/** Calendar may continue a killed script and block all others meanwhile, so pause after a kill. */
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
      // If opening fails, report that Calendar was closed: users can fix that.
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
