import type { NamedCalendar } from '../../../../compilers/targets/applescript/calendar-address.js';
import { listFields } from '../../../../compilers/targets/applescript/script-fields.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { createBatchReader, type EventPlace, type ReadEvent } from './batch-reader.js';
import { createColumnReader, readColumnRows } from './column-reader.js';
import { type EventColumns, readColumns, type StoredEvent, type UnreadableEvent } from './event-row.js';
import { agrees, createRowHints, type Hint, isDoubtful } from './row-hints.js';

/** What was asked about one event: all of it, that it cannot be read, or neither where it is gone. */
export interface Found {
  readonly uid: string;
  readonly stored?: StoredEvent;
  readonly unreadable?: UnreadableEvent;
}

/** Events that are asked for by their uids. */
export interface NamedUids {
  readonly uids: readonly string[];
  /** Columns read just before show which uids repeat, or the script of the following write does. */
  readonly isTold?: boolean;
}

/**
 * Asks Calendar about events on every call: keeping copies is the job of the mirror. What is remembered is where events
 * stood, because an event whose row is not known is looked up among the uids of all, which takes Calendar as long as
 * reading many.
 */
export interface EventReader {
  /** The few columns of all events. */
  columns(calendarId: string, calendar: NamedCalendar, signal: AbortSignal): Promise<readonly EventColumns[]>;
  /** The uids of all events. */
  uids(calendar: NamedCalendar, signal: AbortSignal): Promise<readonly string[]>;
  /** Everything about some events, or why they cannot be read; those that are not as the columns said are not there. */
  details(
    place: EventPlace,
    rows: readonly EventColumns[],
    request: SlowRequest,
  ): Promise<ReadonlyMap<EventColumns, StoredEvent | UnreadableEvent>>;
  /** Everything about the events with these uids. Throws UNSUPPORTED where several events have one of them. */
  named(place: EventPlace, asked: NamedUids, request: SlowRequest): Promise<readonly Found[]>;
  /** The columns as they were last read; undefined where they were not. */
  listed(calendarId: string): readonly EventColumns[] | undefined;
  /** Whether several events had this uid then. */
  repeated(calendarId: string, uid: string): boolean;
  /** An event was written: what is known serves as a hint where it stands, no longer as what it is. */
  written(calendarId: string, uid: string): void;
  /** A row where an event that was just made must stand. */
  made(calendarId: string, uid: string, hint: Hint): void;
}

export function createEventReader(session: ScriptSession, zone: Zone, now: () => Instant): EventReader {
  const listed = new Map<string, readonly EventColumns[]>();
  const hints = createRowHints();
  const columnReader = createColumnReader(session, now);
  const readBatches = createBatchReader(session, zone, now);

  const columns: EventReader['columns'] = async (calendarId, calendar, signal) => {
    const values = await columnReader.read(calendarId, calendar, signal);
    const rows = guarded(() => readColumns(values));
    listed.set(calendarId, rows);
    hints.listed(calendarId, rows);
    return rows;
  };

  const details: EventReader['details'] = async (place, rows, request) => {
    const answer = new Map<EventColumns, StoredEvent | UnreadableEvent>();
    const readable: EventColumns[] = [];
    for (const row of rows) {
      const { uid, unreadable } = row;
      if (unreadable === undefined) readable.push(row);
      else answer.set(row, { unreadable, row: row.row, uid });
    }
    const keep = (at: number, event: ReadEvent): void => {
      const row = readable[at];
      if (row !== undefined && event !== undefined && agrees(row, event)) answer.set(row, event);
    };
    await readBatches(place, readable, keep, request);
    return answer;
  };

  const named: EventReader['named'] = async (place, { uids, isTold = false }, request) => {
    const { calendarId } = place;
    const known = uids.map((uid) => hints.of(calendarId, uid));
    const wanted = known.map(({ row, isSeries }, at) => ({
      uid: uids[at] ?? '',
      row: isSeries && !isTold ? 0 : row,
    }));
    const found: ReadEvent[] = [];
    const keep = (at: number, event: ReadEvent): void => {
      found[at] = event;
    };
    await readBatches(place, wanted, keep, request);
    const doubtful = known.flatMap((hint, at) =>
      wanted[at]?.row !== 0 && isDoubtful(hint, found[at], { isTold }) ? [at] : [],
    );
    if (doubtful.length > 0) {
      const again = doubtful.map((at) => ({ uid: uids[at] ?? '', row: 0 }));
      await readBatches(place, again, (turn, event) => keep(doubtful[turn] ?? 0, event), {
        signal: request.signal,
      });
    }
    return uids.map((uid, at) => {
      const event = found[at];
      if (event === undefined) return { uid };
      hints.found(calendarId, uid, event);
      return 'unreadable' in event ? { uid, unreadable: event } : { uid, stored: event };
    });
  };

  return {
    columns: (...args) => waitUnlessAborted(columns(...args), args[2]),
    uids: async (calendar, signal) => {
      const answer = await session.read('list-events', listFields(calendar, ['uid']), signal);
      return readColumnRows(answer).values.get('uid') ?? [];
    },
    details: (...args) => waitUnlessAborted(details(...args), args[2].signal),
    named: (...args) => waitUnlessAborted(named(...args), args[2].signal),
    listed: (calendarId) => listed.get(calendarId),
    repeated: (calendarId, uid) => (listed.get(calendarId)?.filter((row) => row.uid === uid).length ?? 0) > 1,
    written: (calendarId, uid) => {
      columnReader.forget(calendarId);
      hints.written(calendarId, uid);
    },
    made: hints.made,
  };
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
