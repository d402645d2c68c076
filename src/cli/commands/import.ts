import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CalendarError } from '../../../schemas/model/error.js';
import { cutCalendar } from '../../calendar/text/cut-calendar.js';
import { decodeCalendar } from '../../calendar/text/decode-calendar.js';
import { change } from '../change/changing.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { withService } from '../shell/with-service.js';

/** What one call takes, with room for the rest of the call. */
const PART = { events: 500, characters: 900_000 };
/** What is wrong with one part is right in others. */
const OF_ONE_PART = new Set(['INVALID_ARGUMENT', 'INVALID_ICS']);

/** `import`: stores the events of an iCalendar file as they are. A large file goes in parts, each with its own answer. */
export async function runImport(call: CommandCall): Promise<number> {
  const [file = '-'] = call.args;
  const { calendar } = call.flags;
  const parts = cutCalendar(await contentsOf(file), PART);
  const isOne = parts.length === 1;
  return withService(call, async (at) => {
    let code = 0;
    for (const { ics, before, events } of parts) {
      if (!isOne) process.stderr.write(`Events ${before + 1} to ${before + events}:\n`);
      const mutation = { operation: 'import', ics, ...(calendar !== undefined && { calendar }) };
      try {
        code = Math.max(code, await change(call, at, { mutation, before }));
      } catch (error) {
        if (isOne || !(error instanceof CalendarError) || !OF_ONE_PART.has(error.code)) throw error;
        process.stderr.write(`not applied: ${error.message}\n`);
        code = 1;
      }
    }
    if (!isOne)
      process.stderr.write(`Imported in ${parts.length} parts; each undo is of one, the last first.\n`);
    return code;
  });
}

async function contentsOf(file: string): Promise<string> {
  const bytes = file === '-' ? await buffer(process.stdin) : await readFile(file).catch(unreadable(file));
  const text = decodeCalendar(bytes);
  if (text === undefined) throw new UsageError('The file is neither UTF-8 nor UTF-16: convert it first.');
  return text;
}

function unreadable(file: string): (cause: unknown) => never {
  return (cause) => {
    throw new UsageError(`The file ${file} cannot be read.`, { cause });
  };
}
