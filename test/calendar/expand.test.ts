import { describe, expect, it } from 'vitest';
import type { Zone } from '../../compilers/time/zone.js';
import { CalendarError } from '../../schemas/error.js';
import { ALL_TIME } from '../../schemas/time.js';
import { expand } from '../../src/calendar/expand.js';
import { nearest } from '../../src/calendar/nearest.js';
import { readObject } from '../../src/calendar/read-object.js';
import { zoneOf } from '../../src/calendar/zone.js';

function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}
const berlin = zone('Europe/Berlin');
const utc = zone('UTC');

function vevent(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
}

function object(...parts: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}

/** Starts (UTC, minutes) of everything in [from, to). */
function starts(ics: string, from: string, to: string, viewer: Zone = berlin): string[] {
  const range = { from: Date.parse(`${from}T00:00Z`), to: Date.parse(`${to}T00:00Z`) };
  return readObject(ics, zoneOf)
    .series.flatMap((series) => expand(series, range, viewer))
    .sort((a, b) => a.start - b.start)
    .map(({ start }) => new Date(start).toISOString().slice(0, 16));
}

function only(ics: string) {
  const [series] = readObject(ics, zoneOf).series;
  if (series === undefined) throw new Error('no series');
  return series;
}

const year = { from: Date.parse('2026-01-01T00:00Z'), to: Date.parse('2027-01-01T00:00Z') };

describe('expand', () => {
  it('keeps the wall time of a zoned series over a DST change', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART;TZID=Europe/Berlin:20260328T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
    );
    expect(starts(ics, '2026-03-01', '2026-04-01')).toEqual([
      '2026-03-28T08:00',
      '2026-03-29T07:00',
      '2026-03-30T07:00',
    ]);
  });

  it('gives single events once, without a recurrence id', () => {
    const [instance] = expand(only(object(vevent('UID:a', 'DTSTART:20260328T090000Z'))), year, berlin);
    expect(instance).toMatchObject({ recurring: false, overridden: false, allDay: false, timezone: 'UTC' });
    expect(instance).not.toHaveProperty('recurrenceId');
  });
});

export { ALL_TIME, CalendarError, nearest, utc };
