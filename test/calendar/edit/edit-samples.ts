import { DAY } from '../../../compilers/time/civil.js';
import type { EventTime } from '../../../compilers/time/time-value.js';
import type { EditContext } from '../../../src/calendar/edit/event/edit-context.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

export const BERLIN = 'Europe/Berlin';

function zone(name: string) {
  const found = zoneOf(name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** `2026-11-24T09:00` in a zone. */
export function time(text: string, name = BERLIN): EventTime {
  const wall = Date.parse(`${text}:00Z`);
  return { kind: 'time', wall, instant: zone(name).toInstant(wall), zone: name };
}

export function date(text: string): EventTime {
  return { kind: 'date', day: Date.parse(`${text}T00:00Z`) / DAY };
}

export function context(over: Partial<EditContext> = {}): EditContext {
  return {
    now: Date.UTC(2026, 10, 21, 12),
    zones: zoneOf,
    uid: 'new@example.org',
    newUid: () => 'second@example.org',
    organizer: 'owner@example.org',
    timezone: BERLIN,
    ...over,
  };
}

/** A calendar of events from their lines; adds UID and DTSTAMP. */
export function calendar(...events: readonly (readonly string[])[]): string {
  const parts = events.flatMap((lines) => [
    'BEGIN:VEVENT',
    'UID:one@example.org',
    'DTSTAMP:20260101T000000Z',
    ...lines,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}

/** `id start minutes title` of every occurrence up to 2028, in Berlin time. */
export function rows(ics: string | undefined, to = Date.UTC(2028, 0, 1)): readonly string[] {
  if (ics === undefined) return [];
  return readObject(ics, zoneOf)
    .series.flatMap((series) => expand(series, { from: Date.UTC(2020, 0, 1), to }, zone(BERLIN)))
    .map(({ recurrenceId, start, end, startWall, allDay, fields }) => {
      const text = new Date(startWall).toISOString();
      const when = allDay ? text.slice(0, 10) : text.slice(0, 16);
      return `${recurrenceId ?? '-'} ${when} ${(end - start) / 60_000} ${fields.title}`;
    });
}

/** The unfolded lines of an object. */
export function lines(ics: string | undefined): readonly string[] {
  return (ics ?? '').replace(/\r\n[ \t]/g, '').split('\r\n');
}
