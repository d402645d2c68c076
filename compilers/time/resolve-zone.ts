import { nearest } from '../../schemas/did-you-mean.js';
import { CalendarError } from '../../schemas/error.js';
import type { Zone, ZoneLookup } from './zone.js';

/** The zone of that name, or INVALID_TIMEZONE with the nearest names. */
export function resolveZone(id: string, zones: ZoneLookup): Zone {
  const zone = zones(id);
  if (zone !== undefined) return zone;
  const didYouMean = suggestZones(id, zones);
  throw new CalendarError('INVALID_TIMEZONE', 'There is no such time zone.', {
    suggestion: 'Use an IANA name such as "Europe/Berlin", "America/New_York" or "UTC".',
    ...(didYouMean.length > 0 && { didYouMean }),
  });
}

/** Whole names first, then cities: `Berlin` and `Europe/Berln` both lead to `Europe/Berlin`. */
function suggestZones(written: string, zones: ZoneLookup): readonly string[] {
  const [, sign, hours] = /^(?:utc|gmt)?([+-])0?(\d{1,2})(?::?00)?$/i.exec(written.trim()) ?? [];
  // The signs of these names are the wrong way round, for historical reasons.
  const fixed = `Etc/GMT${sign === '+' ? '-' : '+'}${hours ?? ''}`;
  if (hours !== undefined) return zones(fixed) === undefined ? [] : [fixed];
  const names = Intl.supportedValuesOf('timeZone').filter((name) => zones(name) !== undefined);
  const city = (name: string) => name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const wanted = city(written).toLowerCase();
  const sameCity = names.filter((name) => city(name).toLowerCase() === wanted);
  return [...new Set([...sameCity, ...nearest(written, names)])].slice(0, 3);
}
