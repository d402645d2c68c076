import { mergeCalendars } from '../../calendar/text/merge-calendars.js';
import { estimateTokens } from '../../rows/estimate-tokens.js';
import { shownObject } from '../../rows/shown-object.js';
import type { Page } from '../../rows/sort-page.js';
import { type Collected, objectKey } from './collected.js';

/** Most characters of an export for people; the rest goes to the next page. */
const MOST = 1_000_000;
/** Tokens for everything except the export. */
const FOR_META = 300;

/** The objects behind a page as one iCalendar stream, how far it reaches, and notes on what is left out. */
export function exportPage(
  { rows }: Page,
  offset: number,
  objects: Collected['objects'],
  mostTokens?: number,
): {
  readonly ics: string;
  readonly reached: { readonly returned?: number; readonly nextOffset?: number };
  readonly notes: readonly string[];
} {
  const most = mostTokens === undefined ? MOST : mostTokens - FOR_META;
  const sizeOf = mostTokens === undefined ? (text: string) => text.length : tokensOf;
  const texts = new Map<string, string>();
  const zones = new Set<string>();
  const tooLarge = new Set<string>();
  let room = most;
  let done = 0;
  for (const row of rows) {
    const isLess = row.hidden !== undefined;
    const key = isLess ? row.id : objectKey(row.calendar.id, row.href);
    const ics = isLess ? shownObject(row) : (objects.get(key)?.ics ?? '');
    if (!texts.has(key) && !tooLarge.has(row.seriesId ?? row.id)) {
      const own = sizeOf(withoutKnown(ics, zones));
      if (own > most) tooLarge.add(row.seriesId ?? row.id);
      else if (own > room) break;
      else {
        room -= own;
        texts.set(key, ics);
        for (const zone of zonesIn(ics)) zones.add(zone);
      }
    }
    done++;
  }
  const named = [...tooLarge].slice(0, NAMED).join(', ');
  return {
    ics: mergeCalendars([...texts.values()]),
    reached: done < rows.length ? { returned: done, nextOffset: offset + done } : {},
    notes: tooLarge.size === 0 ? [] : [`Left out because they are larger than an export may be: ${named}.`],
  };
}

/** Most events listed as too large. */
const NAMED = 10;

/** An export as readable text: unfolded, with real line breaks. */
export function plainText(ics: string): string {
  return ics.replace(/\r?\n[ \t]/g, '').replace(/\\n/gi, '\n');
}

/** Drops zones that the export already has, because it has each zone once. */
function withoutKnown(ics: string, zones: ReadonlySet<string>): string {
  return zonesIn(ics).reduce((text, zone) => (zones.has(zone) ? text.replace(zone, '') : text), ics);
}

function zonesIn(ics: string): readonly string[] {
  return ics.match(/^BEGIN:VTIMEZONE\r?$[\s\S]*?^END:VTIMEZONE\r?$/gm) ?? [];
}

/** In JSON, a line break takes two characters. */
function tokensOf(text: string): number {
  return estimateTokens(JSON.stringify(text));
}
