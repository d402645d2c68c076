import { text as textOf } from 'node:stream/consumers';
import { loadSettings, type SettingFlags } from '../config/settings.js';
import type { CalendarService, CallContext, Success } from '../engine/context/service.js';
import { cleanObject } from '../server/answers/clean-text.js';
import { VERSION } from '../version.js';
import { wire } from '../wire.js';
import { interruptSignal } from './interrupt-signal.js';
import { type Command, type ToolVerb, UsageError } from './parse-command.js';

type Call = Extract<Command, { kind: 'call' }>;

/** Exit code of a batch of which a part failed. */
const PARTLY = 1;

/** `read`, `write` and `analyze`: one call, its result on stdout. Returns the exit code. */
export async function runCall(
  { verb, json, whole }: Call,
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const args = parseArguments(json === '-' ? await textOf(process.stdin) : json);
  const { service } = await wire(await loadSettings(flags, env), VERSION);
  try {
    const result = await perform(service, verb, args, {
      signal: interruptSignal(),
      caller: { kind: 'person' },
    });
    process.stdout.write(`${printResult(result, whole)}\n`);
    return result.data.outcome === 'partly_applied' ? PARTLY : 0;
  } finally {
    await service.close();
  }
}

function perform(
  service: CalendarService,
  verb: ToolVerb,
  args: unknown,
  context: CallContext,
): Promise<Success> {
  switch (verb) {
    case 'read':
      return service.read(args, context);
    case 'write':
      return service.write(args, context);
    case 'analyze':
      return service.analyze(args, context);
  }
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? `: ${error.message}` : '';
    throw new UsageError(`The argument is not valid JSON${reason}`, { cause: error });
  }
}

/** Text results (format agenda, ics) as they are, everything else as JSON. */
function printResult(result: Success, whole: boolean): string {
  const clean = cleanObject(result.data);
  const text = clean.agenda ?? clean.table ?? clean.ics;
  return !whole && typeof text === 'string' ? text : JSON.stringify(cleanObject(result), undefined, 2);
}
