import type { Zone } from '../../../../compilers/time/zone.js';
import type { TimeForm } from '../../../calendar/text/time-form.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import type { EventRecord } from '../process/protocol.js';

/** Finds a zone by its macOS name; `GMT+0200` and the like exist only there. */
export function kitZone(name: string): Zone | undefined {
  const [, sign, hours = '', minutes = '00'] = /^GMT([+-])(\d{1,2}):?(\d{2})?$/.exec(name) ?? [];
  if (sign === undefined) return zoneOf(name);
  // Etc/GMT names have inverted signs.
  return minutes === '00' ? zoneOf(`Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`) : undefined;
}

/** Form of an event's times; undefined if its zone is unknown. `mac`: the Mac's zone. */
export function formOfRecord(
  { allDay, zone: name }: Pick<EventRecord, 'allDay' | 'zone'>,
  mac: Zone,
): TimeForm | undefined {
  if (allDay) return { kind: 'date', zone: mac };
  if (name === null) return { kind: 'floating', zone: mac };
  const zone = kitZone(name);
  if (zone === undefined) return undefined;
  return zone.id === 'UTC' ? { kind: 'utc', zone } : { kind: 'zoned', zone, tzid: zone.id };
}
