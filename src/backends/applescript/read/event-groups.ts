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
import { macTimeForm, printStored, type StoredParts } from './event-ics.js';
import type { EventColumns } from './event-row.js';
import { readRule } from './plain-rule.js';
import type { UidAlias } from './uid-aliases.js';

/** Rows of one calendar that make one object: an event or series, and the occurrences that were changed by us. */
export interface EventGroup {
  /** UID property value. */
  readonly uid: string;
  readonly master: EventColumns;
  readonly overrides: readonly { readonly row: EventColumns; readonly original: number }[];
  /** Several events have the uid: occurrences that were changed in Calendar, which does not say which they are. */
  readonly repeated: boolean;
}

/** A wall time of one viewer lies this far from that of another at most. */
const MARGIN = 36 * 60 * 60 * 1000;

export function groupRows(
  rows: readonly EventColumns[],
  aliases: ReadonlyMap<string, UidAlias>,
): readonly EventGroup[] {
  const counts = new Map<string, number>();
  for (const { uid } of rows) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  const linked = new Map<string, { row: EventColumns; original: number }[]>();
  const masters: EventColumns[] = [];
  for (const row of rows) {
    const { master, original } = aliases.get(row.uid) ?? {};
    if (master === undefined || original === undefined || counts.get(master) !== 1) masters.push(row);
    else linked.set(master, [...(linked.get(master) ?? []), { row, original }]);
  }
  return masters.map((master) => {
    const repeated = (counts.get(master.uid) ?? 0) > 1;
    const shown = shownUid(master.uid, aliases);
    return {
      uid: repeated && master.rule === '' ? `${shown}/${printWallDateTime(master.start, 'floating')}` : shown,
      master,
      overrides: (linked.get(master.uid) ?? []).sort((a, b) => a.original - b.original),
      repeated,
    };
  });
}

/** Of changed occurrences without their series, which others left behind, each is a separate event. */
export function shownUid(uid: string, aliases: ReadonlyMap<string, UidAlias>): string {
  const alias = aliases.get(uid);
  return alias === undefined || alias.master !== undefined ? uid : alias.uid;
}

/** The same bounds for the same row: series are worked out once. */
const { recordOf } = createRecordCache(zoneOf);

/** The events of Calendar behind one object. */
export function groupColumns({ master, overrides }: EventGroup): readonly EventColumns[] {
  return [master, ...overrides.map(({ row }) => row)];
}

/** Whether a group may have an occurrence in a window, for a viewer in any zone. */
export function mayOverlap(group: EventGroup, window: Range, zone: Zone): boolean {
  return groupColumns(group).some((row) => {
    const { from, to } = boundsOf(row, zone);
    return from <= window.to + MARGIN && to >= window.from - MARGIN;
  });
}

/** Contains every occurrence of a group, for a viewer in any zone. */
export function boundsOfGroup(group: EventGroup, zone: Zone): Range {
  const bounds = groupColumns(group).map((row) => boundsOf(row, zone));
  return {
    from: Math.max(ALL_TIME.from, Math.min(...bounds.map(({ from }) => from)) - MARGIN),
    to: Math.min(ALL_TIME.to, Math.max(...bounds.map(({ to }) => to)) + MARGIN),
  };
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

/** The address of a group's object; events that share their uid differ by their starts, except the series. */
export function hrefOfGroup(calendar: string, { master, repeated }: EventGroup): string {
  const { uid, start, rule } = master;
  const turn = repeated && rule === '' ? { start: printWallDateTime(start, 'floating') } : {};
  return eventHref({ calendar, uid, ...turn });
}

/** What the rest of the program sees of a group. */
export function objectOf(
  place: { readonly calendarId: string; readonly href: string },
  parts: StoredParts,
  zone: Zone,
): CalendarObject {
  return { ...place, etag: fingerprint(parts), ics: printStored(parts, zone) };
}

/** The UID is no property of Calendar's: a note may come later than the event. */
function fingerprint({ uid, master, overrides }: StoredParts): string {
  const hash = createHash('sha256').update(`${uid}\n${master.text}`);
  for (const { original, stored } of overrides) hash.update(`\n${original}\n${stored.text}`);
  return `"${hash.digest('hex').slice(0, 32)}"`;
}
