import { Temporal } from 'temporal-polyfill';

/** The tests' own zone arithmetic, by Temporal. A wall time is written as if in UTC, in milliseconds. */

export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;

const instants = new Map<string, number>();

/** The instant of a wall time (RFC 5545 §3.3.5): in a gap with the offset before it, in a fold the first. */
export function toInstant(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  const key = `${zone} ${wall}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const plain = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, 19));
  const { epochMilliseconds } = plain.toZonedDateTime(zone, { disambiguation: 'compatible' });
  instants.set(key, epochMilliseconds);
  return epochMilliseconds;
}

const offsets = new Map<string, number>();

export function toWall(instant: number, zone: string): number {
  if (zone === 'UTC') return instant;
  // Offsets only change on a quarter-hour.
  const quarter = Math.floor(instant / (15 * MINUTE));
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return instant + known;
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const offset = at.offsetNanoseconds / 1_000_000;
  offsets.set(key, offset);
  return instant + offset;
}

/** True if a wall time is unambiguous: not in a gap, and not the second in a fold. */
export function isPlain(instant: number, zone: string): boolean {
  return toInstant(toWall(instant, zone), zone) === instant;
}

export function dayOf(wall: number): number {
  return Math.floor(wall / DAY) * DAY;
}

/** Monday 1 … Sunday 7. */
export function weekdayOf(wall: number): number {
  return new Date(wall).getUTCDay() || 7;
}

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function weekdayName(wall: number): string {
  return NAMES[weekdayOf(wall) - 1] ?? '';
}

/** `2026-11-24` */
export function printDay(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** `2026-11-24T09:00` */
export function printLocal(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16);
}

/** `2026-11-24T09:00+01:00` */
export function printOffset(instant: number, zone: string): string {
  const wall = toWall(instant, zone);
  const minutes = (wall - instant) / MINUTE;
  const sign = minutes < 0 ? '-' : '+';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${printLocal(wall)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `20261124`, `20261124T0900`: the form in an id. */
export function printStamp(wall: number, allDay: boolean): string {
  const text = printLocal(wall).replace(/[-:]/g, '');
  return allDay ? text.slice(0, 8) : text;
}

/** `20261124`, `20261124T090000`: the form in iCalendar. */
export function printIcs(wall: number, allDay: boolean): string {
  return allDay ? printStamp(wall, true) : `${printStamp(wall, false)}00`;
}

/** The wall time of `20261124`, `20261124T090000` or `20261124T090000Z`. */
export function readIcs(text: string): number {
  const [, year, month, day, hour = 0, minute = 0, second = 0] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?)?Z?$/.exec(text) ?? [];
  if (year === undefined) throw new Error(`not a time: ${text}`);
  return Date.UTC(+year, Number(month) - 1, Number(day), +hour, +minute, +second);
}
