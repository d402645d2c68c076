import { text as textOf } from 'node:stream/consumers';
import type { CalendarService, CallContext, Success } from '../../engine/context/service.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import type { RunCommand } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { withService } from '../shell/with-service.js';

type ToolVerb = 'read' | 'write' | 'analyze';

/** Exit code of a batch of which a part failed. */
const PARTLY = 1;

/** `read`, `write` and `analyze`: one call, its result on stdout. */
export function runCall(verb: ToolVerb): RunCommand {
  return async ({ args: [json = ''], options, flags, env }) => {
    const args = parseArguments(json === '-' ? await textOf(process.stdin) : json);
    return withService({ flags, env, options }, async ({ service, context }) => {
      const result = await perform(service, verb, args, context);
      process.stdout.write(`${printResult(result, options.json === true)}\n`);
      return result.data.outcome === 'partly_applied' ? PARTLY : 0;
    });
  };
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
