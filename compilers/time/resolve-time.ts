import { defined } from '../../schemas/model/defined.js';
import { type Instant, utcWall, type Wall } from '../../schemas/model/time.js';
import { civilDate, DAY, dayNumber, MINUTE, printDate } from './civil.js';
import { clockAt } from './clock-phrases.js';
import type { DaySpan } from './dated-days.js';
import { dayAt } from './day-phrases.js';
import { invalidDate, unreadableTime } from './invalid-date.js';
import { offsetAt } from './length-phrases.js';
import { missingDayIn } from './missing-day.js';
import { printMinutes } from './print-time.js';
import { readDateWords, today } from './read-date-words.js';
import { readIso } from './read-iso.js';
import { readMonthDay } from './read-month-day.js';
import { readPeriod } from './read-period.js';
import { beginOf, type EventTime, endOf, localMoment, type TimeScope, type TimeValue } from './time-value.js';
import type { Zone } from './zone.js';

/** Start and end (exclusive) of a range; a missing one is open. */
export interface Bounds {
  readonly from?: Instant;
  readonly to?: Instant;
  readonly notes: readonly string[];
}

/** Reads any form of time (docs: times). Throws INVALID_DATE for other text. */
export function readTime(text: string, scope: TimeScope): TimeValue {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const value =
    readIso(trimmed, scope) ??
    readPeriod(trimmed, scope) ??
    readDateWords(trimmed, scope) ??
    readDayAndClock(trimmed, scope) ??
    readOffset(trimmed, scope) ??
    readDayPhrase(trimmed, scope);
  if (value !== undefined) return value;
  const missing = missingDayIn(trimmed, scope);
  throw missing === undefined ? unreadableTime(trimmed) : invalidDate(missing.message, missing.nearest);
}

/** A day with an unambiguous time: `tomorrow 3pm`, `friday next week at noon`, `2026-11-24 at 6 pm`. */
function readDayAndClock(text: string, scope: TimeScope): TimeValue | undefined {
  for (const { index } of text.matchAll(/ /g)) {
    const clock = clockAt(text, index + 1);
    if (clock === undefined || index + 1 + clock.length < text.length) continue;
    const { from, to, guessed, part } = clock.value;
    if (to !== undefined || guessed || part !== undefined) return undefined;
    const head = text.slice(0, index).replace(/,$/, '');
    const day =
      readIso(head, scope) ??
      readDateWords(head, scope) ??
      readDayPhrase(head, scope, `T${printMinutes(from)}`);
    if (day?.kind !== 'days' || day.to - day.from !== 1) return undefined;
    return localMoment(day.from * DAY + from * MINUTE, scope.zone);
  }
  return undefined;
}

/** `in two weeks`, `3 days ago`, `in an hour and a half` */
function readOffset(text: string, scope: TimeScope): TimeValue | undefined {
  const offset = offsetAt(text, 0, scope);
  if (offset === undefined || offset.length < text.length) return undefined;
  const { choices, minutes } = offset.value;
  const [{ from, to }] = choices;
  return minutes === undefined
    ? { kind: 'days', from, to }
    : localMoment(from * DAY + minutes * MINUTE, scope.zone);
}

/** A range from a single text, or the range of `on`; a moment covers its minute. Throws INVALID_DATE. */
export function resolvePeriod(text: string, scope: TimeScope): Bounds {
  const value = readTime(text, scope);
  const notes = notesOf(value);
  if (value.kind === 'any') return { notes };
  if (value.kind === 'moment') return { from: value.instant, to: value.instant + MINUTE, notes };
  if (value.kind === 'edge') {
    throw invalidDate('This is the border of a period, not a period.', [
      printDate(value.side === 'end' ? value.day - 1 : value.day),
    ]);
  }
  return closed(value, value, scope, notes);
}

/** A lower bound: includes a single day, but starts after a longer period (`this week`). */
export function resolveAfter(text: string, scope: TimeScope): Bounds {
  const value = readBound(text, scope);
  const isLonger = value.kind === 'days' && value.to - value.from > 1;
  const from = (isLonger ? endOf : beginOf)(value, scope.zone);
  return { ...(from !== undefined && { from }), notes: notesOf(value) };
}

/** An exclusive upper bound: ends before the day or period. */
export function resolveBefore(text: string, scope: TimeScope): Bounds {
  const value = readBound(text, scope);
  const to = beginOf(value, scope.zone);
  return { ...(to !== undefined && { to }), notes: notesOf(value) };
}

/** From the start of the first to the end of the second, both included. */
export function resolveBetween(first: string, second: string, scope: TimeScope): Bounds {
  const [a, b] = [readBound(first, scope), readBound(second, scope)];
  return closed(a, b, scope, [...notesOf(a), ...notesOf(b)]);
}

/** The start of a day or period, as one instant. */
export function resolveInstant(text: string, scope: TimeScope): Instant {
  return beginOf(readBound(text, scope), scope.zone) ?? scope.now;
}

/**
 * The time of an event: a day (`2026-11-24`, `friday`, `endOfMonth`) or a moment. Throws INVALID_DATE for longer
 * periods.
 */
export function resolveEventTime(
  text: string,
  scope: TimeScope,
): { readonly time: EventTime; readonly notes: readonly string[] } {
  const value = readTime(text, scope);
  const notes = notesOf(value);
  switch (value.kind) {
    case 'moment':
      return { time: eventMoment(value.instant, value.wall, scope), notes };
    case 'edge':
      return { time: { kind: 'date', day: value.side === 'end' ? value.day - 1 : value.day }, notes };
    case 'days':
      if (value.to - value.from === 1) return { time: { kind: 'date', day: value.from }, notes };
      throw invalidDate('An event needs a day or a moment, not a longer period.', [printDate(value.from)]);
    case 'any':
    case 'span':
      throw invalidDate('An event needs a day or a moment, not a period.', [printDate(today(scope))]);
  }
}

type Moment = EventTime & { readonly kind: 'time' };

/** A time of day, in minutes, on a day. */
export function resolveClock(
  day: number,
  minutes: number,
  zone: Zone,
): { readonly time: Moment; readonly notes: readonly string[] } {
  const moment = localMoment(day * DAY + minutes * MINUTE, zone);
  return { time: eventMoment(moment.instant, moment.wall, { zone }), notes: notesOf(moment) };
}

/** Local text cannot express the second of two equal wall times, so that moment is kept in UTC. */
function eventMoment(instant: Instant, wall: Wall, { zone }: Pick<TimeScope, 'zone'>): Moment {
  return zone.toInstant(wall) === instant
    ? { kind: 'time', instant, wall, zone: zone.id }
    : { kind: 'time', instant, wall: utcWall(instant), zone: 'UTC' };
}

function readBound(text: string, scope: TimeScope): TimeValue {
  const value = readTime(text, scope);
  if (value.kind === 'any') {
    throw invalidDate('"any" is a whole range, not a bound.', [printDate(today(scope))]);
  }
  return value;
}

function closed(first: TimeValue, last: TimeValue, scope: TimeScope, notes: readonly string[]): Bounds {
  const from = beginOf(first, scope.zone);
  const to = endOf(last, scope.zone);
  return { ...defined({ from, to }), notes };
}

function notesOf(value: TimeValue): readonly string[] {
  return value.kind === 'moment' && value.note !== undefined ? [value.note] : [];
}

/** Phrases that are bounds, repetitions or counts from now, or that other forms cover. */
const NO_DAYS =
  /\b(?:by|from|starting|due|since|until|till|through|whole|end|beginning|start|eo[wmy]|\w*days|weeks|months)\b|\b(?:next|last) (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)/i;

/**
 * Days in unambiguous words: `friday next week`, `1 December`, `weekend`. For ambiguous ones (`next tuesday` on a
 * Monday), the error lists the options; `clock` is the time of day to append.
 */
function readDayPhrase(text: string, scope: TimeScope, clock = ''): TimeValue | undefined {
  const meanings = NO_DAYS.test(text) ? [] : meaningsOf(text, scope);
  const [only] = meanings;
  if (only === undefined) return undefined;
  if (meanings.length === 1) return /[a-z]/i.test(text) ? { kind: 'days', ...only } : undefined;
  const names = meanings.map((days) => `${nameOf(days)}${clock}`);
  const isWritten = names.every((name) => !name.includes(' '));
  throw invalidDate(`This can mean ${names.join(' or ')}.`, isWritten ? names : []);
}

/** All meanings, by the rules for requests and for searches. */
function meaningsOf(text: string, scope: TimeScope): readonly DaySpan[] {
  const said = [text, `in ${text}`].map((words) => [words.length, dayAt(words, 0, scope)] as const);
  const spoken = said.find(([length, found]) => found?.length === length)?.[1]?.value.choices ?? [];
  const searched = readMonthDay(text.toLowerCase().replace(/^in /, ''), scope);
  const all = [...spoken, ...(searched?.kind === 'days' ? [searched] : [])];
  return all
    .filter(({ from, to }, at) => all.findIndex((other) => other.from === from && other.to === to) === at)
    .map(({ from, to }) => ({ from, to }));
}

function nameOf({ from, to }: DaySpan): string {
  if (to - from === 1) return printDate(from);
  const { year, month, day } = civilDate(from);
  return day === 1 && to === dayNumber(year, month + 1, 1)
    ? printDate(from).slice(0, 7)
    : `${printDate(from)} to ${printDate(to - 1)}`;
}
