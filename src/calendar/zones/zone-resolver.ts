import { HOUR } from '../../../compilers/time/civil.js';
import type { Zone, ZoneLookup } from '../../../compilers/time/zone.js';
import { type Component, components, property, zoneName, zoneNames } from '../text/component.js';
import { formInZone, type ObjectZones } from '../text/time-form.js';
import { readOffset, readVtimezone } from './read-vtimezone.js';
import { isWindowsZone } from './zone.js';
import { fixedZone } from './zone-table.js';

/** The zone of a TZID in one object. Without a zone, times are floating, and `note` says so. */
export interface ResolvedZone {
  readonly zone?: Zone;
  readonly note?: string;
}

export type ZoneResolver = (tzid: string) => ResolvedZone;

const READ_AS_CALENDAR_ZONE =
  'The time zone of this event is not known; its times are read in the zone the calendar names (X-WR-TIMEZONE).';
const READ_AS_FLOATING =
  'The time zone of this event is not known; its times are read as local times in the zone of the question.';

/** Maximum number of custom zones per object. */
const MOST_DEFINED = 100;

/** UTC offsets in hours of summer times, which are not zone names. */
const SUMMER: Readonly<Record<string, number>> = {
  ...{ WEST: 1, CEST: 2, EEST: 3 },
  ...{ EDT: -4, CDT: -5, MDT: -6, PDT: -7 },
};

/** A zone whose name gives its UTC offset: `GMT+03:00`, `UTC+3`, `CEST`. */
function zoneByOffset(tzid: string): Zone | undefined {
  const hours = SUMMER[tzid.trim().toUpperCase()];
  const [, offset] = /^\s*(?:UTC|GMT)\s*([+-]\d{1,2}(?::?\d\d)?)\s*$/i.exec(tzid) ?? [];
  const size = hours === undefined ? readOffset(offset) : hours * HOUR;
  return size === undefined ? undefined : fixedZone(tzid.trim(), size);
}

/**
 * Resolves the TZIDs of one VCALENDAR: an IANA or Windows name by name (its VTIMEZONE often has only one year's rule),
 * anything else by its VTIMEZONE, then X-WR-TIMEZONE, else floating with a note. Names such as `EST`, which are in
 * IANA but which writers use loosely, go by their VTIMEZONE if there is one.
 */
export function zoneResolver(calendar: Component, zones: ZoneLookup): ZoneResolver {
  const resolved = new Map<string, ResolvedZone>();
  let defined = 0;
  let definitions: ReadonlyMap<string, Component> | undefined;

  function definition(tzid: string): Component | undefined {
    definitions ??= new Map(
      components(calendar.children, 'VTIMEZONE').flatMap((zone) =>
        zoneNames(zone).map((name) => [name, zone] as const),
      ),
    );
    const found = definitions.get(zoneName(tzid));
    return found === undefined || ++defined > MOST_DEFINED ? undefined : found;
  }

  function resolve(tzid: string): ResolvedZone {
    const named = zones(tzid);
    const loose = named !== undefined && named.id !== 'UTC' && !tzid.includes('/') && !isWindowsZone(tzid);
    if (named !== undefined && !loose) return { zone: named };
    const written = definition(tzid);
    if (written !== undefined) {
      const location = property(written, 'X-LIC-LOCATION')?.value;
      const zone = (location === undefined ? undefined : zones(location)) ?? readVtimezone(tzid, written);
      if (zone !== undefined) return { zone };
    }
    const known = named ?? zoneByOffset(tzid);
    if (known !== undefined) return { zone: known };
    const fallback = property(calendar, 'X-WR-TIMEZONE')?.value;
    const zone = fallback === undefined ? undefined : zones(fallback);
    return zone === undefined ? { note: READ_AS_FLOATING } : { zone, note: READ_AS_CALENDAR_ZONE };
  }

  return (tzid) => {
    let found = resolved.get(tzid);
    if (found === undefined) {
      found = resolve(tzid);
      resolved.set(tzid, found);
    }
    return found;
  };
}

/** Cached, because every object needs it. */
const utcOf = new WeakMap<ZoneLookup, Zone>();

/** The zones of one VCALENDAR; floating times are in the zone of the viewer, by default in UTC. */
export function objectZones(calendar: Component, zones: ZoneLookup, viewer?: Zone): ObjectZones {
  const utc = utcOf.get(zones) ?? formInZone('UTC', zones).zone;
  utcOf.set(zones, utc);
  const resolve = zoneResolver(calendar, zones);
  return {
    resolve,
    viewer: viewer ?? utc,
    utc,
    get home() {
      const named = property(calendar, 'X-WR-TIMEZONE')?.value.trim();
      const [only, other] = components(calendar.children, 'VTIMEZONE');
      const tzid = named || (only && other === undefined && property(only, 'TZID')?.value.trim());
      return tzid ? resolve(tzid).zone : undefined;
    },
  };
}
