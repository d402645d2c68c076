import { Temporal } from 'temporal-polyfill';
import { resolveZone } from '../../compilers/time/resolve-zone.js';
import type { TimeScope } from '../../compilers/time/time-value.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

/** Saturday 21 November 2026, 10:30. */
export const NOW = '2026-11-21T10:30';

export function scopeAt(now = NOW, timezone = 'Europe/Berlin', weekStart = 1): TimeScope {
  const instant = Temporal.PlainDateTime.from(now).toZonedDateTime(timezone).epochMilliseconds;
  return { now: instant, zone: resolveZone(timezone, zoneOf), weekStart };
}

export const scope = scopeAt();
