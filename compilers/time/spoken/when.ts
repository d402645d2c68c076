import { defined } from '../../../schemas/model/defined.js';
import {
  civilDate,
  DAY,
  dayOfWall,
  daysInMonth,
  isoWeekday,
  MINUTE,
  printDate,
  timeOfWall,
} from '../civil.js';
import type { ClockReading } from '../clock-phrases.js';
import { type DayReading, type DaySpan, weekdayOf } from '../dated-days.js';
import type { Length } from '../length-phrases.js';
import { printMinutes } from '../print-time.js';
import { today } from '../read-date-words.js';
import type { TimeScope } from '../time-value.js';
import type { Repeat } from './repeat-phrases.js';
import type { Mention } from './scan.js';

export interface When {
  readonly days?: DayReading & { readonly minutes?: number };
  /** The words for the days, without a preposition. */
  readonly said?: string;
  readonly clock?: ClockReading;
  /** The same time in the other half of the day is possible. */
  readonly isEitherHalf?: true;
  readonly length?: Length;
  /** One of two days: `Wednesday or Thursday`. */
  readonly isEither?: true;
  /** Conflicting days or times, so some were not understood. */
  readonly isMixed?: true;
  readonly allDay: boolean;
  readonly zones: readonly string[];
  readonly repeat?: Repeat;
  readonly until?: DayReading;
  readonly count?: number;
}

/** A possible start: a day with a time, or whole days up to `lastDay`. */
export interface SpokenStart {
  readonly day: number;
  readonly minutes?: number;
  readonly lastDay: number;
}

type DaySaid = Mention & { readonly kind: 'day' };

/** Words that decide the half of the day, with their hours [from, to). */
const HABITS: readonly (readonly [said: RegExp, from: number, to: number])[] = [
  [/\b(?:breakfast|frühstück|petit[- ]déjeuner|desayuno)\b/i, 5, 12],
  [/\b(?:dinner|supper|abendessen|dîner|cena|cenar)\b/i, 17, 22],
];
/** Events that often start late, or at any hour. */
const LATE =
  /\b(?:drinks?|party|concert|choir|movies?|cinema|kino|film|fiesta|theatre|theater|opera|club|pub|konzert)\b/i;
const ANY_HOUR = /\b(?:flight|fly|train|bus|ferry|flug|zug|vol|avion|tren|vuelo|night|shift|plane|boat)\b/i;
const OR = /^,? or (?:on )?$/i;
const TO = /^ ?(?:to|until|till|through|-|–|—) ?$/i;

/** Combines the spans of a request; `text` helps to decide between morning and evening. */
export function whenOf(spans: readonly Mention[], text: string): When {
  const all = <Kind extends Mention['kind']>(kind: Kind) =>
    spans.filter((span): span is Extract<Mention, { kind: Kind }> => span.kind === kind);
  const [day, other, ...moreDays] = all('day');
  const [until, ...moreUntil] = all('until');
  const repeats = all('repeat').map(({ value }) => value);
  // `weekly … on Fridays` is one repetition.
  const repeat = repeats.length === 0 ? undefined : ({ ...repeats[1], ...repeats[0] } as Repeat);
  const between = day === undefined || other === undefined ? '' : text.slice(day.end, other.at);
  const isEither = other !== undefined && OR.test(between);
  const pair =
    day === undefined
      ? undefined
      : other === undefined
        ? until !== undefined && repeat === undefined
          ? throughout(day.value, until.value)
          : undefined
        : isEither
          ? { choices: [day.value.choices[0], other.value.choices[0]] as const }
          : joins(between, day.value, other.value) ||
              (/ and $/i.test(between) && /\bbetween $/i.test(text.slice(0, day.at)))
            ? throughout(day.value, other.value)
            : (dayOf(day, other, text) ?? dayOf(other, day, text));
  const days = pair ?? day?.value ?? (repeat === undefined ? until?.value : undefined);
  const within = day !== undefined && repeat !== undefined && isWithin(day, text) ? day.value : undefined;
  const last = repeat === undefined ? undefined : (until?.value ?? within);
  const clocks = all('clock').filter(({ value }) => value.part === undefined);
  const parts = all('clock').filter(({ value }) => value.part !== undefined);
  const { clock, isEitherHalf } = clockOf(clocks[0], parts[0]?.value, text);
  const lengths = all('length');
  const isMixed =
    (other !== undefined && pair === undefined) ||
    [moreDays, moreUntil, clocks.slice(1), parts.slice(1), lengths.slice(1), repeats.slice(2)].some(
      ({ length }) => length > 0,
    ) ||
    (clock !== undefined && all('allDay').length > 0) ||
    (clock !== undefined && until !== undefined && repeat === undefined);
  return {
    ...(days !== undefined && { days }),
    ...(day !== undefined && days === day.value && { said: bareWords(text.slice(day.at, day.end)) }),
    ...(clock !== undefined && { clock }),
    ...(isEitherHalf && { isEitherHalf }),
    ...(isEither && { isEither }),
    ...(lengths[0] !== undefined && { length: lengths[0].value }),
    ...defined({ repeat, until: last }),
    ...(all('count')[0] !== undefined && { count: all('count')[0]?.value as number }),
    ...(isMixed && { isMixed }),
    allDay: all('allDay').length > 0,
    zones: all('zone')[0]?.value ?? [],
  };
}

/** `Thursday evening next week`: that day of the week. */
function dayOf({ value: { bare, choices } }: DaySaid, week: DaySaid, text: string): DayReading | undefined {
  const [{ from, to }] = week.value.choices;
  if (!bare || to - from !== 7 || !/^(?:this|next)\b/i.test(text.slice(week.at))) return undefined;
  const day = from + ((choices[0].from - from + 700) % 7);
  return { choices: [{ from: day, to: day + 1 }], ofWeek: true };
}

/** `every day this week`: the repetition ends with the period, unless it starts there. */
function isWithin({ at, value }: DaySaid, text: string): boolean {
  const [{ from, to }] = value.choices;
  const lead = /^(?:starting|from|since)|(?:starting|beginning|from) $/i;
  return to - from > 1 && !lead.test(text.slice(at)) && !lead.test(text.slice(0, at));
}

/** The words for days, without a preposition. */
export function bareWords(text: string): string {
  return text.toLowerCase().replace(/^(?:on|for|by|in|during|of|from)? ?(?:the )?/, '');
}

/** `Monday to Friday`, and consecutive days: `Saturday and Sunday`. */
function joins(between: string, first: DayReading, last: DayReading): boolean {
  if (TO.test(between)) return true;
  return /^ (?:and|&) $/i.test(between) && last.choices[0].from === first.choices[0].to;
}

/** From the start of one to the end of the other; an end before the start moves weeks ahead. */
function throughout(first: DayReading, last: DayReading): DayReading {
  const [end] = last.choices;
  const { from: nearest } = first.choices[0];
  const from = first.bare && last.ofWeek ? end.from - ((end.from - nearest + 700) % 7) : nearest;
  const to = end.to <= from ? end.to + 7 * Math.ceil((from + 1 - end.to) / 7) : end.to;
  return { choices: [{ from, to }] };
}

/** Joins a part of the day with a time in it. An hour from 5 to 11 alone is ambiguous. */
function clockOf(
  span: (Mention & { kind: 'clock' }) | undefined,
  part: ClockReading | undefined,
  text: string,
): Pick<When, 'clock' | 'isEitherHalf'> {
  if (span === undefined) return part === undefined ? {} : { clock: part };
  const { guessed, ...clock } = span.value;
  const said = text.slice(span.at, span.end);
  const hour = Math.floor(clock.from / 60) % 12;
  // A single-digit hour with minutes is open; `09:30` and `19:30` are 24-hour times.
  const isShort = /(?<![\d:.])[1-9][:.][0-5]\d(?![\d:.]*(?: ?[ap]\.?m| ?h\b| in the))/i.test(said);
  // `22:00 to 6:00` starts at ten in the evening.
  const isExact = /^\D*(?:1[3-9]|2[0-3])(?!\d)/.test(said);
  const isOpen = !isExact && (guessed !== undefined || (isShort && hour >= 5));
  const isSaid = /(?<!\d)0\d|[ap]\.?m\b/i.test(said);
  const isNamed = !isSaid && (ANY_HOUR.test(text) || (LATE.test(text) && hour >= 5));
  if (!isOpen && !(isNamed && clock.from >= 300 && clock.from < 720 && /[:.]/.test(said))) return { clock };
  if (part?.part !== undefined)
    return {
      clock: {
        ...shifted(clock, toHalfOfDay(clock.from, part.part.from)),
        ...(part.today && { today: part.today }),
      },
    };
  const [, from, to] = HABITS.find(([habit]) => habit.test(text)) ?? [];
  const halves = [clock.from % 720, (clock.from % 720) + 720];
  const fitting = halves.filter(
    (one) => from !== undefined && to !== undefined && one >= from * 60 && one < to * 60,
  );
  if (fitting.length === 1) return { clock: { ...shifted(clock, fitting[0] ?? 0), guessed: true } };
  // An event of many hours, or one that would end after midnight, is in the first half.
  const size = clock.to === undefined ? 0 : clock.to - clock.from;
  const isLong = size >= 360 || (clock.from % 720) + 720 + size > 1440;
  const isEitherHalf = (hour >= 5 || ANY_HOUR.test(text)) && !isLong && !/^(?:before|after|by)\b/i.test(said);
  // A time with minutes follows the 24-hour clock; for late events, an hour before nine is in the evening.
  const likely =
    isShort && hour >= 5
      ? clock.from % 720
      : LATE.test(text) && hour < 9
        ? (clock.from % 720) + 720
        : clock.from;
  return {
    clock: { ...shifted(clock, likely), guessed: true },
    ...(isEitherHalf && { isEitherHalf }),
  };
}

function shifted(clock: ClockReading, from: number): ClockReading {
  return clock.to === undefined ? { from } : { from, to: clock.to + from - clock.from };
}

/** Shifts a time into the half of the day of `part`. */
function toHalfOfDay(minutes: number, part: number): number {
  return part < 720 ? minutes % 720 : (minutes % 720) + 720;
}

/** Every possible start, the most likely first; empty without a day or time. */
export function startsOf(when: When, scope: TimeScope): readonly SpokenStart[] {
  const [first, ...more] = startsAt(when, scope);
  if (first === undefined || !when.isEitherHalf || first.minutes !== when.clock?.from)
    return first === undefined ? [] : [first, ...more];
  const other = ((first.minutes ?? 0) + 720) % 1440;
  const all = [first, { ...first, minutes: other }];
  const ahead = all.filter(({ day, minutes }) => !isPast(day, minutes, scope));
  return [...(ahead.length > 0 ? ahead : all), ...more];
}

function startsAt(when: When, scope: TimeScope): readonly SpokenStart[] {
  const { days, clock, repeat, allDay } = when;
  const minutes = allDay ? undefined : (days?.minutes ?? clock?.from);
  const now = today(scope);
  if (days !== undefined) {
    const isAhead = !isPast(now, minutes, scope) && minutes !== undefined && repeat === undefined;
    return withNextWeek(days, { isAhead }, now).map((span, index) => {
      const isLate = isPast(span.from, minutes, scope);
      const begun = repeat !== undefined && span.from < now && span.to > now ? now : span.from;
      const day = index === 0 && days.bare && isLate ? span.from + 7 : begun;
      return {
        day: firstOf(repeat, repeat !== undefined && isPast(day, minutes, scope) ? day + 1 : day),
        ...(minutes !== undefined && { minutes }),
        lastDay: span.to - 1 + (days.bare && index === 0 ? day - span.from : 0),
      };
    });
  }
  if (minutes === undefined && repeat === undefined && !allDay) return [];
  const first = firstOf(repeat, isPast(now, minutes, scope) ? now + 1 : now);
  return [{ day: first, ...(minutes !== undefined && { minutes }), lastDay: first }];
}

/** On a Wednesday, `Wednesday at 3` may be today or in a week. */
function withNextWeek(
  { bare, choices }: DayReading,
  { isAhead }: { readonly isAhead: boolean },
  now: number,
): readonly DaySpan[] {
  const [{ from, to }] = choices;
  const isOpen = isAhead && bare && from === now && choices.length === 1;
  return isOpen ? [...choices, { from: from + 7, to: to + 7 }] : choices;
}

function isPast(day: number, minutes: number | undefined, { now, zone }: TimeScope): boolean {
  const wall = zone.toWall(now);
  return day === dayOfWall(wall) && minutes !== undefined && minutes * MINUTE <= timeOfWall(wall);
}

/** The first day of a repetition, starting from `day`. */
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

/** `2026-11-24`, or `2026-11-24T09:00` with a time. */
export function printStart({ day, minutes }: Pick<SpokenStart, 'day' | 'minutes'>): string {
  if (minutes === undefined) return printDate(day);
  const size = DAY / MINUTE;
  return `${printDate(day + Math.floor(minutes / size))}T${printMinutes(minutes % size)}`;
}
