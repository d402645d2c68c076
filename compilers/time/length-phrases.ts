import { DAY, dayOfWall, MINUTE, timeOfWall } from './civil.js';
import type { DayReading } from './dated-days.js';
import { dayAt } from './day-phrases.js';
import { COUNT, countOf, form, longestOf, type Phrase, type PhraseForm, widthAt } from './phrase.js';
import { shiftDay, unitOf } from './read-date-words.js';
import type { TimeScope } from './time-value.js';

/** A spoken length: elapsed minutes, or whole calendar units. */
export interface Length {
  readonly unit: 'minute' | 'day' | 'week' | 'month' | 'year';
  readonly count: number;
}

const UNIT = '(minutes?|mins?|hours?|hrs?|h|days?|weeks?|wks?|months?|years?|fortnights?)\\b\\.?';

const FORMS: readonly PhraseForm<Length>[] = [
  form('(?:an?|one) hour and a half\\b', () => minutes(90)),
  form('(?:an? )?half[- ](?:an[- ]|a )?hour\\b', () => minutes(30)),
  form('(?:an?|one) quarter (?:of an )?hour\\b|an? quarter[- ]hour\\b', () => minutes(15)),
  form('three quarters of an hour\\b', () => minutes(45)),
  form(`(${COUNT}) and a half hours?\\b`, ([hours = '']) => minutes(countOf(hours) * 60 + 30)),
  form(
    `(${COUNT})[ -]?(?:hours?|hrs?|h)(?:,? and |,? )?(${COUNT})[ -]?(?:minutes?|mins?|m)\\b`,
    ([hours = '', more = '']) => minutes(countOf(hours) * 60 + countOf(more)),
  ),
  form('(\\d{1,2})h([0-5]\\d)\\b(?!:)', ([hours, more]) => minutes(Number(hours) * 60 + Number(more))),
  form('(\\d{1,3})m\\b', ([count]) => minutes(Number(count))),
  form('(\\d{1,3})[.,](5|25|75)[ -]?(?:hours?|hrs?|h)\\b', ([hours, part]) =>
    minutes(Number(`${hours}.${part}`) * 60),
  ),
  form(`(\\d{1,4})[ -]?${UNIT}`, ([count = '', unit = '']) => counted(count, unit)),
  form(`(${COUNT})[ -](?:full |whole )?${UNIT}`, ([count = '', unit = '']) => counted(count, unit)),
];

/** The length at a position: `half an hour`, `90-minute`, `1h30`, `two weeks`. */
export function lengthAt(text: string, at: number): Phrase<Length> | undefined {
  return longestOf(FORMS, text, at, undefined);
}

/** The minutes of a length; undefined for months and years. */
export function minutesOf({ unit, count }: Length): number | undefined {
  const size = { minute: 1, day: 1440, week: 10_080, month: undefined, year: undefined }[unit];
  return size === undefined ? undefined : size * count;
}

function minutes(count: number): Length | undefined {
  return count > 0 ? { unit: 'minute', count } : undefined;
}

function counted(text: string, name: string): Length | undefined {
  const count = countOf(text);
  if (/^fortnight/i.test(name)) return { unit: 'week', count: count * 2 };
  const unit = unitOf(name);
  if (unit === undefined || !(count > 0)) return undefined;
  if (unit === 'minute' || unit === 'hour') return minutes(count * (unit === 'hour' ? 60 : 1));
  return { unit, count };
}

/** Days, or a moment: `minutes` after midnight of the day. */
export interface OffsetReading extends DayReading {
  readonly minutes?: number;
}

const IN = /(?:in|within) /iy;
const NOW = / (?:from (?:now|today)|from this moment)\b/iy;
const AGO = / ago\b/iy;
const FROM = / (?:from|after) (?=\S)/iy;

/** A time by its distance: `in half an hour`, `3 weeks ago`, `a week from Friday`. */
export function offsetAt(text: string, at: number, scope: TimeScope): Phrase<OffsetReading> | undefined {
  const lead = widthAt(IN, text, at);
  const said = lengthAt(text, at + lead);
  if (said === undefined) return undefined;
  const end = lead + said.length;
  if (lead > 0) return { length: end, value: fromNow(said.value, 1, scope) };
  const now = widthAt(NOW, text, at + end);
  if (now > 0) return { length: end + now, value: fromNow(said.value, 1, scope) };
  const ago = widthAt(AGO, text, at + end);
  if (ago > 0) return { length: end + ago, value: fromNow(said.value, -1, scope) };
  const { unit, count } = said.value;
  const from = widthAt(FROM, text, at + end);
  if (from === 0 || unit === 'minute') return undefined;
  const day = dayAt(text, at + end + from, scope);
  if (day === undefined) return undefined;
  const first = shiftDay(day.value.choices[0].from, count, unit);
  return { length: end + from + day.length, value: { choices: [{ from: first, to: first + 1 }] } };
}

function fromNow({ unit, count }: Length, sign: number, { now, zone }: TimeScope): OffsetReading {
  if (unit !== 'minute') {
    const day = shiftDay(dayOfWall(zone.toWall(now)), sign * count, unit);
    return { choices: [{ from: day, to: day + 1 }] };
  }
  const wall = zone.toWall(now + sign * count * MINUTE);
  const day = Math.floor(wall / DAY);
  return { choices: [{ from: day, to: day + 1 }], minutes: Math.floor(timeOfWall(wall) / MINUTE) };
}
