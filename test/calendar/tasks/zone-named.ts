import type { Zone } from '../../../compilers/time/zone.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

export function zoneNamed(id: string): Zone {
  const zone = zoneOf(id);
  if (zone === undefined) throw new Error(`there is no zone ${id}`);
  return zone;
}
