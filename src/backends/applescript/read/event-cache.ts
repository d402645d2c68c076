import type { NamedCalendar } from '../../../../compilers/targets/applescript/calendar-address.js';
import { calendarFields } from '../../../../compilers/targets/applescript/script-fields.js';
import { SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { leavable } from '../../../concurrency/wait-unless-aborted.js';
import type { Progress } from '../../../ports/progress.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { createBatchReader, type ReadEvent } from './batch-reader.js';
import { createColumnReader } from './column-reader.js';
import {
  type EventColumns,
  readColumns,
  type StoredEvent,
  stampInstant,
  type UnreadableEvent,
} from './event-row.js';
import { agrees, createRowHints, type Hint, isDoubtful } from './row-hints.js';

/** What was asked about one event: all of it, that it cannot be read, or neither where it is gone. */
export interface Found {
  readonly uid: string;
  readonly stored?: StoredEvent;
  readonly unreadable?: UnreadableEvent;
}

/** What is known of the events of the calendars, and how to find out. */
export interface EventCache {
  /** The columns of a calendar as they are now; one script when nothing changed, two when something did. */
  columns(calendarId: string, calendar: NamedCalendar, signal: AbortSignal): Promise<readonly EventColumns[]>;
  /** Everything about some events, or why they cannot be read; unchanged ones are not asked for again. */
  details(
    calendarId: string,
    calendar: NamedCalendar,
    rows: readonly EventColumns[],
    signal: AbortSignal,
    progress?: Progress,
  ): Promise<ReadonlyMap<EventColumns, StoredEvent | UnreadableEvent>>;
  /**
   * Everything about the events with these uids, asked now. Throws UNSUPPORTED where several events have one of them.
   * `isTold`: which uids repeat was told by columns read just before, or is by the script of a write that follows.
   */
  named(
    calendarId: string,
    calendar: NamedCalendar,
    uids: readonly string[],
    signal: AbortSignal,
    progress?: Progress,
    isTold?: boolean,
  ): Promise<readonly Found[]>;
  /** After a write, of this event: what is known serves as a hint where events stand, no longer as the truth. */
  changed(calendarId: string, uid?: string): void;
  /** The uids that the columns had when they were last read. */
  lastUids(calendarId: string): ReadonlySet<string> | undefined;
  /** Uids that several events of a calendar have, as far as is known. */
  repeated(calendarId: string, uid: string): boolean;
  /** A row where an event that was just made must stand. */
  made(calendarId: string, uid: string, hint: Hint): void;
}

interface Columns {
  readonly rows: readonly EventColumns[];
  readonly readAt: Instant;
  /** No event was changed so shortly before it was read that a second change would bear the same stamp. */
  readonly settled: boolean;
  trusted: boolean;
}

/** Stamps have whole seconds. */
export const SETTLING_MS = 2 * SECOND;
/** Not every change may have a new stamp: from time to time everything is read anew. */
export const MOST_AGE_MS = 10 * 60 * SECOND;

/** Columns and details by calendar. Valid while the number of events and their stamps are those that were seen. */
export function createEventCache(session: ScriptSession, zone: Zone, now: () => Instant): EventCache {
  const calendars = new Map<string, Columns>();
  const stored = new Map<string, { readonly event: StoredEvent; readonly readAt: Instant }>();
  const hints = createRowHints();
  const columnReader = createColumnReader(session, now);
  const readBatches = createBatchReader(session, zone, now);

  async function readAll(
    calendarId: string,
    calendar: NamedCalendar,
    signal: AbortSignal,
    progress?: Progress,
  ): Promise<Columns> {
    const readAt = now();
    const values = await columnReader.read(calendarId, calendar, signal, progress);
    const events = guarded(() => readColumns(values));
    const settled = guarded(() => events.map((row) => isSettled(row, readAt))).every(Boolean);
    const columns = { rows: events, readAt, settled, trusted: true };
    calendars.set(calendarId, columns);
    hints.listed(calendarId, events);
    return columns;
  }

  /** Whether a change after it was read would bear another stamp. */
  function isSettled({ stamp }: EventColumns, readAt: Instant): boolean {
    return stamp !== '' && stampInstant(stamp, zone) < readAt - SETTLING_MS;
  }

  async function columns(calendarId: string, calendar: NamedCalendar, signal: AbortSignal): Promise<Columns> {
    const known = calendars.get(calendarId);
    if (known?.trusted !== true || !known.settled || !isRecent(known.readAt, MOST_AGE_MS, now())) {
      return readAll(calendarId, calendar, signal);
    }
    const { rows } = await session.read('check-events', calendarFields(calendar), signal);
    const same =
      rows.length === known.rows.length && rows.every(([stamp], at) => known.rows[at]?.stamp === stamp);
    return same ? known : readAll(calendarId, calendar, signal);
  }

  const details: EventCache['details'] = async (calendarId, calendar, rows, signal, progress) => {
    const answer = new Map<EventColumns, StoredEvent | UnreadableEvent>();
    const missing: EventColumns[] = [];
    for (const row of rows) {
      const { uid, unreadable } = row;
      const known = stored.get(keyOf(calendarId, row));
      if (unreadable !== undefined) answer.set(row, { unreadable, row: row.row, uid });
      else if (known !== undefined && isRecent(known.readAt, MOST_AGE_MS, now()))
        answer.set(row, known.event);
      else missing.push(row);
    }
    const readAt = now();
    let hasMoved = false;
    const keep = (at: number, event: ReadEvent): void => {
      const row = missing[at];
      if (row === undefined || event === undefined || !agrees(row, event)) {
        hasMoved = true;
        return;
      }
      answer.set(row, event);
      // At once: whoever asks again after a failure goes on from there.
      if ('event' in event && isSettled(row, readAt)) stored.set(keyOf(calendarId, row), { event, readAt });
    };
    await readBatches({ calendarId, calendar }, missing, keep, signal, progress);
    if (hasMoved) throw explainFailure(new ScriptFailure('reported', 7011));
    return answer;
  };

  const named: EventCache['named'] = async (calendarId, calendar, uids, signal, progress, isTold = false) => {
    const known = uids.map((uid) => hints.of(calendarId, uid));
    const wanted = known.map(({ row, isSeries }, at) => ({
      uid: uids[at] ?? '',
      row: isSeries && !isTold ? 0 : row,
    }));
    const found: ReadEvent[] = [];
    const place = { calendarId, calendar };
    const keep = (at: number, event: ReadEvent): void => {
      found[at] = event;
    };
    await readBatches(place, wanted, keep, signal, progress);
    const doubtful = known.flatMap((hint, at) =>
      wanted[at]?.row !== 0 && isDoubtful(hint, found[at], isTold) ? [at] : [],
    );
    if (doubtful.length > 0) {
      const again = doubtful.map((at) => ({ uid: uids[at] ?? '', row: 0 }));
      await readBatches(place, again, (turn, event) => keep(doubtful[turn] ?? 0, event), signal);
    }
    return uids.map((uid, at) => {
      const event = found[at];
      if (event === undefined) return { uid };
      hints.found(calendarId, uid, event);
      return 'unreadable' in event ? { uid, unreadable: event } : { uid, stored: event };
    });
  };

  return {
    columns: async (...args) => (await leavable(columns(...args), args[2])).rows,
    details: (...args) => leavable(details(...args), args[3]),
    named: (...args) => leavable(named(...args), args[3]),
    changed: (calendarId, uid) => {
      const known = calendars.get(calendarId);
      if (known !== undefined) known.trusted = false;
      if (uid === undefined) return;
      columnReader.forget(calendarId);
      hints.written(calendarId, uid);
      // Its stamp may be what it was.
      for (const key of stored.keys()) if (key.startsWith(`${calendarId}\n${uid}\n`)) stored.delete(key);
    },
    lastUids: (calendarId) => {
      const known = calendars.get(calendarId);
      return known && new Set(known.rows.map(({ uid }) => uid));
    },
    repeated: (calendarId, uid) =>
      (calendars.get(calendarId)?.rows.filter((row) => row.uid === uid).length ?? 0) > 1,
    made: hints.made,
  };
}

function keyOf(calendarId: string, { uid, start, end, rule, stamp }: EventColumns): string {
  return [calendarId, uid, start, end, rule, stamp].join('\n');
}

/** Rows that cannot be read are an answer that was cut off or garbled. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ScriptFailure) throw explainFailure(error);
    throw error instanceof CalendarError
      ? error
      : new CalendarError('INTERNAL', 'A row could not be read.', { cause: error });
  }
}
