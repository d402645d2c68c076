import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { event, ics } from '../../engine/service-on-memory.js';
import { localOf, minuteOf, type Span } from './minutes.js';

export const ME = 'me@example.org';

/** Where somebody asks, and a day around which the clocks change there: both ways, by half an hour, at midnight, never. */
export const PLACES = [
  { zone: 'Europe/Berlin', day: '2027-03-27' },
  { zone: 'Europe/Berlin', day: '2027-10-30' },
  { zone: 'America/New_York', day: '2027-03-13' },
  { zone: 'Australia/Lord_Howe', day: '2027-04-03' },
  { zone: 'America/Havana', day: '2027-03-13' },
  { zone: 'Asia/Kathmandu', day: '2027-05-08' },
] as const;

/** An event as the test knows it; nothing of it is read from iCalendar. */
export interface GridEvent {
  readonly title: string;
  readonly calendar: 0 | 1;
  readonly allDay: boolean;
  /** Of the first day, or of the first start. */
  readonly local: Temporal.PlainDateTime;
  /** Days of an all-day event, otherwise minutes. */
  readonly length: number;
  /** Undefined: it floats. */
  readonly zone: string | undefined;
  readonly days: number;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly isFree: boolean;
  readonly response: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'NEEDS-ACTION' | undefined;
}

const often = <T>(value: T, ...others: readonly T[]) => fc.constantFrom(value, value, value, ...others);

const dayAndMinute = ([day, minute]: readonly [number, number]): number => day * 1440 + minute;

/** Some events of a few days from a day on, by day if they should be in the way of each other. */
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

/** One time that an event takes up, whoever it belongs to. */
export interface GridTime extends Span {
  readonly event: GridEvent;
}

/**
 * When an event is, for somebody in a zone. A repeated one keeps its time of day; one that floats, or lasts all day, is
 * over when the clocks there say so, and a start that these leave out takes its end with it.
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

/** Takes its owner's time. */
export function isTaking({ isFree, status, response }: GridEvent): boolean {
  return !isFree && status !== 'CANCELLED' && response !== 'DECLINED';
}

/** It is not certain that it takes place, or that its owner is there. */
export function isUncertain({ status, response }: GridEvent): boolean {
  return status === 'TENTATIVE' || response === 'TENTATIVE';
}

/** Something else may come first: it is uncertain, or nobody has answered. */
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
