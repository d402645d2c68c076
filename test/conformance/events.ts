import { components, parseCalendar, property } from '../../src/calendar/text/component.js';
import { escapeText, makeProperty, unescapeText } from '../../src/calendar/text/content-line.js';

const BERLIN = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** A calendar object of VEVENTs from their lines; adds DTSTAMP and UID. */
export function calendarOf(uid: string, ...events: readonly (readonly string[])[]): string {
  const needsZone = events.flat().some((line) => line.includes('TZID=Europe/Berlin'));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//conformance//EN',
    ...(needsZone ? BERLIN : []),
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      unended(makeProperty('UID', uid).raw),
      'DTSTAMP:20260101T000000Z',
      ...event,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** A plain one-hour event on 10 March 2026 with that title. */
export function titled(uid: string, title: string): string {
  const summary = unended(makeProperty('SUMMARY', escapeText(title)).raw);
  return calendarOf(uid, ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z', summary]);
}

/** Decoded values of a property of the first VEVENT. */
export function textOf(ics: string, name: string): string | undefined {
  const event = components(parseCalendar(ics), 'VCALENDAR').flatMap(({ children }) =>
    components(children, 'VEVENT'),
  )[0];
  const value = event === undefined ? undefined : property(event, name)?.value;
  return value === undefined ? undefined : unescapeText(value);
}

function unended(raw: string): string {
  return raw.replace(/\r\n$/, '');
}
