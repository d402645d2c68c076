import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CalendarError } from '../../../schemas/model/error.js';
import { cutCalendar } from '../../calendar/text/cut-calendar.js';
import { decodeCalendar } from '../../calendar/text/decode-calendar.js';
import { loadSettings } from '../../config/settings.js';
import { rejectMultiUser } from '../../config/user-settings.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import { change, isAgreed, rehearsed, type Wanted } from '../change/changing.js';
import type { Change } from '../change/print-change.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { type CommandContext, withWiring } from '../shell/with-service.js';

/** Size of a part, below the limits of a call. */
const PART = { events: 500, characters: 900_000 };
/** Errors that do not stop the following parts. */
const OF_ONE_PART = new Set(['INVALID_ARGUMENT', 'INVALID_ICS']);

/** `import`: stores the events of an iCalendar file unchanged. A large file is sent in parts, each with its own answer. */
export async function runImport(call: CommandCall): Promise<number> {
  const [file = '-'] = call.args;
  const { calendar } = call.flags;
  const parts = cutCalendar(await contentsOf(file), PART);
  const isOne = parts.length === 1;
  const { calendar: only, ...settings } = await loadSettings(call.flags, call.env);
  rejectMultiUser(settings);
  // The option names the target, but duplicates may be in other calendars, so all stay visible.
  const seen = calendar === undefined && only !== undefined ? { ...settings, calendar: only } : settings;
  return withWiring(seen, call, async (known) => {
    let at = known;
    let code = 0;
    for (const { ics, before, events } of parts) {
      if (!isOne) process.stderr.write(`Events ${before + 1} to ${before + events}:\n`);
      const wanted = { mutation: { operation: 'import', ics, ...(calendar && { calendar }) }, before };
      try {
        const twice = at === known ? await eventsTwice(call, at, wanted) : undefined;
        if (twice !== undefined && !(await isAgreed(call, at, wanted, twice))) return 1;
        // Asks once, not for each part.
        if (twice !== undefined) at = { ...at, context: { ...at.context, ask: async () => 'agreed' } };
        code = Math.max(code, await change(call, at, wanted));
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

/** Returns the dry run if a person should first know that events exist in other calendars. */
async function eventsTwice(
  call: CommandCall,
  at: CommandContext,
  wanted: Wanted,
): Promise<Change | undefined> {
  const { yes, 'dry-run': isDry } = call.options;
  if (at.context.ask === undefined || yes === true || isDry === true) return undefined;
  const plan = await rehearsed(call, at, wanted);
  return rowsIn(plan.data.elsewhere).length > 0 ? plan : undefined;
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
