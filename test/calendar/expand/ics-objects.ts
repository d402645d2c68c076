import type { Zone } from '../../../compilers/time/zone.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

export function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}
export const berlin = zone('Europe/Berlin');

export function vevent(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
}

export function object(...parts: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}

export const at = (text: string): number => Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`);

export function instances(ics: string, from = '2026-01-01', to = '2027-01-01', viewer: Zone = berlin) {
  return readObject(ics, zoneOf)
    .series.flatMap((series) => expand(series, { from: at(from), to: at(to) }, viewer))
    .sort((a, b) => a.start - b.start);
}

/** Starts in UTC, to the minute. */
export function starts(ics: string, from = '2026-01-01', to = '2027-01-01', viewer: Zone = berlin): string[] {
  return instances(ics, from, to, viewer).map(({ start }) => new Date(start).toISOString().slice(0, 16));
}

/** Start and end in UTC. */
export function spans(ics: string, from = '2026-01-01', to = '2027-01-01', viewer: Zone = berlin): string[] {
  return instances(ics, from, to, viewer).map(({ start, end }) =>
    [start, end].map((time) => new Date(time).toISOString().slice(0, 16)).join('/'),
  );
}

export function only(ics: string) {
  const [series] = readObject(ics, zoneOf).series;
  if (series === undefined) throw new Error('no series');
  return series;
}

/** Daily at nine in Berlin from Monday 2 November 2026. */
export const daily = (...lines: string[]): string =>
  vevent('UID:a', 'SUMMARY:A', 'DTSTART;TZID=Europe/Berlin:20261102T090000', 'DURATION:PT1H', ...lines);
