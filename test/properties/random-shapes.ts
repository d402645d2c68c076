import fc from 'fast-check';
import type { Zone } from '../../compilers/time/zone.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

export function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}

export const zoneIds = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
  'Pacific/Apia',
];
export const viewers = fc.constantFrom(...zoneIds.map(zone));
export const base = Date.UTC(2024, 0, 1);
