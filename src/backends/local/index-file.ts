import { objectHref } from '../../../compilers/targets/local/object-path.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { mayHoldSeveral, splitting } from '../../calendar/text/split-events.js';
import { inSlices, type yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { CalendarObject, UnreadableObject } from '../../ports/backend.js';

/** An object and the span of all its occurrences, with both ends inclusive. */
export interface IndexedObject {
  readonly object: CalendarObject;
  readonly uids: readonly string[];
  readonly isEvent: boolean;
  readonly isTask: boolean;
  readonly from: Instant;
  readonly to: Instant;
}

export interface IndexedFile {
  readonly name: string;
  readonly objects: readonly IndexedObject[];
  readonly unreadable: readonly UnreadableObject[];
}

export interface FileReader {
  readonly calendar: { readonly id: string; readonly folder: string };
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly yieldToEventLoop: ReturnType<typeof yielderFor>;
}

export interface FileText {
  readonly name: string;
  readonly etag: string;
  readonly ics: string;
}

/** Reads a file event by event, and lists unreadable ones. */
export async function indexFile(
  { calendar, recordOf, yieldToEventLoop }: FileReader,
  { name, etag, ics }: FileText,
): Promise<IndexedFile> {
  const objects: IndexedObject[] = [];
  const unreadable: UnreadableObject[] = [];
  const add = (object: CalendarObject) => {
    const indexed = readOrReport(object.href, unreadable, () => indexEntry(object, recordOf(object)));
    if (indexed !== undefined) objects.push(indexed);
  };
  const whole = objectHref({ folder: calendar.folder, file: name });
  try {
    const parts = mayHoldSeveral(ics) ? await inSlices(splitting(ics), yieldToEventLoop) : [];
    if (parts.length < 2) add({ calendarId: calendar.id, href: whole, etag, ics });
    else
      for (const { part, ics: text } of parts) {
        const href = objectHref({ folder: calendar.folder, file: name, part });
        add({ calendarId: calendar.id, href, etag, ics: text });
        await yieldToEventLoop();
      }
  } catch (error) {
    unreadable.push({ href: whole, reason: reasonOf(error) });
  }
  return { name, objects, unreadable };
}

/** Span of an object's occurrences; all time for an object with problems, so they are always reported. */
export function indexEntry(object: CalendarObject, { series, problems }: ObjectRecord): IndexedObject {
  const uids = [...new Set(series.map(({ uid }) => uid))];
  const isEvent = series.length === 0 || series.some(({ fields }) => fields.task === undefined);
  const isTask = series.some(({ fields }) => fields.task !== undefined);
  if (problems.length > 0) return { object, uids, isEvent, isTask, ...ALL_TIME };
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { bounds } of series) {
    from = Math.min(from, bounds.from);
    to = Math.max(to, bounds.to);
  }
  return { object, uids, isEvent, isTask, from, to };
}

/** Reads untrusted text; an exception makes only this object unreadable, not the calendar. */
export function readOrReport<T>(href: string, unreadable: UnreadableObject[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    unreadable.push({ href, reason: reasonOf(error) });
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof CalendarError ? error.message : 'The iCalendar text could not be understood.';
}
