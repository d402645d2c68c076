import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { ALL_TIME, type Range } from '../../../../schemas/model/time.js';
import { createRecordCache } from '../../../calendar/read/record-cache.js';
import { printWallDateTime } from '../../../calendar/text/time-form.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { printKitSeries } from '../../eventkit/read/event-ics.js';
import type { EventColumns } from './event-row.js';

export interface ListedObject {
  readonly row: EventColumns;
  readonly href: string;
  /** UID property value. */
  readonly uid: string;
  /** True if several events share the UID: changed occurrences, whose dates Calendar does not return. */
  readonly repeated: boolean;
}

/** Only the start distinguishes events that share a UID, except the series. */
export function listObjects(
  calendarHref: string,
  rows: readonly EventColumns[],
  { uids, mac }: { readonly uids: ReadonlyMap<string, string>; readonly mac: Zone },
): readonly ListedObject[] {
  const counts = new Map<string, number>();
  for (const { uid } of rows) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  return rows.map((row) => {
    const { uid, isSeries, series } = row;
    const repeated = (counts.get(uid) ?? 0) > 1;
    const shown = { row, href: kitEventHref(calendarHref, uid), uid: uids.get(uid) ?? uid, repeated };
    if (!repeated || isSeries) return shown;
    const wall = series === undefined ? 0 : mac.toWall(series.master.start);
    const start = printWallDateTime(wall, 'floating');
    return { ...shown, href: `${shown.href}#${start}`, uid: `${shown.uid}/${start}` };
  });
}

/** Wall times of two viewers differ by at most this much. */
const MARGIN = 36 * 60 * 60 * 1000;

/** Keeps the bounds per row, so a series is computed once. */
const { recordOf } = createRecordCache(zoneOf);

/** True if an event may overlap the window, for a viewer in any zone. */
export function mayOverlap(row: EventColumns, window: Range, mac: Zone): boolean {
  const { from, to } = boundsOf(row, mac);
  return from <= window.to + MARGIN && to >= window.from - MARGIN;
}

function boundsOf({ uid, listed, series, isSeries }: EventColumns, mac: Zone): Range {
  if (series === undefined) return ALL_TIME;
  const { start, end } = series.master;
  if (!isSeries) return { from: start, to: end };
  const ics = printKitSeries(series, mac);
  const record = recordOf({ calendarId: mac.id, href: uid, etag: listed, ics });
  const { from, to } = record.series[0]?.bounds ?? ALL_TIME;
  // The UNTIL date of an all-day series ends in the last zone on Earth.
  return { from: from - DAY, to: to + DAY };
}
