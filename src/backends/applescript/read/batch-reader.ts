import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarFields } from '../../../../compilers/targets/applescript/calendar-address.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { mayBeOfOneEvent, ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { readEventRow, type StoredEvent, type UnreadableEvent } from './event-row.js';

/** Undefined if there was no time to read it. */
export type ReadEvent = StoredEvent | UnreadableEvent | 'gone' | undefined;

export interface WantedEvent {
  /** 0: unknown. */
  readonly row: number;
  readonly uid: string;
  /** Set if the event must not be requested. */
  readonly unreadable?: string;
}

/** Reads full events in batches. After `until`, starts no script except the first. */
export type BatchReader = (
  calendar: CalendarAddress,
  wanted: readonly WantedEvent[],
  request: SlowRequest & { readonly until: Instant },
) => Promise<readonly ReadEvent[]>;

/** Full events per script, at most. */
const BATCH = 40;
/** An event that was too slow is not requested again for this long. */
const SLOW_MS = 10 * 60_000;

const REFUSED = { unreadable: 'Calendar refuses to return it: ask the user to look at it in Calendar.' };
const SLOW = {
  unreadable:
    'Calendar was too slow to return it and is asked again after ten minutes: ask the user to look at it in Calendar.',
};

export function eventFields(calendar: CalendarAddress, events: readonly WantedEvent[]): readonly string[] {
  return [...calendarFields(calendar), ...events.flatMap(({ row, uid }) => [String(row), uid])];
}

/** A bad event must not hide the others: after a failure, retries smaller batches, down to that event. */
export function createBatchReader(session: ScriptSession, mac: Zone, now: () => Instant): BatchReader {
  const slow = new Map<string, Instant>();
  /** Batch sizes of calendars in which a batch has failed. */
  const sizes = new Map<string, number>();

  return async (calendar, wanted, { signal, progress, until }) => {
    const { id: calendarId } = calendar;
    const found: ReadEvent[] = wanted.map(({ uid, unreadable }) => {
      if (unreadable !== undefined) return { unreadable };
      const since = slow.get(`${calendarId}\n${uid}`);
      return since !== undefined && isRecent(since, SLOW_MS, now()) ? SLOW : undefined;
    });
    const settle = (at: number, event: ReadEvent): void => {
      if (event === SLOW) slow.set(`${calendarId}\n${wanted[at]?.uid}`, now());
      found[at] = event;
    };
    let rest = wanted.flatMap((_, at) => (found[at] === undefined ? [at] : []));
    for (let isFirst = true; rest.length > 0 && (isFirst || now() < until); isFirst = false) {
      const batch = rest.slice(0, sizes.get(calendarId) ?? BATCH);
      let rows: readonly (readonly string[])[];
      try {
        const events = batch.flatMap((at) => wanted[at] ?? []);
        ({ rows } = await session.read('read-events', eventFields(calendar, events), signal));
      } catch (error) {
        const failure = error instanceof CalendarError ? error.cause : undefined;
        if (!(failure instanceof ScriptFailure) || !mayBeOfOneEvent(failure)) throw error;
        if (batch.length > 1) sizes.set(calendarId, Math.ceil(batch.length / 4));
        else {
          // The failing event is found.
          sizes.delete(calendarId);
          settle(batch[0] ?? 0, SLOW);
          rest = rest.slice(1);
        }
        // Out of time; the next call continues with smaller batches.
        if (failure.kind === 'deadline') throw error;
        continue;
      }
      const later = batch.filter((_, turn) => rows[turn]?.[0] === 'LATER');
      if (rows.length !== batch.length || later.length === batch.length)
        throw explainFailure(new ScriptFailure('garbled'));
      for (const [turn, at] of batch.entries()) {
        const [mark = '', number] = rows[turn] ?? [];
        if (mark === 'FAILED') settle(at, number === '-1712' ? SLOW : REFUSED);
        else if (mark !== 'LATER') settle(at, readEventRow(rows[turn] ?? [], mac) ?? 'gone');
      }
      rest = [...later, ...rest.slice(batch.length)];
      progress?.(
        wanted.length - rest.length,
        wanted.length,
        `Read ${wanted.length - rest.length} of ${wanted.length} events.`,
      );
    }
    if (rest.length === 0) sizes.delete(calendarId);
    return found;
  };
}
