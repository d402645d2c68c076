import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { event, ics } from '../../engine/service-on-memory.js';
import { localOf, minuteOf, type Span } from './minutes.js';

export const ME = 'me@example.org';

/** A zone, and a day around which its clocks change: both ways, by half an hour, at midnight, never. */
export const PLACES = [
  { zone: 'Europe/Berlin', day: '2027-03-27' },
  { zone: 'Europe/Berlin', day: '2027-10-30' },
  { zone: 'America/New_York', day: '2027-03-13' },
  { zone: 'Australia/Lord_Howe', day: '2027-04-03' },
  { zone: 'America/Havana', day: '2027-03-13' },
  { zone: 'Asia/Kathmandu', day: '2027-05-08' },
] as const;

/** An event as the test defines it, independent of iCalendar. */
export interface GridEvent {
  readonly title: string;
  readonly calendar: 0 | 1;
  readonly allDay: boolean;
  /** The first day, or the first start. */
  readonly local: Temporal.PlainDateTime;
  /** Days of an all-day event, otherwise minutes. */
  readonly length: number;
  /** Undefined for a floating event. */
  readonly zone: string | undefined;
  readonly days: number;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly isFree: boolean;
  readonly response: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'NEEDS-ACTION' | undefined;
}

const often = <T>(value: T, ...others: readonly T[]) => fc.constantFrom(value, value, value, ...others);

const dayAndMinute = ([day, minute]: readonly [number, number]): number => day * 1440 + minute;

/** Events of a few days from `day` on; `byDay` makes them likely to conflict. */
export function randomEvents(day: string, byDay = false): fc.Arbitrary<readonly GridEvent[]> {
  const one = fc.record({
    calendar: fc.constantFrom<0 | 1>(0, 1),
    allDay: often(false, false, true),
    at: byDay
      ? fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 8 * 60, max: 20 * 60 })).map(dayAndMinute)
      : fc.integer({ min: -24 * 60, max: 84 * 60 }),
    minutes: byDay
      ? fc.constantFrom(15, 25, 30, 60, 75, 120)
      : fc.constantFrom(0, 5, 25, 30, 45, 60, 61, 90, 240, 700, 1800),
    zone: byDay
      ? fc.constant(undefined)
      : often<string | undefined>('Europe/Berlin', undefined, 'America/New_York', 'Asia/Tokyo', 'UTC'),
    days: often(1, 2, 4),
    status: often<GridEvent['status']>('CONFIRMED', 'TENTATIVE', 'CANCELLED'),
    isFree: often(false, true),
    response: often<GridEvent['response']>(undefined, 'ACCEPTED', 'DECLINED', 'TENTATIVE', 'NEEDS-ACTION'),
  });
  const size = byDay ? { minLength: 6, maxLength: 12 } : { maxLength: 9 };
  return fc.array(one, size).map((all) =>
    all.map(({ at, minutes, ...rest }, index): GridEvent => {
      const local = Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes: at });
      return rest.allDay
        ? {
            ...{ ...rest, zone: undefined, title: `E${index}` },
            ...{ local: local.round('day'), length: 1 + (minutes % 3) },
          }
        : { ...rest, title: `E${index}`, local, length: minutes };
    }),
  );
}

/** One span of an event, with its event. */
export interface GridTime extends Span {
  readonly event: GridEvent;
}

/**
 * The times of an event for a viewer in a zone. A repeated one keeps its time of day. A floating or all-day one ends
 * by the clocks of that zone, and a start in a gap moves its end along.
 */
export function timesOf(event: GridEvent, viewer: string): readonly GridTime[] {
  const { allDay, length, zone } = event;
  return Array.from({ length: event.days }, (_, n) => {
    const local = event.local.add({ days: n });
    const from = minuteOf(local, zone ?? viewer);
    const begun = localOf(from, viewer).toPlainDateTime();
    const floating = minuteOf(allDay ? local.add({ days: length }) : begun.add({ minutes: length }), viewer);
    return { event, from, to: zone === undefined ? floating : from + length };
  });
}

/** True if it makes its owner busy. */
export function isTaking({ isFree, status, response }: GridEvent): boolean {
  return !isFree && status !== 'CANCELLED' && response !== 'DECLINED';
}

/** True if it, or its owner's presence, is uncertain. */
export function isUncertain({ status, response }: GridEvent): boolean {
  return status === 'TENTATIVE' || response === 'TENTATIVE';
}

/** True if something else may take precedence: it is uncertain or unanswered. */
export function isGivingWay(event: GridEvent): boolean {
  return isUncertain(event) || event.response === 'NEEDS-ACTION';
}

function digits(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
}

function lengthOf(one: GridEvent): string {
  if (one.allDay) return `DURATION:P${one.length}D`;
  const end = digits(one.local.add({ minutes: one.length }));
  return one.zone === undefined ? `DTEND:${end}` : `DURATION:PT${one.length}M`;
}

export function printEvent(one: GridEvent): string {
  const date = digits(one.local);
  const zone = one.zone === undefined || one.zone === 'UTC' ? '' : `;TZID=${one.zone}`;
  const start = one.allDay
    ? `DTSTART;VALUE=DATE:${date.slice(0, 8)}`
    : `DTSTART${zone}:${date}${one.zone === 'UTC' ? 'Z' : ''}`;
  return ics(
    ...event(
      `UID:${one.title}@grid`,
      `SUMMARY:${one.title}`,
      start,
      lengthOf(one),
      `STATUS:${one.status}`,
      ...(one.isFree ? ['TRANSP:TRANSPARENT'] : []),
      ...(one.days > 1 ? [`RRULE:FREQ=DAILY;COUNT=${one.days}`] : []),
      ...(one.response === undefined
        ? []
        : [`ORGANIZER:mailto:${ME}`, `ATTENDEE;PARTSTAT=${one.response}:mailto:${ME}`]),
    ),
  );
}
