import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Log } from '../../../ports/log.js';
import type { ListedCalendar } from '../../../ports/sync-source.js';
import type { AccountCheck } from './account-check.js';
import type { CalendarSyncer } from './calendar-syncer.js';
import type { SyncContext } from './sync-context.js';

export interface BackgroundSync {
  start(): void;
  stop(): void;
}

/** Runs work once after `ms` milliseconds; returns a cancel function. */
export type Schedule = (work: () => void, ms: number) => () => void;

export interface BackgroundOptions {
  readonly everyMs: number;
  readonly fullEveryMs: number;
  readonly log: Log;
  readonly schedule?: Schedule;
}

/** Longest pause between attempts after repeated failures. */
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Limit for a server's Retry-After. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Failures that would probably affect the other calendars too: they end a round. */
const OF_THE_ACCOUNT = new Set<ErrorCode>([
  'AUTH_FAILED',
  'CANCELLED',
  'CONFIGURATION',
  'RATE_LIMITED',
  'STORAGE_ERROR',
  'STORAGE_FULL',
  'TIMEOUT',
  'TLS_ERROR',
  'UNAVAILABLE',
]);

/** Failures for the user to fix: retries could lock the account, or make a locked keychain prompt. */
const FOR_A_PERSON = new Set<ErrorCode>(['AUTH_FAILED', 'CONFIGURATION']);

/** The process may exit with work pending. */
const byTimer: Schedule = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

/**
 * Syncs the copied calendars while the process lives. After a refused or unavailable password, waits until a
 * query succeeds. The next round starts after the last one ends, so a computer that slept for days runs only
 * one.
 */
export function createBackgroundSync(
  context: SyncContext,
  check: AccountCheck,
  syncer: CalendarSyncer,
  options: BackgroundOptions,
): BackgroundSync {
  const { now, signal } = context;
  const { everyMs, log, schedule = byTimer } = options;
  const round = createRound(context, check, syncer, options);
  let cancel: (() => void) | undefined;
  let pauseMs = everyMs;
  let refusedAt: Instant | undefined;

  function isRefused(): boolean {
    return refusedAt !== undefined && (check.known()?.checkedAt ?? 0) <= refusedAt;
  }

  async function tick(): Promise<void> {
    if (isRefused()) return next();
    refusedAt = undefined;
    try {
      await round();
      pauseMs = everyMs;
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      if (signal.aborted || error.code === 'CANCELLED') return;
      log.debug('calendars were not synchronised', { code: error.code });
      if (FOR_A_PERSON.has(error.code)) {
        log.warn(
          'The account is refused or its secret is unavailable: it is not synchronised in the background until it answers a query.',
        );
        refusedAt = now();
        pauseMs = everyMs;
      } else {
        const asked = error.info.retryAfterMs ?? 0;
        pauseMs = Math.max(Math.min(pauseMs * 2, LONGEST_PAUSE_MS), Math.min(asked, LONGEST_WAIT_MS));
      }
    }
    next();
  }

  function next(): void {
    if (!signal.aborted) cancel = schedule(() => void tick(), pauseMs);
  }

  return {
    start() {
      if (cancel === undefined) next();
    },
    stop: () => cancel?.(),
  };
}

/** Syncs the calendars that need it; a failure of the whole account ends a round. */
function createRound(
  { source, store, now, signal }: SyncContext,
  check: AccountCheck,
  syncer: CalendarSyncer,
  { everyMs, fullEveryMs, log }: BackgroundOptions,
): () => Promise<void> {
  /** Failed calendars: `rounds` to skip after the last failure, `left` to skip from now. */
  const resting = new Map<string, { readonly rounds: number; left: number }>();

  async function calendarRound(listed: ListedCalendar): Promise<void> {
    const calendarId = listed.info.id;
    const { fullAt } = store.calendar({ identity: source.identity, calendarId });
    // Only calendars with a copy are synced.
    if (fullAt === undefined) return;
    const due = now() - fullAt >= fullEveryMs || fullAt > now();
    if (!due && syncer.isCurrent(listed, now() - everyMs / 2)) return;
    const rest = resting.get(calendarId);
    if (rest !== undefined && rest.left-- > 0) return;
    try {
      await syncer.sync(calendarId, { full: due });
      resting.delete(calendarId);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      log.debug('a calendar was not synchronised', { code: error.code });
      const rounds = Math.min((rest?.rounds ?? 0) * 2 + 1, Math.floor(LONGEST_PAUSE_MS / everyMs));
      resting.set(calendarId, { rounds, left: rounds });
      // Perhaps only this calendar fails, so the next round skips it and reaches the others.
      if (OF_THE_ACCOUNT.has(error.code)) throw error;
    }
  }

  return async () => {
    const { calendars } = await check.listing(now() - everyMs / 2);
    for (const listed of calendars) {
      if (signal.aborted) return;
      await calendarRound(listed);
    }
    if (signal.aborted) return;
    store.prune(
      source.identity,
      calendars.map(({ info }) => info.id),
      now() - fullEveryMs,
    );
  };
}
