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

/** Runs work once after that many milliseconds; returns a function that cancels it. */
export type Schedule = (work: () => void, ms: number) => () => void;

export interface BackgroundOptions {
  readonly everyMs: number;
  readonly fullEveryMs: number;
  readonly log: Log;
  readonly schedule?: Schedule;
}

/** The longest pause between attempts after repeated failures. */
const LONGEST_PAUSE_MS = 15 * 60_000;
/** A server may ask for more, but not for ever. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Failures that the next calendar of the account would probably have too: they end a round. */
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

/** Failures that a person must see to: to try would lock the account, or have a locked keychain ask at odd times. */
const FOR_A_PERSON = new Set<ErrorCode>(['AUTH_FAILED', 'CONFIGURATION']);

/** The process may end although there is work to come. */
const byTimer: Schedule = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

/**
 * Keeps the calendars that were asked for up to date while the process lives. After a refused password, or one that
 * cannot be got, it waits until somebody's question was answered. One round follows the end of another, so a computer
 * that slept for days makes one round for them all.
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

/** Brings up to date, whenever it is called, the calendars that need it; a failure of the whole account ends a round. */
function createRound(
  { source, store, now, signal }: SyncContext,
  check: AccountCheck,
  syncer: CalendarSyncer,
  { everyMs, fullEveryMs, log }: BackgroundOptions,
): () => Promise<void> {
  /** Calendars that failed: rounds they are left out of, the last time and from now. */
  const resting = new Map<string, { readonly rounds: number; left: number }>();

  async function calendarRound(listed: ListedCalendar): Promise<void> {
    const calendarId = listed.info.id;
    const { fullAt } = store.calendar({ identity: source.identity, calendarId });
    // No call has asked for it: it stays where it is.
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
      // This one alone may have it all the same, so the next round passes it over and reaches the others.
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
