import { ALL_EVENTS } from '../../../compilers/plan/read-plan.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Source } from '../context/source.js';
import { collect } from '../read/collect.js';
import { objectKey } from '../read/collected.js';
import { eventId } from '../sources/event-id.js';
import type { WriteSession } from './write-session.js';

/** The object of a UID in one calendar, if it is there; an error if that is unknown. */
export async function storedObject(
  source: Source,
  uid: string,
  run: WriteSession,
  refresh = false,
): Promise<CalendarObject | undefined> {
  const plan = {
    ...ALL_EVENTS,
    refresh,
    others: 'times' as const,
    where: { kind: 'id', ids: [eventId(source.calendar.id, uid)] } as const,
    timezone: run.viewer.id,
  };
  const { rows, objects, reports } = await collect(plan, run.engine, run.signal, undefined, run.found);
  const row = rows[0];
  const { name, account } = source.calendar;
  const own = reports.find((report) => report.calendar === name && report.account === account);
  if (row === undefined && own?.error !== undefined) throw own.error;
  return row && objects.get(objectKey(row.calendar.id, row.href));
}
