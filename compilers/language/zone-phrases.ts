import type { Phrase } from '../time/phrase.js';
import { zonesMeant } from '../time/resolve-zone.js';

const CITY = /(?:in )?((?:[A-Z][\p{L}.'-]+ ){1,3})(?:local )?time\b/uy;
const CODE = /(?:in )?([A-Z]{2,5})\b/y;

/** The zones that may be meant by what stands at a place of a text: `Berlin time`, `CET`, `PT`. */
export function zoneAt(text: string, at: number): Phrase<readonly string[]> | undefined {
  for (const form of [CITY, CODE]) {
    form.lastIndex = at;
    const match = form.exec(text);
    const zones = match === null ? [] : zonesMeant(match[1]?.trim() ?? '');
    if (match !== null && zones.length > 0) return { length: match[0].length, value: zones };
  }
  return undefined;
}
