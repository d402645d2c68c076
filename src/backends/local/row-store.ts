import { objectHref } from '../../../compilers/targets/local/object-path.js';
import { defined } from '../../../schemas/model/defined.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { shareLook } from '../../concurrency/share-look.js';
import { yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { CalendarInfo, CalendarObject } from '../../ports/backend.js';
import type {
  KnownCalendar,
  LookedAt,
  StoredCalendars,
  StoredText,
  WriteRefusal,
} from '../../ports/stored-calendars.js';
import { calendarId, firstCalendar } from './calendar-folders.js';
import { type FileReader, type IndexedFile, indexFile } from './index-file.js';
import type { LocalStore, LookFor } from './local-store.js';
import {
  alreadyExists,
  alreadyHere,
  calendarGone,
  calendarNotEmpty,
  eventChanged,
  eventGone,
} from './storage-error.js';
import { requireFileName, type WritableEvent } from './writable-event.js';

export interface RowStoreOptions {
  readonly name: string;
  readonly rows: StoredCalendars;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
}

interface ReadCalendar extends LookedAt {
  readonly files: Map<string, IndexedFile>;
}

type ReadCalendars = ReadonlyMap<string, ReadCalendar>;

interface Look {
  readonly calendars: ReadCalendars;
  /** Number of writes by this process before it. */
  readonly writes: number;
}

/** Calendar that the first write creates. */
const FIRST = 'Calendar';

/**
 * Calendars in a database shared by several processes. Caches what it has read; each query gets the later
 * changes of all processes in one round trip.
 */
export function createRowStore({ name, rows, recordOf }: RowStoreOptions): LocalStore {
  const readOn = readerOf({ name, recordOf });
  let known: ReadCalendars = new Map();
  let writes = 0;
  const look = shareLook(async (): Promise<Look> => {
    const before = writes;
    for (;;) {
      const found = await rows.look([...known.values()].map(positionOf));
      const read = new Map<string, ReadCalendar>();
      for (const one of found) read.set(one.calendar, await readOn(one, known.get(one.calendar)));
      known = read;
      if (found.every(({ isAll }) => isAll)) return { calendars: read, writes: before };
    }
  });
  const lookFor = oncePerQuestion(look, ({ writes: then }) => then === writes);

  /** Each write makes earlier looks outdated, even if its outcome is unknown. */
  async function counted<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      writes++;
    }
  }

  async function written(write: () => Promise<WriteRefusal | undefined>, calendar: string): Promise<void> {
    requireWritten(await counted(write), calendar);
  }

  return {
    async calendars(asked) {
      const { calendars } = await lookFor(asked);
      const found = [...calendars.values()].sort((a, b) => (a.calendar < b.calendar ? -1 : 1));
      if (found.length === 0) return [{ ...firstCalendar(name, FIRST), standsIn: true }];
      return found.map(infoOf(name));
    },
    async contents(calendar, asked) {
      const { calendars } = await lookFor(asked);
      const found = calendars.get(calendar);
      if (found === undefined && isToCome(calendar, calendars)) return undefined;
      if (found === undefined) throw calendarGone();
      return { files: async () => found.files, file: async (file) => found.files.get(file) };
    },
    async add(calendar, event, signal) {
      requireFileName(event.file);
      throwIfCancelled(signal, 'not_applied');
      await written(() => addTo(calendar, storedText(event), { rows, look }), calendar);
      return [];
    },
    async replace(place, event) {
      requireFileName(event.file);
      await written(() => rows.replace(place, storedText(event)), place.calendar);
    },
    async remove(place) {
      requireFileName(place.file);
      await written(() => rows.remove(place), place.calendar);
    },
    async move(place, { calendar, event }) {
      requireFileName(place.file);
      if (calendar === place.calendar) throw alreadyHere();
      await written(() => rows.move(place, calendar, storedText(event)), calendar);
    },
    makeCalendar: (calendar, labels) => counted(() => rows.make(calendar, labels)),
    async labelCalendar(calendar, labels) {
      if (!(await counted(() => rows.label(calendar, labels)))) throw calendarGone();
    },
    async removeCalendar(calendar, what) {
      await written(() => rows.discard(calendar, what), calendar);
    },
  };
}

/** The first event creates its calendar. */
async function addTo(
  calendar: string,
  text: StoredText,
  { rows, look }: Pick<RowStoreOptions, 'rows'> & { readonly look: () => Promise<Look> },
): Promise<WriteRefusal | undefined> {
  const refusal = await rows.add(calendar, text);
  if (refusal?.kind !== 'no-calendar') return refusal;
  const { calendars } = await look();
  if (isToCome(calendar, calendars)) await rows.make(calendar, {});
  // Another replica may just have created it.
  else if (!calendars.has(calendar)) return refusal;
  return rows.add(calendar, text);
}

/** A query lists the calendars and then reads each; all parts share one look while `holds` is true. */
function oncePerQuestion<T>(look: () => Promise<T>, holds: (seen: T) => boolean) {
  let last: { readonly startedAt: Instant; readonly seen: T } | undefined;
  return async ({ startedAt, listed }: LookFor): Promise<T> => {
    if (listed && last !== undefined && last.startedAt === startedAt && holds(last.seen)) return last.seen;
    const seen = await look();
    last = startedAt === undefined ? undefined : { startedAt, seen };
    return seen;
  };
}

/** Reads all changes first, then applies them without a pause. */
function readerOf({ name, recordOf }: Pick<RowStoreOptions, 'name' | 'recordOf'>) {
  const yieldToEventLoop = yielderFor();
  return async (looked: LookedAt, before: ReadCalendar | undefined): Promise<ReadCalendar> => {
    const { calendar: folder, changed, isAnew } = looked;
    const calendar = { id: calendarId(name, folder), folder };
    const reader: FileReader = { calendar, recordOf, yieldToEventLoop };
    const read = new Map<string, IndexedFile>();
    for (const { file, content } of changed) {
      if (content !== undefined) read.set(file, await indexFile(reader, { name: file, ...content }));
      await yieldToEventLoop();
    }
    const files = isAnew ? read : (before?.files ?? read);
    for (const { file } of changed) {
      const one = read.get(file);
      if (one === undefined) files.delete(file);
      else files.set(file, one);
    }
    return { ...looked, changed: [], files };
  };
}

function positionOf({ id, seen, forgotten }: KnownCalendar): KnownCalendar {
  return { id, seen, forgotten };
}

/** True if the first write will create it. */
function isToCome(calendar: string, calendars: ReadCalendars): boolean {
  return calendar === FIRST && calendars.size === 0;
}

function infoOf(account: string): (one: LookedAt, at: number) => CalendarInfo {
  return ({ calendar, labels }, at) => ({
    ...firstCalendar(account, calendar),
    name: labels.name ?? calendar,
    ...defined({ color: labels.color, description: labels.description }),
    isDefault: at === 0,
  });
}

function storedText({ file, uid, bytes, receipt }: WritableEvent): StoredText {
  return { file, uid, etag: receipt.etag, bytes };
}

function requireWritten(refusal: WriteRefusal | undefined, calendar: string): void {
  switch (refusal?.kind) {
    case undefined:
      return;
    case 'no-calendar':
      throw calendarGone();
    case 'no-object':
      throw eventGone();
    case 'changed':
      throw eventChanged();
    case 'not-empty':
      throw calendarNotEmpty();
    case 'taken':
      throw alreadyExists({ href: objectHref({ folder: calendar, file: refusal.by }) });
  }
}
