import { createHash } from 'node:crypto';
import { eventHref } from '../../../../compilers/targets/applescript/calendar-address.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { ALL_TIME, type Range } from '../../../../schemas/model/time.js';
import { createRecordCache } from '../../../calendar/read/record-cache.js';
import { makeComponent, printNode } from '../../../calendar/text/component.js';
import { makeProperty } from '../../../calendar/text/content-line.js';
import { printWallDateTime, timeProperty } from '../../../calendar/text/time-form.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import type { CalendarObject } from '../../../ports/backend.js';
import { macTimeForm, printStored } from './event-ics.js';
import type { EventColumns, StoredEvent } from './event-row.js';
import { readRule } from './plain-rule.js';

/** A row of a calendar as the object it is. */
export interface ListedObject {
  readonly row: EventColumns;
  readonly href: string;
  /** UID property value. */
  readonly uid: string;
  /** Several events have the uid: occurrences that were changed in Calendar, which does not say which they are. */
  readonly repeated: boolean;
}

/** Events that share their uid differ by their starts, except the series. */
export function listObjects(
  calendarHref: string,
  rows: readonly EventColumns[],
  uids: ReadonlyMap<string, string>,
): readonly ListedObject[] {
  const counts = new Map<string, number>();
  for (const { uid } of rows) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  return rows.map((row) => {
    const repeated = (counts.get(row.uid) ?? 0) > 1;
    const shown = uids.get(row.uid) ?? row.uid;
    const start = repeated && row.rule === '' ? printWallDateTime(row.start, 'floating') : undefined;
    const href = eventHref({ calendar: calendarHref, uid: row.uid, ...(start !== undefined && { start }) });
    return { row, href, uid: start === undefined ? shown : `${shown}/${start}`, repeated };
  });
}

/** A wall time of one viewer lies this far from that of another at most. */
const MARGIN = 36 * 60 * 60 * 1000;

/** The same bounds for the same row: series are worked out once. */
const { recordOf } = createRecordCache(zoneOf);

/** Whether an event may have an occurrence in a window, for a viewer in any zone. */
export function mayOverlap(row: EventColumns, window: Range, zone: Zone): boolean {
  const { from, to } = boundsOf(row, zone);
  return from <= window.to + MARGIN && to >= window.from - MARGIN;
}

function boundsOf({ uid, start, end, rule, unreadable }: EventColumns, zone: Zone): Range {
  if (unreadable !== undefined) return ALL_TIME;
  if (rule === '')
    return { from: zone.toInstant(start), to: Math.max(zone.toInstant(end), zone.toInstant(start)) };
  const { rule: plain, lines } = readRule(rule);
  const form = macTimeForm(false, zone);
  const event = makeComponent('VEVENT', [
    makeProperty('UID', 'series'),
    timeProperty('DTSTART', [start], form),
    timeProperty('DTEND', [Math.max(start, end)], form),
    ...(plain === '' ? [] : [makeProperty('RRULE', plain)]),
    ...lines
      .filter(({ name }) => name === 'RDATE')
      .map(({ name, value, parameters }) => makeProperty(name, value, parameters)),
  ]);
  const ics = printNode(makeComponent('VCALENDAR', [event]));
  const record = recordOf({ calendarId: zone.id, href: uid, etag: `${start} ${end} ${rule}`, ics });
  const { from, to } = record.series[0]?.bounds ?? ALL_TIME;
  // An all-day series that ends by a date ends with that day's last moment in the last zone.
  return { from: from - DAY, to: to + DAY };
}

/** What the rest of the program sees of an event. The version is of the text that a write compares. */
export function objectOf(
  place: { readonly calendarId: string; readonly href: string },
  uid: string,
  stored: StoredEvent,
  zone: Zone,
): CalendarObject {
  const hash = createHash('sha256').update(`${uid}\n${stored.text}`).digest('hex');
  return { ...place, etag: `"${hash.slice(0, 32)}"`, ics: printStored(uid, stored, zone) };
}
