import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { MirrorKey } from '../../../ports/mirrored-object.js';
import type { Progress } from '../../../ports/progress.js';
import type { ListedCalendar } from '../../../ports/sync-source.js';
import type { AccountCheck } from './account-check.js';
import { listedCalendar, listedSince } from './listed-calendar.js';
import { type SyncCounts, syncCalendar } from './sync-calendar.js';
import type { SyncContext } from './sync-context.js';

export interface RunningSyncs {
  /** Syncs all known changes; one sync at a time per calendar. */
  sync(calendarId: string, options: { readonly full: boolean }, progress?: Progress): Promise<SyncCounts>;
  isBusy(calendarId: string): boolean;
  /** Progress of a running sync, from 0 to 1; undefined if unknown. */
  done(calendarId: string): number | undefined;
  /** Estimated milliseconds to the end. */
  endsInMs(calendarId: string): number | undefined;
  /** Waits for all running syncs. */
  settled(): Promise<void>;
}

interface Running {
  readonly full: boolean;
  readonly listeners: Set<Progress>;
  done?: number;
  /** Time of the first progress. */
  partAt?: Instant;
  readonly result: Promise<SyncCounts>;
}

/**
 * Oldest usable list; its marker is stored with the objects. If markers hash the content (Radicale,
 * Xandikos), an object added after the list and deleted again would stay in the copy under an equal marker.
 */
const LISTED_MS = 10_000;
/** Errors of a server or proxy that is too slow to compute markers. */
const SLOW = new Set<ErrorCode>(['TIMEOUT', 'UPSTREAM_ERROR']);

/** Runs the syncs of an account. A caller of a running sync waits for it and gets its progress. */
export function createRunningSyncs(context: SyncContext, check: AccountCheck): RunningSyncs {
  const { source, store, now } = context;
  const running = new Map<string, Running>();

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
      const { writes } = store.calendar({ identity: source.identity, calendarId });
      return syncCalendar(run, await toCopy(context, check, calendarId), { full, covers: writes });
    };
    const result = run();
    running.set(calendarId, Object.assign(entry, { result }));
    const end = (): void => void running.delete(calendarId);
    result.then(end, end);
    return result;
  }

  return {
    sync,
    isBusy: (calendarId) => running.has(calendarId),
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

/** A first copy works without markers: Radicale writes a file per event before it returns a first token. */
async function toCopy(
  { source, store, now }: SyncContext,
  check: AccountCheck,
  calendarId: string,
): Promise<ListedCalendar> {
  const key: MirrorKey = { identity: source.identity, calendarId };
  try {
    // A marker older than a write does not cover it.
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
