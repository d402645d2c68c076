import { mergeCalendars } from '../../calendar/text/merge-calendars.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Page } from '../../rows/sort-page.js';
import { objectKey } from './collect.js';

/** Characters of one export; the rest is for the next page. */
const MOST = 1_000_000;

/** The whole objects behind a page, each once, as one iCalendar stream; how far it reaches, and what it cannot hold. */
export function exportPage(
  { rows }: Page,
  offset: number,
  objects: ReadonlyMap<string, CalendarObject>,
): {
  readonly ics: string;
  readonly reached: { readonly returned?: number; readonly nextOffset?: number };
  readonly notes: readonly string[];
} {
  const texts = new Map<string, string>();
  const tooLarge = new Set<string>();
  let room = MOST;
  let done = 0;
  for (const row of rows) {
    const key = objectKey(row.calendar.id, row.href);
    const ics = objects.get(key)?.ics ?? '';
    if (ics.length > MOST) tooLarge.add(row.seriesId ?? row.id);
    else if (!texts.has(key)) {
      room -= ics.length;
      if (room < 0) break;
      texts.set(key, ics);
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

/** Events that are named as too large. */
const NAMED = 10;
