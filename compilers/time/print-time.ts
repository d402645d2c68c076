import { type Instant, utcWall, type Wall } from '../../schemas/model/time.js';
import {
  civilDate,
  DAY,
  dayNumber,
  dayOfWall,
  HOUR,
  isoWeekday,
  MINUTE,
  MONTH_NAMES,
  printDate,
  SECOND,
  SHORT_DAY_NAMES,
  timeOfWall,
} from './civil.js';
import type { Zone } from './zone.js';

/** `2026-11-24T09:00`, with seconds only if they are not zero. */
export function printWall(wall: Wall): string {
  const time = timeOfWall(wall);
  const parts = [Math.floor(time / HOUR), Math.floor((time % HOUR) / MINUTE)];
  const second = Math.floor((time % MINUTE) / SECOND);
  const milliseconds = time % SECOND;
  if (second !== 0 || milliseconds !== 0) parts.push(second);
  const fraction = milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`;
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${printDate(dayOfWall(wall))}T${clock}${fraction}`;
}

/** `2026-11-24T09:00+01:00`: local time with its offset, rounded to minutes (RFC 3339). */
export function printZoned(instant: Instant, zone: Zone): string {
  const offset = Math.round(zone.offsetAt(instant) / MINUTE);
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `${printWall(instant + offset * MINUTE)}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** `2026-11-24T08:00Z`, for plans and logs. */
export function printInstant(instant: Instant): string {
  return `${printWall(utcWall(instant))}Z`;
}

/** `09:30` */
export function printMinutes(minutes: number): string {
  const wall = (minutes % (DAY / MINUTE)) * MINUTE;
  return minutes === DAY / MINUTE ? '24:00' : printWall(wall).slice(11, 16);
}

const PRINTED = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A time of an answer in readable form: `Tue 24 Nov 2026, 14:00`. Other texts stay unchanged. */
export function plainTime(text: string): string {
  const [whole, year, month, date, clock] = PRINTED.exec(text) ?? [];
  if (whole === undefined) return text;
  const day = dayNumber(Number(year), Number(month), Number(date));
  const name = MONTH_NAMES[Number(month) - 1]?.slice(0, 3);
  const shown = `${SHORT_DAY_NAMES[isoWeekday(day) - 1]} ${civilDate(day).day} ${name} ${year}`;
  return clock === undefined ? shown : `${shown}, ${clock}`;
}
