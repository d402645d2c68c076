import type { Instant } from '../../../../schemas/model/time.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { MirroredCalendar, MirrorKey } from '../../../ports/mirrored-object.js';
import type { ListedCalendar } from '../../../ports/sync-source.js';
import type { AccountCheck } from './account-check.js';
import { listedCalendar, listedSince } from './listed-calendar.js';
import { createRunningSyncs, type RunningSyncs } from './running-syncs.js';
import { changesAllTheTime } from './sync-calendar.js';
import type { SyncContext } from './sync-context.js';

export interface CalendarSyncer extends RunningSyncs {
  /** Syncs the mirror of a calendar unless it is as new as `since`. */
  upToDate(
    calendarId: string,
    since: Instant,
    request: Pick<BackendRequest, 'progress' | 'refresh'>,
  ): Promise<void>;
  /** Oldest fresh comparison: `freshnessMs` ago, or later if a process was killed during a write. */
  freshEnoughSince(calendarId: string, freshnessMs: number): Instant;
  /** Time of the last comparison with the server. */
  comparedAt(calendarId: string): Instant;
  isCurrent(listed: ListedCalendar, since: Instant): boolean;
  isCopied(calendarId: string): boolean;
}

/** A calendar that becomes doubtful during a comparison is compared again, up to this often. */
const MAX_ROUNDS = 3;
/** A write of a killed process may still arrive for this long. */
const ON_ITS_WAY_MS = 10_000;

/** Keeps the mirrors of an account up to date with as few requests as its listing allows. */
export function createCalendarSyncer(context: SyncContext, check: AccountCheck): CalendarSyncer {
  const { source, store, now } = context;
  const running = createRunningSyncs(context, check);
  const keyOf = (calendarId: string): MirrorKey => ({ identity: source.identity, calendarId });

  const isCopied = (calendarId: string): boolean => store.calendar(keyOf(calendarId)).fullAt !== undefined;

  function isCurrent({ info, ctag, token }: ListedCalendar, since: Instant): boolean {
    const state = store.calendar(keyOf(info.id));
    if (state.fullAt === undefined || state.doubtful || info.unlisted) return false;
    return hasMarker(state, ctag ?? token) || (state.syncedAt >= since && state.syncedAt <= now());
  }

  return {
    ...running,
    async upToDate(calendarId, since, { progress, refresh }) {
      for (
        let round = 0;
        !isCurrent(await listedSince(check, calendarId, since, { refresh }), since);
        round++
      ) {
        if (round === MAX_ROUNDS) throw changesAllTheTime();
        await running.sync(calendarId, { full: false }, progress);
      }
    },
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
    isCopied,
  };
}

function hasMarker(state: MirroredCalendar, marker: string | undefined): boolean {
  return marker !== undefined && state.marker === marker;
}
