import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { nearestInstance } from '../../../calendar/expand/nearest-instance.js';
import type { Series } from '../../../calendar/series/series.js';
import { yielderFor } from '../../../concurrency/yield-to-event-loop.js';
import type { CalendarObject } from '../../../ports/backend.js';
import { isOwnWork } from '../../context/origins.js';
import type { Source } from '../../context/source.js';
import { isShownWhole } from '../../policy/redact.js';
import { eventId } from '../../sources/event-id.js';
import { ownAddressesOf } from '../../sources/own-addresses.js';
import { seriesOrigin } from '../../sources/series-origin.js';
import type { WriteSession } from '../write-session.js';

export interface PresentEvent {
  readonly id: string;
  readonly object: CalendarObject;
  /** True if it is shown in full, so that it can be compared. */
  readonly isSeen: boolean;
}

/** The events of a calendar, for comparison with new ones. */
export interface PresentEvents {
  ofUid(uid: string): PresentEvent | undefined;
  /** The id of an event with the same title, first start and end, and rule, if it is shown in full. */
  idLike(series: Series): string | undefined;
}

/** Reads a whole calendar once; skips unreadable objects. */
export async function presentEvents(source: Source, run: WriteSession): Promise<PresentEvents> {
  const { backend, calendar } = source;
  const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, tasks: 'also' } as const;
  const call = backend.target.compileRead(scan, calendar);
  const { objects } = await backend.scan(call, {
    signal: run.call.signal,
    startedAt: run.startedAt,
    compare: 'must',
  });
  const yieldToEventLoop = yielderFor(run.call.signal);
  const byUid = new Map<string, PresentEvent>();
  const isSeen = await seeing(source, run);
  const byTitle = new Map<string, Series[]>();
  for (const object of objects) {
    await yieldToEventLoop();
    for (const series of seriesIn(object, run)) {
      const id = eventId(calendar.id, series.uid);
      const present = { id, object, isSeen: isSeen(series) };
      byUid.set(series.uid, present);
      if (!present.isSeen) continue;
      byTitle.set(titleOf(series), [...(byTitle.get(titleOf(series)) ?? []), series]);
    }
  }
  return {
    ofUid: (uid) => byUid.get(uid),
    idLike(series) {
      const times = timesOf(series, run.viewer);
      const like = byTitle.get(titleOf(series))?.find((one) => timesOf(one, run.viewer) === times);
      return like && byUid.get(like.uid)?.id;
    },
  };
}

/** Tests if an event of a calendar is shown in full. */
export async function seeing(
  { backend, calendar }: Source,
  { engine }: WriteSession,
): Promise<(series: Series) => boolean> {
  const origins = await engine.provenance.origins();
  const place = { foreign: calendar.foreign === true, ownAddresses: ownAddressesOf(backend), origins };
  return (series) => {
    const id = eventId(calendar.id, series.uid);
    return isShownWhole(engine.settings.policy.read, isOwnWork(seriesOrigin(series, { id, ...place })));
  };
}

/** The series in an object; none if it is unreadable. */
export function seriesIn(object: CalendarObject, { engine }: WriteSession) {
  try {
    return engine.recordOf(object).series;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return [];
  }
}

function titleOf({ fields }: Series): string {
  return fields.title.trim();
}

function timesOf(series: Series, viewer: Zone): string {
  const first = nearestInstance(series, ALL_TIME, { now: ALL_TIME.from, viewer });
  return `${first?.start} ${first?.end} ${series.rrule ?? ''}`;
}
