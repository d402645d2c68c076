import { findIana, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import type { Zone, ZoneLookup } from '../../../compilers/time/zone.js';
import { intlSource } from './zone-intl.js';
import { fixedZone, tableZone } from './zone-table.js';

const UTC = fixedZone('UTC', 0);
const UTC_NAMES: ReadonlySet<string> = new Set(
  'UTC Z GMT UCT ZULU UNIVERSAL GREENWICH ETC/UTC ETC/GMT ETC/UCT ETC/ZULU ETC/UNIVERSAL ETC/GREENWICH'.split(
    ' ',
  ),
);

const windowsNames: ReadonlyMap<string, string> = new Map(
  WINDOWS_TO_IANA_MAP.map(({ windowsName }) => [windowsName.toUpperCase(), windowsName]),
);

/** By upper-case name; at most as many as there are names. */
const known = new Map<string, Zone>();
/**
 * Finds a zone by IANA name (any case, aliases too), `UTC`, a Windows name, or a name with a prefix such as
 * `/mozilla.org/20050126_1/Europe/Berlin`. An alias keeps its own name.
 */
export const zoneOf: ZoneLookup = (id) => {
  const name = id.trim();
  if (name.length > 200) return undefined;
  const key = name.toUpperCase();
  if (UTC_NAMES.has(key) || key === 'TZONE://MICROSOFT/UTC') return UTC;
  const found = known.get(key);
  if (found !== undefined) return found;
  const zone = ianaZone(name) ?? windowsZone(key);
  if (zone !== undefined) {
    known.set(key, zone);
    return zone;
  }
  return name.includes('/') ? zoneAfterPrefix(name) : undefined;
};

/** True for a Windows zone name, which is more reliable than the VTIMEZONE that came with it. */
export function isWindowsZone(id: string): boolean {
  return windowsNames.has(id.trim().toUpperCase());
}

function ianaZone(name: string): Zone | undefined {
  if (!/^[A-Z][A-Z0-9_+-]*(\/[A-Z0-9_+-]+){0,2}$/i.test(name)) return undefined;
  const intl = intlSource(name);
  if (intl === undefined) return undefined;
  if (intl.id === 'UTC') return UTC;
  return tableZone(intl.id.toUpperCase() === name.toUpperCase() ? intl.id : properCase(name), intl.source);
}

/** `europe/kyiv` becomes `Europe/Kyiv`; a name with capitals stays. */
function properCase(name: string): string {
  if (/[A-Z]/.test(name) && /[a-z]/.test(name)) return name;
  return name.includes('/')
    ? name
        .toLowerCase()
        .replace(/(^|[/_-])([a-z])/g, (_, gap: string, letter: string) => gap + letter.toUpperCase())
    : name.toUpperCase();
}

function windowsZone(key: string): Zone | undefined {
  const windowsName = windowsNames.get(key);
  const iana = windowsName === undefined ? undefined : findIana(windowsName)[0];
  return iana === undefined ? undefined : zoneOf(iana);
}

/** The zone at the end of `/vendor/version/Area/City`, as libical, Mozilla and Evolution write it. */
function zoneAfterPrefix(name: string): Zone | undefined {
  const parts = name.split('/').filter((part) => part !== '');
  for (const count of [3, 2]) {
    const tail = parts.slice(-count);
    // Without a part before it, the name was already tried.
    const zone = parts.length > count || name.startsWith('/') ? zoneOf(tail.join('/')) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}
