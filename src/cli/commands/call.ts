import { text as textOf } from 'node:stream/consumers';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import type { Success } from '../../../schemas/answers/success.js';
import { parseJson } from '../../config/parse-json.js';
import type { CalendarService, CallContext } from '../../engine/context/service.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { hasFailed } from '../change/changing.js';
import { printUnread } from '../print/print-unread.js';
import type { RunCommand } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { withService } from '../shell/with-service.js';

type ToolVerb = 'read' | 'write' | 'analyze';

/** Exit code of a partly failed batch or an incomplete answer. */
const PARTLY = 1;

/** `read`, `write` and `analyze`: makes one call and prints the result. */
export function runCall(verb: ToolVerb): RunCommand {
  return async ({ args: [json = ''], options, flags, env }) => {
    const args = await parseArguments(json === '-' ? await textOf(process.stdin) : json);
    return withService({ flags, env, options }, async ({ service, context }) => {
      const result = await perform(service, verb, args, context);
      const text = options.json === true ? undefined : textIn(result);
      // Text cannot say what is missing from it, so stderr does.
      if (text !== undefined) process.stderr.write(printUnread(result.meta));
      process.stdout.write(`${text ?? JSON.stringify(cleanObject(result), undefined, 2)}\n`);
      return hasFailed(result.data) || isIncomplete(result.meta) ? PARTLY : 0;
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

async function parseArguments(json: string): Promise<unknown> {
  const read = await parseJson(json);
  if ('value' in read) return read.value;
  throw new UsageError(`The argument ${read.mistake}. ${read.suggestion}`);
}

/** Returns plain text (agenda, table, ics); undefined for results that are printed as JSON. */
function textIn(result: Success): string | undefined {
  const clean = cleanObject(result.data);
  const text = clean.agenda ?? clean.table ?? clean.ics;
  return typeof text === 'string' ? text : undefined;
}
