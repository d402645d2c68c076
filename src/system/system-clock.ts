import type { Zone } from '../../compilers/time/zone.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { Clock } from '../ports/clock.js';

/** The machine's clock in `zone`; default: the system's zone, which is slow to look up. */
export function systemClock(zone?: string): Clock {
  let known = zone;
  return {
    now: () => Math.floor(Date.now() / 1000) * 1000,
    timeZone: () => {
      known ??= systemZone();
      return known;
    },
  };
}

/** The system's zone; UTC if it has none. */
export function systemZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** A clock stopped at a date-time, local to the zone unless it has an offset. */
export function fixedClock(text: string, zone: Zone): Clock {
  const found = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  const [, date, time, offset] = found ?? [];
  const wall = Date.parse(`${date}T${time}${offset ?? 'Z'}`);
  if (date === undefined || Number.isNaN(wall)) {
    throw new CalendarError('CONFIGURATION', 'CALENDAR_NOW must be a date-time such as 2026-11-24T09:00.');
  }
  const now = offset === undefined ? zone.toInstant(wall) : wall;
  return { now: () => now, timeZone: () => zone.id };
}
