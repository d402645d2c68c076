import { CalendarError } from '../../../schemas/error.js';
import type { Log } from '../../ports/log.js';
import type { AccountCheck } from './account-check.js';
import type { CalendarSyncer } from './calendar-syncer.js';
import type { SyncContext } from './sync-context.js';

export interface BackgroundSync {
  start(): void;
  stop(): void;
}

export interface BackgroundOptions {
  readonly everyMs: number;
  readonly fullEveryMs: number;
  readonly log: Log;
}

/** An account that keeps failing is asked no more often than this. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * Keeps the calendars that were asked for up to date while the process lives. A refused password ends it: trying
 * again and again would lock the account.
 */
export function createBackgroundSync(
  { source, store, now, signal }: SyncContext,
  check: AccountCheck,
  syncer: CalendarSyncer,
  { everyMs, fullEveryMs, log }: BackgroundOptions,
): BackgroundSync {
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = everyMs;

  async function round(): Promise<void> {
    const { calendars } = await check.listing(now() - everyMs / 2);
    for (const listed of calendars) {
      if (signal.aborted) return;
      const calendarId = listed.info.id;
      const { fullAt } = store.calendar({ identity: source.identity, calendarId });
      // Nobody has asked for it: it stays where it is.
      if (fullAt === undefined) continue;
      const due = now() - fullAt >= fullEveryMs || fullAt > now();
      if (due || !syncer.isCurrent(listed, now() - everyMs / 2)) await syncer.sync(calendarId, due);
    }
    store.prune(
      source.identity,
      calendars.map(({ info }) => info.id),
      now() - fullEveryMs,
    );
  }

  async function tick(): Promise<void> {
    try {
      await round();
      pauseMs = everyMs;
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      if (signal.aborted || error.code === 'CANCELLED') return;
      log.debug('calendars were not synchronised', { code: error.code });
      if (error.code === 'AUTH_FAILED') {
        log.warn(
          'The calendar server refuses the account: it is not synchronised in the background any more.',
        );
        return;
      }
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    next();
  }

  function next(): void {
    if (signal.aborted) return;
    timer = setTimeout(() => void tick(), pauseMs).unref();
  }

  return {
    start() {
      if (timer === undefined) next();
    },
    stop: () => clearTimeout(timer),
  };
}
