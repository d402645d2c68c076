import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Log } from '../../../ports/log.js';
import type { Progress } from '../../../ports/progress.js';
import { isRecent } from '../../../system/is-recent.js';
import type { CalendarSyncer } from './calendar-syncer.js';
import type { CopyThrottle } from './copy-throttle.js';

export interface FirstCopies {
  /** For a caller that needs the copy. */
  now(calendarId: string, progress?: Progress): Promise<void>;
  /** Copies calendars one by one while no query runs. */
  soon(calendarId: string): void;
  /** Error of a recent failed copy that is not retried yet. */
  failedLately(calendarId: string): ErrorCode | undefined;
  /** Waits for all running copies. */
  settled(): Promise<void>;
}

/** Pause after a failed copy: one minute, doubling up to ten. */
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
        // Logged already; the next query is answered without a copy.
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
