import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { unlistedCalendar } from '../../../../schemas/model/unlisted-calendar.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { MirroredCalendar, MirrorKey } from '../../../ports/mirrored-object.js';
import type { Progress } from '../../../ports/progress.js';
import type { ListedCalendar } from '../../../ports/sync-source.js';
import type { AccountCheck } from './account-check.js';
import { listedCalendar } from './listed-calendar.js';
import { changesAllTheTime, type SyncCounts, syncCalendar } from './sync-calendar.js';
import type { SyncContext } from './sync-context.js';

export interface CalendarSyncer {
  /** Makes the mirror of a calendar at least as new as `since`. */
  upToDate(
    calendarId: string,
    since: Instant,
    request: Pick<BackendRequest, 'progress' | 'refresh'>,
  ): Promise<void>;
  /** Synchronises everything known; one at a time for each calendar. */
  sync(calendarId: string, options: { readonly full: boolean }, progress?: Progress): Promise<SyncCounts>;
  /** Comparisons since then are fresh enough: `freshnessMs` ago, or later if a process was killed during a write. */
  freshEnoughSince(calendarId: string, freshnessMs: number): Instant;
  /** When the server was last compared with. */
  comparedAt(calendarId: string): Instant;
  isCurrent(listed: ListedCalendar, since: Instant): boolean;
  isBusy(calendarId: string): boolean;
  isCopied(calendarId: string): boolean;
  /** How far a running synchronisation is, from 0 to 1, where that is known. */
  done(calendarId: string): number | undefined;
  /** In how many milliseconds it will probably end. */
  endsInMs(calendarId: string): number | undefined;
  /** Waits until everything has ended. */
  settled(): Promise<void>;
}

interface Running {
  readonly full: boolean;
  readonly listeners: Set<Progress>;
  done?: number;
  /** When the first part of the work was done. */
  partAt?: Instant;
  readonly result: Promise<SyncCounts>;
}

/** A calendar that becomes doubtful while it is compared is compared again, but not for ever. */
const MAX_ROUNDS = 3;
/**
 * What is fetched is kept under the mark of a list made before. Some marks are hashes of what there is (Radicale,
 * Xandikos): what came after an older list, and is gone again, would stay in the copy under a mark that is the same.
 */
const LISTED_MS = 10_000;
/** What a server answers, or a proxy before it, that takes too long over its marks. */
const SLOW = new Set<ErrorCode>(['TIMEOUT', 'UPSTREAM_ERROR']);
/** A write that was sent by a process that has ended may still be under way for so long. */
const ON_ITS_WAY_MS = 10_000;

/** Keeps the mirrors of an account's calendars up to date, with as few requests as the account's listing allows. */
export function createCalendarSyncer(context: SyncContext, check: AccountCheck): CalendarSyncer {
  const { source, store, now } = context;
  const running = new Map<string, Running>();
  const keyOf = (calendarId: string): MirrorKey => ({ identity: source.identity, calendarId });

  const isCopied = (calendarId: string): boolean => store.calendar(keyOf(calendarId)).fullAt !== undefined;

  function isCurrent({ info, ctag, token }: ListedCalendar, since: Instant): boolean {
    const state = store.calendar(keyOf(info.id));
    if (state.fullAt === undefined || state.doubtful || info.unlisted) return false;
    return hasMarker(state, ctag ?? token) || (state.syncedAt >= since && state.syncedAt <= now());
  }

  async function sync(
    calendarId: string,
    { full }: { readonly full: boolean },
    progress?: Progress,
  ): Promise<SyncCounts> {
    const other = running.get(calendarId);
    if (other !== undefined) {
      if (progress !== undefined) other.listeners.add(progress);
      if (other.full || !full) return other.result;
      await other.result.catch(() => undefined);
      return sync(calendarId, { full }, progress);
    }
    const listeners = new Set(progress === undefined ? [] : [progress]);
    const entry: Omit<Running, 'result'> = { full, listeners };
    const run = async (): Promise<SyncCounts> => {
      const run: SyncContext = {
        ...context,
        progress: (done, total, message) => {
          if (total !== undefined && total > 0) {
            entry.done = done / total;
            entry.partAt ??= now();
          }
          for (const listener of listeners) listener(done, total, message);
        },
      };
      const { writes } = store.calendar(keyOf(calendarId));
      return syncCalendar(run, await toCopy(context, check, calendarId), { full, covers: writes });
    };
    const result = run();
    running.set(calendarId, Object.assign(entry, { result }));
    const end = (): void => void running.delete(calendarId);
    result.then(end, end);
    return result;
  }

  return {
    async upToDate(calendarId, since, { progress, refresh }) {
      for (
        let round = 0;
        !isCurrent(await listedSince(check, calendarId, since, { refresh }), since);
        round++
      ) {
        if (round === MAX_ROUNDS) throw changesAllTheTime();
        await sync(calendarId, { full: false }, progress);
      }
    },
    sync,
    freshEnoughSince(calendarId, freshnessMs) {
      const at = now();
      const untold = store.untold(keyOf(calendarId), at);
      const settled = untold === undefined ? 0 : Math.min(untold + ON_ITS_WAY_MS, at);
      return Math.max(at - freshnessMs, settled);
    },
    comparedAt(calendarId) {
      const state = store.calendar(keyOf(calendarId));
      const account = check.known();
      const entry = listedCalendar(account, calendarId);
      const same = entry !== undefined && hasMarker(state, entry.ctag ?? entry.token);
      if (!same || account === undefined) return state.syncedAt;
      const listedAt = entry.info.unlisted ? (entry.info.stale?.asOf ?? 0) : account.checkedAt;
      return Math.max(listedAt, state.syncedAt);
    },
    isCurrent,
    isBusy: (calendarId) => running.has(calendarId),
    isCopied,
    done: (calendarId) => running.get(calendarId)?.done,
    endsInMs(calendarId) {
      const { partAt, done = 0 } = running.get(calendarId) ?? {};
      return partAt !== undefined && done > 0 ? ((now() - partAt) * (1 - done)) / done : undefined;
    },
    async settled() {
      await Promise.allSettled([...running.values()].map(({ result }) => result));
    },
  };
}

async function listedSince(
  check: AccountCheck,
  calendarId: string,
  since: Instant,
  { refresh }: { readonly refresh?: boolean | undefined } = {},
): Promise<ListedCalendar> {
  const found = listedCalendar(await check.listing(since, { refresh }), calendarId);
  if (found === undefined) throw calendarUnlisted();
  if (found.info.unlisted) throw unlistedCalendar();
  return found;
}

/** A first copy can be made without marks: Radicale writes a file for each event before it returns a first token. */
async function toCopy(
  { source, store, now }: SyncContext,
  check: AccountCheck,
  calendarId: string,
): Promise<ListedCalendar> {
  const key: MirrorKey = { identity: source.identity, calendarId };
  try {
    // A mark that was given before a write says nothing about what there is after it.
    const { writtenAt } = store.calendar(key);
    return await listedSince(check, calendarId, Math.max(now() - LISTED_MS, writtenAt + 1));
  } catch (error) {
    const found = listedCalendar(check.known(), calendarId);
    const isSlow = error instanceof CalendarError && SLOW.has(error.code);
    const isCopied = store.calendar(key).fullAt !== undefined;
    if (!isSlow || isCopied || found === undefined || found.info.unlisted) throw error;
    return { info: found.info };
  }
}

function hasMarker(state: MirroredCalendar, marker: string | undefined): boolean {
  return marker !== undefined && state.marker === marker;
}

/** As a backend without a mirror says it. */
export function calendarUnlisted(): CalendarError {
  return new CalendarError('CALENDAR_NOT_FOUND', 'The calendar is no longer on the server.', {
    suggestion: 'List the calendars to see which there are now.',
  });
}
