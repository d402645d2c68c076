import type { Zone } from '../../../compilers/time/zone.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { type ObjectRecord, readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

export const read = (ics: string): ObjectRecord => readObject(ics, zoneOf);

export function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

export function event(...lines: string[]): string {
  return calendar('BEGIN:VEVENT', 'UID:a', 'DTSTART:20261126T090000Z', ...lines, 'END:VEVENT');
}

export function instance(ics: string, viewerId = 'Europe/Berlin') {
  const viewer: Zone | undefined = zoneOf(viewerId);
  const [series] = read(ics).series;
  if (series === undefined || viewer === undefined) throw new Error('nothing to expand');
  const [first] = expand(series, ALL_TIME, viewer);
  if (first === undefined) throw new Error('no occurrence');
  return { ...first, from: new Date(first.start).toISOString(), to: new Date(first.end).toISOString() };
}
