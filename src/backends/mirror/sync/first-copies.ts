import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Log } from '../../../ports/log.js';
import type { Progress } from '../../../ports/progress.js';
import { isRecent } from '../../../system/is-recent.js';
import type { CalendarSyncer } from './calendar-syncer.js';
import type { CopyThrottle } from './copy-throttle.js';

/** Makes the copies of calendars that were asked about for the first time. */
export interface FirstCopies {
  /** For who cannot do without it. */
  now(calendarId: string, progress?: Progress): Promise<void>;
  /** When no question is being asked, one calendar after another. */
  soon(calendarId: string): void;
  /** Why it could not be copied a while ago, and is not tried again yet. */
  failedLately(calendarId: string): ErrorCode | undefined;
  /** Waits until everything has ended. */
  settled(): Promise<void>;
}

/** A calendar that could not be copied is left alone for a minute, then twice as long each time, but no longer. */
const LONGEST_PAUSE_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 60_000;

interface Failure {
  readonly at: Instant;
  readonly code: ErrorCode;
  readonly pauseMs: number;
}

export function createFirstCopies(
  syncer: CalendarSyncer,
  copyThrottle: CopyThrottle,
  now: () => Instant,
  log: Log,
): FirstCopies {
  const wanted = new Set<string>();
  const failures = new Map<string, Failure>();
  let working: Promise<void> | undefined;

  async function copy(calendarId: string, progress?: Progress): Promise<void> {
    try {
      await copyThrottle.copying(syncer.sync(calendarId, { full: false }, progress));
      failures.delete(calendarId);
    } catch (error) {
      const code = error instanceof CalendarError ? error.code : 'INTERNAL';
      const pauseMs = (failures.get(calendarId)?.pauseMs ?? FIRST_PAUSE_MS / 2) * 2;
      failures.set(calendarId, { at: now(), code, pauseMs: Math.min(pauseMs, LONGEST_PAUSE_MS) });
      log.debug('a calendar could not be copied', { code });
      throw error;
    }
  }

  const failedLately = (calendarId: string): ErrorCode | undefined => {
    const failure = failures.get(calendarId);
    return failure !== undefined && isRecent(failure.at, failure.pauseMs, now()) ? failure.code : undefined;
  };

  async function work(): Promise<void> {
    for (const calendarId of wanted) {
      try {
        await copyThrottle.rests()();
        if (failedLately(calendarId) === undefined && !syncer.isCopied(calendarId)) await copy(calendarId);
      } catch (error) {
        // It was logged, and the next question is answered without a copy.
        if (!(error instanceof CalendarError)) throw error;
      }
      wanted.delete(calendarId);
    }
    working = undefined;
  }

  return {
    now: copy,
    soon(calendarId) {
      wanted.add(calendarId);
      working ??= copyThrottle.copying(work());
    },
    failedLately,
    settled: async () => working,
  };
}
