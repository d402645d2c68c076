import { printNode } from '../../../src/calendar/text/component.js';
import { writeVtimezone } from '../../../src/calendar/zones/write-vtimezone.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { DAY, MINUTE, printIcs, toInstant, toWall } from './plain-clock.js';
import { type PlainRule, printRule, startsOf } from './plain-rule.js';

/** An occurrence with its own times or title, in wall times of its series. */
export interface PlainOverride {
  readonly original: number;
  readonly start: number;
  readonly minutes: number;
  readonly title: string;
  /** Written in UTC, unlike the series. */
  readonly utc?: boolean;
}

/** A series in its own wall times, as these tests define it. */
export interface PlainSeries {
  readonly kind: 'zoned' | 'utc' | 'floating' | 'date';
  /** Zone of its wall times: the viewer's for floating times, `UTC` for dates. */
  readonly zone: string;
  readonly start: number;
  readonly minutes: number;
  readonly title: string;
  readonly rule: PlainRule;
  readonly exdates: readonly number[];
  readonly rdates: readonly number[];
  readonly overrides: readonly PlainOverride[];
}

/** One occurrence; all-day ones have dates as if in UTC, the end exclusive. */
export interface PlainOccurrence {
  /** Its start by the rule, a wall time of the series. */
  readonly original: number;
  /** Its start as the series would write it; in a clock gap, the displayed start differs. */
  readonly wall: number;
  readonly start: number;
  readonly end: number;
  /** Length as the series counts it; across clock changes, a floating one lasts longer or shorter. */
  readonly minutes: number;
  readonly title: string;
  readonly allDay: boolean;
  readonly own: boolean;
}

/** Tests ignore everything later; endless series are generated a year further. */
export const LOOKED_AT = Date.UTC(2027, 6, 1);
const GENERATED = Date.UTC(2028, 8, 1);

/** All occurrences of a series, by original start. */
export function occurrencesOf(series: PlainSeries): readonly PlainOccurrence[] {
  const set = new Set([...startsOf(series.rule, series.start, GENERATED), ...series.rdates]);
  for (const wall of series.exdates) set.delete(wall);
  const own = new Map(series.overrides.map((override) => [override.original, override]));
  return [...set]
    .sort((a, b) => a - b)
    .map((original) => {
      const override = own.get(original);
      const wall = override?.start ?? original;
      return {
        original,
        wall,
        ...spanOf(wall, override?.minutes ?? series.minutes, series),
        title: override?.title ?? series.title,
        allDay: series.kind === 'date',
        own: override !== undefined,
      };
    });
}

/**
 * Start and end from a wall time. A start in a clock gap moves forward (RFC 5545 §3.3.5). The length recurs
 * (§3.8.5.3), so the end moves along: floating ones last by wall time, all others exactly.
 */
export function spanOf(
  wall: number,
  minutes: number,
  { kind, zone }: Pick<PlainSeries, 'kind' | 'zone'>,
): Pick<PlainOccurrence, 'start' | 'end' | 'minutes'> {
  const start = toInstant(wall, zone);
  const length = minutes * MINUTE;
  const end = kind === 'floating' ? toInstant(toWall(start, zone) + length, zone) : start + length;
  return { start, end, minutes };
}

/** A series as an iCalendar object with that UID. */
export function printSeries(series: PlainSeries, uid: string, asDuration: boolean): string {
  const { kind, zone, start, rule, exdates, rdates, overrides } = series;
  const until = rule.until === undefined ? undefined : printUntil(rule.until, series);
  const master = [
    time('DTSTART', [start], series),
    ...length(start, series.minutes, series, asDuration),
    `RRULE:${printRule(rule, until)}`,
    `SUMMARY:${series.title}`,
    ...(exdates.length === 0 ? [] : [time('EXDATE', exdates, series)]),
    ...(rdates.length === 0 ? [] : [time('RDATE', rdates, series)]),
  ];
  const others = overrides.map((override) => {
    const { original, minutes, title } = override;
    const form: typeof series = override.utc ? { ...series, kind: 'utc', zone: 'UTC' } : series;
    const own = override.utc ? toInstant(override.start, zone) : override.start;
    return [
      time('RECURRENCE-ID', [original], series),
      time('DTSTART', [own], form),
      ...length(own, minutes, form, asDuration),
      `SUMMARY:${title}`,
    ];
  });
  const found = kind === 'zoned' ? zoneOf(zone) : undefined;
  const definition = found === undefined ? '' : printNode(writeVtimezone(found, toInstant(start, zone)));
  const events = [master, ...others].map((lines) =>
    [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20260101T000000Z',
      ...lines,
      'LOCATION:Meridian',
      'X-KEEP;X-A="b;c":d\\,e',
      'END:VEVENT',
      '',
    ].join('\r\n'),
  );
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${definition}${events.join('')}END:VCALENDAR\r\n`;
}

type Form = Pick<PlainSeries, 'kind' | 'zone'>;

function time(name: string, walls: readonly number[], { kind, zone }: Form): string {
  const values = walls.map((wall) => printIcs(wall, kind === 'date') + (kind === 'utc' ? 'Z' : ''));
  const parameter = { date: ';VALUE=DATE', zoned: `;TZID=${zone}`, utc: '', floating: '' }[kind];
  return `${name}${parameter}:${values}`;
}

function length(start: number, minutes: number, form: Form, asDuration: boolean): readonly string[] {
  if (asDuration) return [`DURATION:${form.kind === 'date' ? `P${minutes / 1440}D` : `PT${minutes}M`}`];
  const { end } = spanOf(start, minutes, form);
  const last = form.kind === 'floating' ? start + minutes * MINUTE : toWall(end, form.zone);
  return [time('DTEND', [last], form)];
}

function printUntil(until: number, { kind, zone }: PlainSeries): string {
  if (kind === 'date' || kind === 'floating') return printIcs(until, kind === 'date');
  return `${printIcs(toInstant(until, zone), false)}Z`;
}

/** Day by day, so that a difference is readable; drops everything after `LOOKED_AT`. */
export function printOccurrences(list: readonly PlainOccurrence[]): readonly string[] {
  return list
    .filter(({ start }) => start < LOOKED_AT)
    .map(({ start, end, title, allDay }) => {
      const from = new Date(start).toISOString();
      return allDay
        ? `${from.slice(0, 10)} for ${(end - start) / DAY} days ${title}`
        : `${from.slice(0, 16)}Z for ${(end - start) / MINUTE} minutes ${title}`;
    })
    .sort();
}
