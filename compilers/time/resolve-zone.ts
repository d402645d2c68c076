import { nearestWords } from '../../schemas/diagnostics/did-you-mean.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { Zone, ZoneLookup } from './zone.js';

/** Common meanings of abbreviations that are not IANA names. The runtime knows some itself, but reads BST as Dhaka. */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ PST: ['America/Los_Angeles'], PDT: ['America/Los_Angeles'], EDT: ['America/New_York'] },
    ...{ CST: ['America/Chicago', 'Asia/Shanghai'], CDT: ['America/Chicago'], MDT: ['America/Denver'] },
    ...{ AKST: ['America/Anchorage'], AST: ['America/Halifax', 'Asia/Riyadh'], NST: ['America/St_Johns'] },
    ...{ BST: ['Europe/London', 'Asia/Dhaka'], IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'] },
    ...{
      CEST: ['Europe/Berlin'],
      EEST: ['Europe/Athens'],
      WEST: ['Europe/Lisbon'],
      ECT: ['America/Guayaquil'],
    },
    ...{
      JST: ['Asia/Tokyo'],
      AEST: ['Australia/Sydney'],
      AEDT: ['Australia/Sydney'],
      AET: ['Australia/Sydney'],
    },
    ...{
      ACT: ['Australia/Darwin'],
      SST: ['Pacific/Pago_Pago'],
      CAT: ['Africa/Maputo'],
      EAT: ['Africa/Nairobi'],
    },
    ...{ ART: ['America/Argentina/Buenos_Aires'], BET: ['America/Sao_Paulo'], MIT: ['Pacific/Marquesas'] },
  }),
);

/** Abbreviations for more than one offset, and those that are zones themselves. */
const SPOKEN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ ET: ['America/New_York'], CT: ['America/Chicago'], MT: ['America/Denver'] },
    ...{ PT: ['America/Los_Angeles'], EST: ['America/New_York'], MST: ['America/Denver'] },
    ...{ UTC: ['UTC'], GMT: ['UTC'], CET: ['CET'], EET: ['EET'], WET: ['WET'], HST: ['Pacific/Honolulu'] },
  }),
);

/** Every zone for an abbreviation or a city; empty for other texts. */
export function zonesMeant(name: string): readonly string[] {
  const code = name.toUpperCase();
  const known = SPOKEN.get(code) ?? ABBREVIATIONS.get(code);
  if (known !== undefined) return known;
  return name.length < 4 ? [] : zonesOfCity(name, Intl.supportedValuesOf('timeZone'));
}

function zonesOfCity(name: string, zones: readonly string[]): readonly string[] {
  const city = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const wanted = city(name).toLowerCase();
  return zones.filter((zone) => city(zone).toLowerCase() === wanted);
}

/** The zone with this id; throws INVALID_TIMEZONE with the nearest names. */
export function resolveZone(id: string, zones: ZoneLookup): Zone {
  const zone = zones(id);
  if (zone === undefined) throw noZone(zonesNear(id, zones));
  return zone;
}

/** The same for a zone in a call. Throws INVALID_TIMEZONE for abbreviations, too, because they are ambiguous. */
export function resolveAskedZone(id: string, zones: ZoneLookup): Zone {
  const iana = ABBREVIATIONS.get(id.trim().toUpperCase());
  if (iana !== undefined) throw noZone(iana);
  return resolveZone(id, zones);
}

function noZone(didYouMean: readonly string[]): CalendarError {
  return new CalendarError('INVALID_TIMEZONE', 'There is no such time zone.', {
    suggestion: 'Use an IANA name such as "Europe/Berlin", "America/New_York" or "UTC".',
    ...(didYouMean.length > 0 && { didYouMean }),
  });
}

/** Cities first, then whole names: `Berlin` and `Europe/Berln` both lead to `Europe/Berlin`. */
export function zonesNear(written: string, zones: ZoneLookup): readonly string[] {
  const [, sign, hours] = /^(?:utc|gmt)?([+-])0?(\d{1,2})(?::?00)?$/i.exec(written.trim()) ?? [];
  // These names have inverted signs, for historical reasons.
  const fixed = `Etc/GMT${sign === '+' ? '-' : '+'}${hours ?? ''}`;
  if (hours !== undefined) return zones(fixed) === undefined ? [] : [fixed];
  const names = Intl.supportedValuesOf('timeZone').filter((name) => zones(name) !== undefined);
  return [...new Set([...zonesOfCity(written, names), ...nearestWords(written, names)])].slice(0, 3);
}
