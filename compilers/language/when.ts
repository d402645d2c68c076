import {
  civilDate,
  DAY,
  dayOfWall,
  daysInMonth,
  isoWeekday,
  MINUTE,
  printDate,
  timeOfWall,
} from '../time/civil.js';
import type { ClockReading } from '../time/clock-phrases.js';
import type { DayReading, DaySpan } from '../time/dated-days.js';
import { weekdayOf } from '../time/dated-days.js';
import type { Length } from '../time/length-phrases.js';
import { printMinutes } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import type { TimeScope } from '../time/time-value.js';
import type { Repeat } from './repeat-phrases.js';
import type { Span } from './scan.js';

/** Everything a request says about time. */
export interface When {
  readonly days?: DayReading & { readonly minutes?: number };
  /** The words for the days, without what leads to them. */
  readonly said?: string;
  readonly clock?: ClockReading;
  /** Another time that is as good: `at 7 or 8`. */
  readonly otherClock?: ClockReading;
  readonly length?: Length;
  /** One of two days: `Wednesday or Thursday`. */
  readonly isEither?: true;
  /** Days or times that do not belong together: not all of them was understood. */
  readonly isMixed?: true;
  readonly allDay: boolean;
  readonly zones: readonly string[];
  readonly repeat?: Repeat;
  readonly until?: DayReading;
  readonly count?: number;
}

/** A possible start: a day, with a time of day or whole, and for whole days the last one. */
export interface Start {
  readonly day: number;
  readonly minutes?: number;
  readonly lastDay: number;
}

const EVENING = /\b(?:dinner|supper|drinks?|party|concert|theatre|theater|cinema|movies?|opera|choir|pub)\b/i;
const MORNING = /\bbreakfast\b/i;
const OR = /^,? or (?:on )?$/i;
const TO = /^ ?(?:to|until|till|through|-|–|—) ?$/i;

/** Gathers the spans of a request; `text` helps to tell the evening from the morning. */
export function whenOf(spans: readonly Span[], text: string): When {
  const all = <Kind extends Span['kind']>(kind: Kind) =>
    spans.filter((span): span is Extract<Span, { kind: Kind }> => span.kind === kind);
  const [day, other] = all('day');
  const repeats = all('repeat').map(({ value }) => value);
  // `weekly … on Fridays` is one repetition.
  const repeat = repeats.length === 0 ? undefined : ({ ...repeats[1], ...repeats[0] } as Repeat);
  const [until] = all('until');
  const [length] = all('length');
  const [count] = all('count');
  const days =
    overnightIn(spans, text) !== undefined && day !== undefined
      ? day.value
      : day !== undefined &&
          other !== undefined &&
          joins(text.slice(day.end, other.at), day.value, other.value)
        ? throughout(day.value, other.value)
        : day !== undefined && until !== undefined && repeat === undefined
          ? throughout(day.value, until.value)
          : day !== undefined && other !== undefined && OR.test(text.slice(day.end, other.at))
            ? eitherOf(day.value, other.value)
            : (day?.value ?? (repeat === undefined ? until?.value : undefined));
  const within = day !== undefined && isWithin(day, text) ? day.value : undefined;
  const lastDays = repeat === undefined ? undefined : (until?.value ?? within);
  const overnight = overnightIn(spans, text);
  const clock =
    overnight ??
    clockOf(
      all('clock').map(({ value }) => value),
      text,
    );
  const [oneTime, orTime] = all('clock').filter(({ value }) => value.part === undefined);
  const otherClock =
    oneTime !== undefined && orTime !== undefined && OR.test(text.slice(oneTime.end, orTime.at))
      ? clockOf(
          [
            orTime.value,
            ...all('clock')
              .map(({ value }) => value)
              .filter(({ part }) => part !== undefined),
          ],
          text,
        )
      : undefined;
  return {
    ...(days !== undefined && { days }),
    ...(day !== undefined && days === day.value && { said: bareWords(text.slice(day.at, day.end)) }),
    ...(clock !== undefined && { clock }),
    ...(days !== undefined &&
      other !== undefined &&
      days !== day?.value &&
      OR.test(text.slice(day?.end, other.at)) && { isEither: true as const }),
    ...(otherClock !== undefined && { otherClock }),
    ...(length !== undefined && { length: length.value }),
    ...(repeat !== undefined && { repeat }),
    ...(lastDays !== undefined && { until: lastDays }),
    ...(repeat !== undefined && count !== undefined && { count: count.value }),
    ...(overnight === undefined &&
      ((other !== undefined && days === day?.value) ||
        (orTime !== undefined && otherClock === undefined)) && {
        isMixed: true as const,
      }),
    allDay: all('allDay').length > 0,
    zones: all('zone')[0]?.value ?? [],
  };
}

/** `from Friday 6pm to Saturday 11am` is one time, that ends on another day. */
function overnightIn(spans: readonly Span[], text: string): ClockReading | undefined {
  const [day, clock, other, end, ...more] = spans.filter(({ kind }) => kind === 'day' || kind === 'clock');
  if (day?.kind !== 'day' || clock?.kind !== 'clock' || other?.kind !== 'day' || end?.kind !== 'clock')
    return undefined;
  if (more.length > 0 || !TO.test(text.slice(clock.end, other.at))) return undefined;
  const days = other.value.choices[0].from - day.value.choices[0].from;
  return days > 0 ? { from: clock.value.from, to: end.value.from + days * 1440 } : undefined;
}

/** `every day this week`: the repetition ends with it, unless it begins there. */
function isWithin({ at, value }: Span & { kind: 'day' }, text: string): boolean {
  const [{ from, to }] = value.choices;
  return (
    to - from > 1 &&
    !/^(?:starting|from|since)/i.test(text.slice(at)) &&
    !/(?:starting|beginning|from) $/i.test(text.slice(0, at))
  );
}

function eitherOf(first: DayReading, second: DayReading): DayReading {
  return { choices: [first.choices[0], second.choices[0]] };
}

function bareWords(text: string): string {
  return text.toLowerCase().replace(/^(?:on|for|by|in|during|of|from)? ?(?:the )?/, '');
}

/** `Monday to Friday`, and days that follow one another: `Saturday and Sunday`. */
function joins(between: string, first: DayReading, last: DayReading): boolean {
  if (TO.test(between)) return true;
  return /^ (?:and|&) $/i.test(between) && last.choices[0].from === first.choices[0].to;
}

/** From the first of one to the last of the other; a weekday that would lie before it is the one after it. */
function throughout(first: DayReading, last: DayReading): DayReading {
  const [end] = last.choices;
  const { from: nearest } = first.choices[0];
  const from = first.bare && last.ofWeek ? end.from - ((end.from - nearest + 700) % 7) : nearest;
  const to = end.to <= from ? end.to + 7 * Math.ceil((from + 1 - end.to) / 7) : end.to;
  return { choices: [{ from, to }] };
}

/** A part of the day and a time in it are one time. */
function clockOf(clocks: readonly ClockReading[], text: string): ClockReading | undefined {
  const part = clocks.find((clock) => clock.part !== undefined);
  const [clock] = clocks.filter((one) => one.part === undefined);
  if (clock === undefined) return part;
  if (clock.guessed === undefined) return isLateEvening(clock, text) ? shiftedBy(clock, 720) : clock;
  const { guessed: _open, ...rest } = clock;
  if (part?.part !== undefined) {
    return {
      ...rest,
      ...shifted(rest, into(clock.from, part.part)),
      ...(part.today && { today: part.today }),
    };
  }
  const half = EVENING.test(text)
    ? { from: 17 * 60, to: 24 * 60 }
    : MORNING.test(text)
      ? { from: 5 * 60, to: 12 * 60 }
      : undefined;
  return half === undefined ? clock : { ...rest, ...shifted(rest, into(clock.from, half)) };
}

/** `Dinner 7:30` */
function isLateEvening({ from }: ClockReading, text: string): boolean {
  return from >= 6 * 60 && from < 11 * 60 && EVENING.test(text) && !/\b0\d:|\d ?am\b/i.test(text);
}

function shiftedBy(clock: ClockReading, minutes: number): ClockReading {
  return { ...clock, ...shifted(clock, clock.from + minutes) };
}

function shifted(clock: ClockReading, from: number): ClockReading {
  return clock.to === undefined ? { from } : { from, to: clock.to + from - clock.from };
}

/** The half of the day in which a time lies in a part of it. */
function into(minutes: number, part: { readonly from: number; readonly to: number }): number {
  const early = minutes % 720;
  return [early, early + 720].find((one) => one >= part.from && one < part.to) ?? minutes;
}

/** Every start that a request can mean, the likeliest first; none where it names neither day nor time. */
export function startsOf(when: When, scope: TimeScope): readonly Start[] {
  const { otherClock, ...rest } = when;
  const starts = startsAt(rest, scope);
  return otherClock === undefined ? starts : [...starts, ...startsAt({ ...rest, clock: otherClock }, scope)];
}

function startsAt(when: When, scope: TimeScope): readonly Start[] {
  const { days, clock, repeat, allDay } = when;
  const minutes = allDay ? undefined : (days?.minutes ?? clock?.from);
  const now = today(scope);
  if (days !== undefined) {
    return withNextWeek(
      days,
      !isPast(now, minutes, scope) && minutes !== undefined && repeat === undefined,
      now,
    ).map((span, index) => {
      const isLate = isPast(span.from, minutes, scope);
      const begun = repeat !== undefined && span.from < now && span.to > now ? now : span.from;
      const day = index === 0 && days.bare && isLate ? span.from + 7 : begun;
      return {
        day: firstOf(repeat, repeat !== undefined && isPast(day, minutes, scope) ? day + 1 : day),
        ...(minutes !== undefined && { minutes }),
        lastDay: lastOf(span) + (days.bare && index === 0 ? day - span.from : 0),
      };
    });
  }
  if (minutes === undefined && repeat === undefined && !allDay) return [];
  const first = firstOf(repeat, isPast(now, minutes, scope) ? now + 1 : now);
  return [{ day: first, ...(minutes !== undefined && { minutes }), lastDay: first }];
}

/** On a Wednesday, `Wednesday at 3` may be today or in a week. */
function withNextWeek({ bare, choices }: DayReading, isAhead: boolean, now: number): readonly DaySpan[] {
  const [{ from, to }] = choices;
  const isOpen = isAhead && bare && from === now && choices.length === 1;
  return isOpen ? [...choices, { from: from + 7, to: to + 7 }] : choices;
}

function lastOf({ to }: DaySpan): number {
  return to - 1;
}

function isPast(day: number, minutes: number | undefined, { now, zone }: TimeScope): boolean {
  const wall = zone.toWall(now);
  return day === dayOfWall(wall) && minutes !== undefined && minutes * MINUTE <= timeOfWall(wall);
}

/** The first day from `day` on that a repetition has. */
function firstOf(repeat: Repeat | undefined, day: number): number {
  if (repeat === undefined) return day;
  for (let next = day; next < day + 366; next++) if (isOf(repeat, next)) return next;
  return day;
}

function isOf({ daysOfWeek, dayOfMonth }: Repeat, day: number): boolean {
  const date = civilDate(day);
  if (dayOfMonth !== undefined) return date.day === dayOfMonth;
  if (daysOfWeek === undefined) return true;
  return daysOfWeek.some((name) => {
    const [, nth = '', weekday = ''] = /^(-?\d*)([a-z]+)$/.exec(name) ?? [];
    if (isoWeekday(day) !== weekdayOf(weekday)) return false;
    if (nth === '') return true;
    if (nth === '-1') return date.day + 7 > daysInMonth(date.year, date.month);
    return Math.ceil(date.day / 7) === Number(nth);
  });
}

/** `2026-11-24`, or with its time `2026-11-24T09:00`. */
export function printStart({ day, minutes }: Pick<Start, 'day' | 'minutes'>): string {
  if (minutes === undefined) return printDate(day);
  const size = DAY / MINUTE;
  return `${printDate(day + Math.floor(minutes / size))}T${printMinutes(minutes % size)}`;
}
