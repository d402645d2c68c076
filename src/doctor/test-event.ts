import type { Range } from '../../schemas/model/time.js';
import { expand } from '../calendar/expand/expand.js';
import { readObject } from '../calendar/read/read-object.js';
import { components, parseCalendar, printNode, property } from '../calendar/text/component.js';
import { escapeText, makeProperty, unescapeText } from '../calendar/text/content-line.js';
import { writeVtimezone } from '../calendar/zones/write-vtimezone.js';
import { zoneOf } from '../calendar/zones/zone.js';

/** Far from the user's current events, but near enough for every server. */
const DAYS_AHEAD = 700;
/** Its half-hour offset and DST expose servers with rough zone support. */
const ZONE = 'America/St_Johns';
/** Text that has broken servers: CDATA ends, entities, separators, astral characters, long lines, both directions. */
const TEXTS = {
  LOCATION: 'Room 1; 2, "3" \\ back',
  DESCRIPTION: `a ]]> b &amp; <c>\nsecond line; ${'long '.repeat(40)}\u05e9\u05dc\u05d5\u05dd \u{1f9d1}\u200d\u{1f680} e\u0301`,
} as const;
const TITLE = 'calendar-mcp doctor';
const CHANGED_TITLE = 'calendar-mcp doctor (changed)';
const DAY_MS = 86_400_000;
const COUNT = 4;

/** Builds an event that explains itself to its finder and contains everything that servers are known to break. */
export function testEvent(uid: string, now: number): { readonly ics: string; readonly range: Range } {
  const zone = zoneOf(ZONE);
  if (zone === undefined) throw new Error(`the zone ${ZONE} is missing`);
  const day = new Date(now + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const lines = [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;TZID=${ZONE}:${day}T033000`,
    `DTEND;TZID=${ZONE}:${day}T041500`,
    `RRULE:FREQ=WEEKLY;COUNT=${COUNT}`,
    `SUMMARY:${TITLE}`,
    'TRANSP:TRANSPARENT',
  ];
  const texts = Object.entries(TEXTS).map(([name, text]) => makeProperty(name, escapeText(text)).raw);
  const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//calendar-builder-mcp//doctor//EN\r\n';
  const zoneText = printNode(writeVtimezone(zone, now));
  const ics = `${head}${zoneText}${lines.join('\r\n')}\r\n${texts.join('')}END:VEVENT\r\nEND:VCALENDAR\r\n`;
  const from = now + (DAYS_AHEAD + 12) * DAY_MS;
  return { ics, range: { from, to: from + 4 * DAY_MS } };
}

export function changedEvent(ics: string): string {
  return ics.replace(/^SUMMARY:[^\r\n]*/m, `SUMMARY:${CHANGED_TITLE}`);
}

/** Names the fields that the server changed. */
export function differences(written: string, stored: string): readonly string[] {
  const found = Object.entries(textsOf(written))
    .filter(([name, text]) => textsOf(stored)[name] !== text)
    .map(([name]) => name.toLowerCase());
  return timesOf(written) === timesOf(stored) ? found : [...found, 'times'];
}

function textsOf(ics: string): Readonly<Record<string, string>> {
  const [calendar] = components(parseCalendar(ics), 'VCALENDAR');
  const [event] = calendar === undefined ? [] : components(calendar.children, 'VEVENT');
  const names = ['SUMMARY', ...Object.keys(TEXTS)];
  const value = (name: string): string => (event === undefined ? '' : (property(event, name)?.value ?? ''));
  return Object.fromEntries(names.map((name) => [name, unescapeText(value(name))]));
}

/** Lists every start and end as instants. */
export function timesOf(ics: string): string {
  const { series } = readObject(ics, zoneOf);
  const zone = zoneOf('UTC');
  if (zone === undefined) throw new Error('the zone UTC is missing');
  const all = { from: 0, to: Date.UTC(2100, 0) };
  return series.flatMap((one) => expand(one, all, zone).map(({ start, end }) => `${start}/${end}`)).join();
}
