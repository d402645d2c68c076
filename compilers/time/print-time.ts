import { type Instant, utcWall, type Wall } from '../../schemas/model/time.js';
import { DAY, dayOfWall, HOUR, MINUTE, printDate, SECOND, timeOfWall } from './civil.js';
import type { Zone } from './zone.js';

/** `2026-11-24T09:00`, with seconds only where they matter. */
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

/** `2026-11-24T09:00+01:00`: local time with offset; offsets of whole minutes, as RFC 3339 has them. */
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

/** `09:30` of minutes after midnight. */
export function printMinutes(minutes: number): string {
  const wall = (minutes % (DAY / MINUTE)) * MINUTE;
  return minutes === DAY / MINUTE ? '24:00' : printWall(wall).slice(11, 16);
}
