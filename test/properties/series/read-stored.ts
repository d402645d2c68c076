import ICAL from 'ical.js';
import { MINUTE, readIcs, toInstant, toWall } from './plain-clock.js';
import { readRule } from './plain-rule.js';
import { occurrencesOf, type PlainOccurrence, type PlainSeries, spanOf } from './plain-series.js';

interface StoredTime {
  readonly text: string;
  readonly zone: string | undefined;
}

/**
 * The occurrences of a stored object, parsed by ical.js and expanded here. Overrides on no start of the series count,
 * as in calendars. Floating times are in the viewer's zone.
 */
export function readStored(text: string, viewer: string): readonly PlainOccurrence[] {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const master = events.find((event) => event.getFirstProperty('recurrence-id') === null);
  if (master === undefined) throw new Error('only overrides are stored');
  const series = readMaster(master, viewer);
  const others = events.filter((event) => event !== master).map((event) => readOverride(event, series));
  const plain = occurrencesOf(series);
  const taken = new Set(others.map(({ original }) => original));
  const shown = others.filter(({ original }) => !series.exdates.includes(original));
  return [...plain.filter(({ original }) => !taken.has(original)), ...shown];
}

type Component = InstanceType<typeof ICAL.Component>;

function readMaster(event: Component, viewer: string): PlainSeries {
  const [start] = times(event, 'dtstart');
  if (start === undefined) throw new Error('an event without DTSTART is stored');
  const form = formOf(start, viewer);
  const wall = readIcs(start.text);
  const walls = (name: string): readonly number[] =>
    times(event, name).map((time) => wallIn(time, { ...form, start: wall }));
  const rrules = event.getAllProperties('rrule');
  if (rrules.length > 1) throw new Error('two RRULEs are stored');
  const text = rrules[0]?.getFirstValue()?.toString();
  const once = { freq: 'DAILY', interval: 1, byDay: [], byMonthDay: [], byMonth: [], weekStart: 1 } as const;
  return {
    ...form,
    start: wall,
    minutes: lengthOf(event, wall, form),
    title: String(event.getFirstPropertyValue('summary') ?? ''),
    rule: text === undefined ? { ...once, count: 1 } : readRule(text, form.zone),
    exdates: walls('exdate'),
    rdates: walls('rdate'),
    overrides: [],
  };
}

function readOverride(event: Component, series: PlainSeries): PlainOccurrence {
  const [id] = times(event, 'recurrence-id');
  const [start] = times(event, 'dtstart');
  if (id === undefined || start === undefined) throw new Error('an override without its times is stored');
  const form = formOf(start, series.kind === 'floating' ? series.zone : 'UTC');
  const wall = readIcs(start.text);
  return {
    original: wallIn(id, series),
    wall,
    ...spanOf(wall, lengthOf(event, wall, form), form),
    title: String(event.getFirstPropertyValue('summary') ?? ''),
    allDay: form.kind === 'date',
    own: true,
  };
}

type Form = Pick<PlainSeries, 'kind' | 'zone'>;

function formOf({ text, zone }: StoredTime, viewer: string): Form {
  if (!text.includes('T')) return { kind: 'date', zone: 'UTC' };
  if (text.endsWith('Z')) return { kind: 'utc', zone: 'UTC' };
  return zone === undefined ? { kind: 'floating', zone: viewer } : { kind: 'zoned', zone };
}

/** A stored time as a wall time of its series. */
function wallIn(time: StoredTime, series: Form & { readonly start: number }): number {
  const form = formOf(time, series.zone);
  const wall = readIcs(time.text);
  if (form.kind === series.kind && form.zone === series.zone) return wall;
  return toWall(toInstant(wall, form.zone), series.zone);
}

function times(event: Component, name: string): readonly StoredTime[] {
  return event.getAllProperties(name).flatMap((property) => {
    const zone = property.getParameter('tzid');
    return property.getValues().map((value) => ({
      // jCal writes dates with hyphens.
      text: String(value instanceof ICAL.Time ? value.toICALString() : value).replace(/[-:]/g, ''),
      zone: typeof zone === 'string' ? zone : undefined,
    }));
  });
}

/** The length in minutes; without an end, a day or zero (RFC 5545 §3.6.1). */
function lengthOf(event: Component, start: number, form: Form): number {
  const [end] = times(event, 'dtend');
  if (end !== undefined) {
    const own = formOf(end, form.zone);
    const last = readIcs(end.text);
    if (form.kind === 'floating' || form.kind === 'date') return (last - start) / MINUTE;
    return (toInstant(last, own.zone) - toInstant(start, form.zone)) / MINUTE;
  }
  const duration = event.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) return duration.toSeconds() / 60;
  return form.kind === 'date' ? 1440 : 0;
}
