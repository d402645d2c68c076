import { CalendarError } from '../../../schemas/model/error.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import { yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { MirrorControl, MirrorStatus, MirrorSyncReport } from '../../ports/mirror.js';
import type { ListedCalendar } from '../../ports/sync-source.js';
import type { AccountCheck } from './sync/account-check.js';
import type { CalendarSyncer } from './sync/calendar-syncer.js';
import { listedCalendar } from './sync/listed-calendar.js';
import type { SyncContext } from './sync/sync-context.js';

/** Syncs on demand, and reports the state of an account's mirrors. */
export function createMirrorControl(
  { source, store, now }: SyncContext,
  check: AccountCheck,
  syncer: CalendarSyncer,
): MirrorControl {
  const yieldToEventLoop = yielderFor();
  async function report(calendarId: string, full: boolean): Promise<MirrorSyncReport> {
    const nothing = { calendarId, added: 0, changed: 0, removed: 0 };
    try {
      const listed = listedCalendar(check.known(), calendarId);
      const isCurrent = !full && listed !== undefined && syncer.isCurrent(listed, now());
      const counts = isCurrent ? nothing : await syncer.sync(calendarId, { full });
      return { calendarId, ...counts };
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
      return { ...nothing, error };
    }
  }

  function statusOf({ info }: ListedCalendar): MirrorStatus {
    const key = { identity: source.identity, calendarId: info.id };
    const { fullAt, syncedAt } = store.calendar(key);
    const filling = syncer.isBusy(info.id) ? 'filling' : 'none';
    const done = fullAt === undefined ? syncer.done(info.id) : undefined;
    return {
      calendarId: info.id,
      calendar: info.name,
      state: fullAt === undefined ? filling : 'complete',
      ...(done === undefined ? {} : { done }),
      ...store.count(key),
      ...(syncedAt === 0 ? {} : { asOf: syncer.comparedAt(info.id) }),
      ...(fullAt === undefined ? {} : { fullAt }),
    };
  }

  return {
    deletedSince: (calendarId, since) => store.removed({ identity: source.identity, calendarId }, since),
    async sync({ calendarIds, full }, { signal, startedAt = now(), refresh }) {
      await waitUnlessAborted(check.listing(startedAt, { refresh }), signal);
      return waitUnlessAborted(Promise.all(calendarIds.map((id) => report(id, full))), signal);
    },
    async status() {
      try {
        const states: MirrorStatus[] = [];
        for (const listed of check.known()?.calendars ?? []) {
          states.push(statusOf(listed));
          await yieldToEventLoop();
        }
        return states;
      } catch (error) {
        if (error instanceof CalendarError) return [];
        throw error;
      }
    },
  };
}
