import { writeFile } from 'node:fs/promises';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { printUnread } from '../print/print-unread.js';
import type { CommandCall } from '../shell/command.js';
import { withService } from '../shell/with-service.js';
import { parsePeriod, withPeriodErrors } from '../view/asked-period.js';
import { joinCalendars } from '../view/join-calendars.js';

/** `export`: prints all matching events as one iCalendar text. */
export function runExport(call: CommandCall): Promise<number> {
  return withService(call, async (at) => {
    const when = call.args.join('').trim() === '' ? 'any' : parsePeriod(call.args, at);
    const texts: string[] = [];
    let offset: unknown = 0;
    let isLess = false;
    while (typeof offset === 'number') {
      const query = { type: 'events', filters: { when }, format: 'ics', offset };
      const { data, meta } = await withPeriodErrors(call.args, at, () =>
        at.service.read({ query }, at.context),
      );
      if (typeof data.ics === 'string') texts.push(data.ics);
      process.stderr.write(
        printUnread({ sources: meta.sources, ...(offset === 0 && { notes: meta.notes }) }),
      );
      isLess ||= isIncomplete(meta);
      const next = meta.nextOffset;
      offset = typeof next === 'number' && next > offset ? next : undefined;
    }
    await write(joinCalendars(texts), call.options.output);
    return Number(isLess);
  });
}

async function write(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) {
    process.stdout.write(process.stdout.isTTY === true ? cleanText(text) : text);
    return;
  }
  try {
    await writeFile(file, text, { mode: 0o600 });
    if (process.stderr.isTTY === true)
      process.stderr.write(
        `${counted(text.split('BEGIN:VEVENT').length - 1, 'event')} in ${cleanText(file)}.\n`,
      );
  } catch (error) {
    throw new CalendarError('INVALID_ARGUMENT', 'The file cannot be written.', { cause: error });
  }
}
