import { DAY, dayOfWall, MINUTE, timeOfWall } from './civil.js';
import { type DayReading, dayAt } from './day-phrases.js';
import { type Length, lengthAt } from './length-phrases.js';
import { type Found, widthAt } from './phrase.js';
import { shiftDay } from './read-date-words.js';
import type { TimeScope } from './time-value.js';

/** Days, or a moment of one: `minutes` after its midnight. */
export interface OffsetReading extends DayReading {
  readonly minutes?: number;
}

const IN = /(?:in|within) /iy;
const NOW = / (?:from (?:now|today)|from this moment)\b/iy;
const AGO = / ago\b/iy;
const FROM = / (?:from|after) (?=\S)/iy;

/** A time by its distance: `in half an hour`, `3 weeks ago`, `a week from Friday`. */
export function offsetAt(text: string, at: number, scope: TimeScope): Found<OffsetReading> | undefined {
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
