import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarOf } from '../../../../compilers/targets/applescript/calendar-address.js';
import { calendarFields } from '../../../../compilers/targets/applescript/script-fields.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { ScriptSession } from '../scripts/script-session.js';
import {
  createBatchReader,
  type EventPlace,
  type ReadEvent,
  type TimedRequest,
  type WantedEvent,
} from './batch-reader.js';
import { createColumnReader, type Listed } from './column-reader.js';
import { type EventColumns, isOfRow, type StoredEvent, type UnreadableEvent } from './event-row.js';

/** What was read in full of some rows. Those of no key have moved, or there was no time for them. */
export interface Details {
  readonly read: ReadonlyMap<EventColumns, StoredEvent | UnreadableEvent>;
  readonly moved: number;
  readonly unread: number;
}

/** Asks Calendar about events: the columns of a calendar, which are kept for some minutes, and events in full, which are not. */
export interface EventReader {
  columns(place: EventPlace, until: Instant, signal: AbortSignal): Promise<Listed>;
  /** The uids of all events. */
  uids(place: EventPlace, signal: AbortSignal): Promise<readonly string[]>;
  details(place: EventPlace, rows: readonly EventColumns[], request: TimedRequest): Promise<Details>;
  /** Everything about events by their uids. Throws UNSUPPORTED (7012) where several events have one of them. */
  named(place: EventPlace, uids: readonly string[], request: TimedRequest): Promise<readonly ReadEvent[]>;
  /** One event that was just written, where it stood then. */
  again(place: EventPlace, event: WantedEvent): Promise<ReadEvent>;
  /** Whether several events had this uid when the calendar was listed. */
  repeated(calendarId: string, uid: string): boolean;
  /** Something was written, or has changed. */
  forget(calendarId: string): void;
}

const never = new AbortController().signal;

export function createEventReader(session: ScriptSession, zone: Zone, now: () => Instant): EventReader {
  const columns = createColumnReader(session, now);
  const readBatches = createBatchReader(session, zone, now);

  const details: EventReader['details'] = async (place, rows, request) => {
    const read = new Map<EventColumns, StoredEvent | UnreadableEvent>();
    const readable: EventColumns[] = [];
    for (const row of rows) {
      const { uid, unreadable } = row;
      if (unreadable === undefined) readable.push(row);
      else read.set(row, { unreadable, row: row.row, uid });
    }
    let done = 0;
    const keep = (at: number, event: ReadEvent): void => {
      const row = readable[at];
      done++;
      if (row !== undefined && event !== undefined && isOfRow(row, event)) read.set(row, event);
    };
    await readBatches(place, readable, keep, request);
    return { read, unread: readable.length - done, moved: rows.length - readable.length + done - read.size };
  };

  /** A series is looked up among the uids of all events: one that was changed in Calendar may stand in its row. */
  function rowOf(calendarId: string, uid: string): EventColumns | undefined {
    const [row, ...others] = columns.known(calendarId).filter((one) => one.uid === uid);
    return others.length === 0 && row?.rule === '' ? row : undefined;
  }

  const named: EventReader['named'] = async (place, uids, request) => {
    const found: ReadEvent[] = [];
    const rows = uids.map((uid) => rowOf(place.calendarId, uid));
    const wanted = uids.map((uid, at) => ({ uid, row: rows[at]?.row ?? 0 }));
    await readBatches(place, wanted, (at, event) => (found[at] = event), request);
    const doubtful = rows.flatMap((row, at) => {
      const event = found[at];
      return row === undefined || event === undefined || isOfRow(row, event) ? [] : [at];
    });
    if (doubtful.length > 0) {
      const again = doubtful.map((at) => ({ uid: uids[at] ?? '', row: 0 }));
      await readBatches(place, again, (turn, event) => (found[doubtful[turn] ?? 0] = event), request);
    }
    return uids.map((_, at) => found[at]);
  };

  return {
    columns: (place, until, signal) => waitUnlessAborted(columns.read(place, until, signal), signal),
    uids: async ({ calendar }, signal) =>
      (await session.read('list-uids', calendarFields(calendar), signal)).rows.map(([uid = '']) => uid),
    details: (...args) => waitUnlessAborted(details(...args), args[2].signal),
    named: (...args) => waitUnlessAborted(named(...args), args[2].signal),
    again: async (place, event) => {
      let found: ReadEvent;
      await readBatches(place, [event], (_, read) => (found = read), { signal: never });
      return found;
    },
    repeated: (calendarId, uid) => columns.known(calendarId).filter((row) => row.uid === uid).length > 1,
    forget: columns.forget,
  };
}

export function rowPlace(calendar: CalendarAddress): EventPlace {
  return { calendarId: calendar.id, calendar: calendarOf(calendar) };
}
