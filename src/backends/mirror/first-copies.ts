import { CalendarError } from '../../../schemas/error.js';
import type { Instant } from '../../../schemas/time.js';
import { isRecent } from '../../is-recent.js';
import type { Log } from '../../ports/log.js';
import type { Progress } from '../../ports/progress.js';
import type { CalendarSyncer } from './calendar-syncer.js';
import type { Pace } from './pace.js';

/** Makes the copies of calendars that were asked about for the first time. */
export interface FirstCopies {
  /** For who cannot do without it. */
  now(calendarId: string, progress?: Progress): Promise<void>;
  /** When no question is being asked, one calendar after another. */
  soon(calendarId: string): void;
  /** It could not be copied a while ago, and is not tried again yet. */
  failedLately(calendarId: string): boolean;
  /** Waits until nothing runs any more. */
  settled(): Promise<void>;
}

/** A calendar that could not be copied is asked for piece by piece for a while. */
export const FILL_AGAIN_MS = 10 * 60_000;

export function createFirstCopies(
  syncer: CalendarSyncer,
  pace: Pace,
  failed: Map<string, Instant>,
  now: () => Instant,
  log: Log,
): FirstCopies {
  const wanted = new Set<string>();
  let working: Promise<void> | undefined;

  async function copy(calendarId: string, progress?: Progress): Promise<void> {
    try {
      await syncer.sync(calendarId, false, progress);
      failed.delete(calendarId);
    } catch (error) {
      failed.set(calendarId, now());
      const code = error instanceof CalendarError ? error.code : 'INTERNAL';
      log.debug('a calendar could not be copied', { code });
      throw error;
    }
  }

  const failedLately = (calendarId: string): boolean => {
    const at = failed.get(calendarId);
    return at !== undefined && isRecent(at, FILL_AGAIN_MS, now());
  };

  async function work(): Promise<void> {
    for (const calendarId of wanted) {
      try {
        await pace.rest();
        if (!failedLately(calendarId) && !syncer.isCopied(calendarId)) await copy(calendarId);
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
      working ??= work();
    },
    failedLately,
    settled: async () => working,
  };
}
