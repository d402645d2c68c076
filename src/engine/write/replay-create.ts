import { createHash } from 'node:crypto';
import type { EventData } from '../../../compilers/plan/write-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import type { EventTime } from '../../../compilers/time/event-time.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Engine } from '../context/engine.js';
import type { Source } from '../context/source.js';
import { keepKey, keyMismatch, recallKey } from '../journal/idempotency-keys.js';
import { ALL_EVENTS } from '../read/all-events.js';
import { collect, objectKey } from '../read/collect.js';
import { eventId } from '../sources/event-id.js';
import type { EventView } from './object-rows.js';
import { viewOf, type WriteRun } from './write-session.js';

/** Relative times ("now+1h") resolve a little later when a call is repeated. */
const TOLERANCE_MS = 15 * 60_000;

/** The event an earlier call with this key created, if there was one; another call under the same key is an error. */
export async function recallIdempotent(
  key: string,
  data: EventData,
  source: Source,
  uid: string,
  run: WriteRun,
): Promise<EventView | undefined> {
  const known = await recallKey(key, run.engine);
  if (known === undefined) return undefined;
  const { digest, start = 0, calendarId = source.calendar.id } = known;
  const isElsewhere = calendarId !== source.calendar.id;
  if (isElsewhere || digest !== digestOf(data) || Math.abs(start - moment(data.start)) > TOLERANCE_MS) {
    throw keyMismatch('a different event', 'event');
  }
  const object = await storedObject(source, uid, run);
  return object === undefined ? undefined : viewOf(run, source, object, uid);
}

/** The object of a UID in one calendar, if it is there; an error where that cannot be told. */
export async function storedObject(
  source: Source,
  uid: string,
  run: WriteRun,
  refresh = false,
): Promise<CalendarObject | undefined> {
  const plan = {
    ...ALL_EVENTS,
    refresh,
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

export async function rememberIdempotent(
  key: string,
  data: EventData,
  { calendar }: Source,
  engine: Engine,
): Promise<void> {
  const entry = { digest: digestOf(data), start: moment(data.start), calendarId: calendar.id };
  await keepKey(key, entry, engine);
}

function moment(time: EventTime): number {
  return time.kind === 'date' ? time.day * DAY : time.instant;
}

/** Everything but the times, which may be relative. */
function digestOf({ start, end, recurrence, ...rest }: EventData): string {
  const stable = { ...rest, kinds: [start.kind, end?.kind], rrule: recurrence?.rrule };
  return createHash('sha256').update(JSON.stringify(stable)).digest('hex');
}
