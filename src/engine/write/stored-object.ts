import { ALL_EVENTS } from '../../../compilers/plan/read-plan.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Source } from '../context/source.js';
import { collect } from '../read/collect.js';
import { objectKey } from '../read/collected.js';
import { eventId } from '../sources/event-id.js';
import { comparedSources, type WriteSession } from './write-session.js';

/** The object of a UID in one calendar, not older than the start of the call; throws if that is unknown. */
export async function storedObject(
  source: Source,
  uid: string,
  run: WriteSession,
  { refresh = false }: { readonly refresh?: boolean } = {},
): Promise<CalendarObject | undefined> {
  return (await storedObjects(source, [uid], run, { refresh })).get(uid);
}

/** The stored objects of several UIDs, by UID. `refresh`: as the server has them now. */
export async function storedObjects(
  source: Source,
  uids: readonly string[],
  run: WriteSession,
  { refresh }: { readonly refresh: boolean },
): Promise<ReadonlyMap<string, CalendarObject>> {
  const plan = {
    ...ALL_EVENTS,
    type: 'any' as const,
    refresh,
    others: 'times' as const,
    where: { kind: 'id', ids: uids.map((uid) => eventId(source.calendar.id, uid)) } as const,
    timezone: run.viewer.id,
  };
  const { rows, objects, reports } = await collect(plan, run.engine, {
    call: run.call,
    listed: comparedSources(run),
  });
  const { name, account } = source.calendar;
  const own = reports.find((report) => report.calendar === name && report.account === account);
  const found = new Map(
    rows.flatMap(({ uid, calendar, href }) => {
      const object = objects.get(objectKey(calendar.id, href));
      return object === undefined ? [] : [[uid, object]];
    }),
  );
  if (found.size < new Set(uids).size && own?.error !== undefined) throw own.error;
  return found;
}
