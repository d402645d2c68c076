import type { NamedCalendar } from '../../../../compilers/targets/applescript/calendar-address.js';
import { eventRowArguments } from '../../../../compilers/targets/applescript/script-fields.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { mayBeOfOneEvent, ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { readEventRow, type StoredEvent, type UnreadableEvent } from './event-row.js';

/** What was read of one event; undefined where it is gone. */
export type ReadEvent = StoredEvent | UnreadableEvent | undefined;

/** The calendar that an event is read or written in. */
export interface EventPlace {
  readonly calendarId: string;
  readonly calendar: NamedCalendar;
}

export interface WantedEvent {
  /** 0: not known. */
  readonly row: number;
  readonly uid: string;
}

/** No script is begun after `until`, but the first. */
export interface TimedRequest extends SlowRequest {
  readonly until?: Instant;
}

/** Reads events in full, some by one script. Those that are kept by nobody in the end there was no time for. */
export type BatchReader = (
  place: EventPlace,
  wanted: readonly WantedEvent[],
  keep: (at: number, event: ReadEvent) => void,
  request: TimedRequest,
) => Promise<void>;

/** Events read in full by one script at most. */
const BATCH = 40;
/** An event that Calendar was too slow to return, or whose script was killed, is left alone this long. */
const SLOW_MS = 10 * 60_000;
/** Of more events in one question Calendar is not asked on: something else is wrong with it than these. */
const MOST_FAILED = 3;

const REFUSED = 'Calendar refuses to return it: ask the user to look at it in Calendar.';
const SLOW =
  'Calendar was too slow to return it and is asked again after ten minutes: ask the user to look at it in Calendar.';
const NOT_ASKED = 'Calendar was too slow to return other events, so this one was not requested: ask again.';

/**
 * One bad event must not hide the others: if a script fails, smaller batches are tried, down to that event, which is
 * then named as unreadable.
 */
export function createBatchReader(session: ScriptSession, zone: Zone, now: () => Instant): BatchReader {
  const sizes = new Map<string, number>();
  const slow = new Map<string, Instant>();
  const suspects = new Map<string, Instant>();

  /** Whether a script over this event alone has failed before: once may be anything. */
  function failedBefore(key: string): boolean {
    const since = suspects.get(key);
    suspects.set(key, now());
    return since !== undefined && isRecent(since, SLOW_MS, now());
  }

  return async ({ calendarId, calendar }, wanted, keep, { signal, progress, until }) => {
    const keyOf = (uid: string): string => `${calendarId}\n${uid}`;
    let done = 0;
    let failed = 0;
    const settle = (at: number, event: ReadEvent): void => {
      keep(at, event);
      done++;
    };
    const unreadable = (at: number, reason: string): void => {
      const { row = 0, uid = '' } = wanted[at] ?? {};
      settle(at, { unreadable: reason, row, uid });
    };
    const giveUp = (at: number): void => {
      failed++;
      // Now it is found.
      sizes.delete(calendarId);
      slow.set(keyOf(wanted[at]?.uid ?? ''), now());
      unreadable(at, SLOW);
    };
    let rest = wanted.flatMap(({ uid }, at) => {
      const since = slow.get(keyOf(uid));
      if (since === undefined || !isRecent(since, SLOW_MS, now())) return [at];
      unreadable(at, SLOW);
      return [];
    });

    while (rest.length > 0 && (until === undefined || done === 0 || now() < until)) {
      if (failed >= MOST_FAILED) {
        for (const at of rest) unreadable(at, NOT_ASKED);
        return;
      }
      const size = sizes.get(calendarId) ?? BATCH;
      const batch = rest.slice(0, size);
      let rows: readonly (readonly string[])[];
      try {
        const events = batch.flatMap((at) => wanted[at] ?? []);
        ({ rows } = await session.read('read-events', eventRowArguments(calendar, events), signal));
      } catch (error) {
        const failure = error instanceof CalendarError ? error.cause : undefined;
        if (!(failure instanceof ScriptFailure) || !mayBeOfOneEvent(failure)) throw error;
        sizes.set(calendarId, Math.ceil(batch.length / 4));
        const [alone = 0, ...others] = batch;
        if (others.length === 0 && failedBefore(keyOf(wanted[alone]?.uid ?? ''))) {
          giveUp(alone);
          rest = rest.slice(1);
        }
        // Time is up: the next call continues with smaller batches.
        if (failure.kind === 'deadline') throw error;
        continue;
      }
      if (rows.length !== batch.length) throw explainFailure(new ScriptFailure('garbled'));
      const later: number[] = [];
      for (const [turn, at] of batch.entries()) {
        const [mark = '', number] = rows[turn] ?? [];
        if (mark === 'LATER') later.push(at);
        else if (mark === 'FAILED' && number === '-1712') giveUp(at);
        else if (mark === 'FAILED') unreadable(at, REFUSED);
        else settle(at, readEventRow(rows[turn] ?? [], zone));
      }
      if (later.length === batch.length) throw explainFailure(new ScriptFailure('garbled'));
      rest = [...later, ...rest.slice(batch.length)];
      progress?.(done, wanted.length, `Read ${done} of ${wanted.length} events.`);
    }
    sizes.set(calendarId, Math.min(BATCH, 2 * (sizes.get(calendarId) ?? BATCH)));
  };
}
