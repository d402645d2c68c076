import { HOUR } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant, Range } from '../../../../schemas/model/time.js';
import { expand } from '../../../calendar/expand/expand.js';
import { readObject } from '../../../calendar/read/read-object.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import type { EventRecord } from '../process/protocol.js';
import { printKitSeries } from './event-ics.js';

/** Clock changes move nonexistent starts by less; no EventKit rule has two starts within this time. */
const SAME = 2 * HOUR;

/** Differences between a series and its rule within the requested ranges. */
export interface Exceptions {
  readonly excluded: readonly Instant[];
  readonly added: readonly Instant[];
}

/**
 * Compares the rule's dates with EventKit's in the requested ranges. Missing dates were deleted (EXDATE);
 * extra ones come from a server with single dates (RDATE). `there`: original starts.
 */
export function exceptionsOf(
  master: EventRecord,
  there: ReadonlySet<Instant>,
  asked: readonly Range[],
  mac: Zone,
): Exceptions {
  const bare = { uid: 'x', master, detached: [], excluded: [], added: [] };
  const [series] = readObject(printKitSeries(bare, mac), zoneOf).series;
  const excluded = new Set<Instant>();
  const left = new Set(there);
  const dates = [...there].sort((a, b) => a - b);
  for (const range of asked) {
    if (series === undefined) break;
    for (const { start } of expand(series, range, mac)) {
      const near = nearest(dates, start);
      if (near !== undefined) left.delete(near);
      // EventKit may omit an occurrence that begins before the range.
      else if (start >= range.from && start < range.to) excluded.add(start);
    }
  }
  const isAsked = (time: Instant): boolean => asked.some(({ from, to }) => time >= from && time < to);
  return {
    excluded: [...excluded].sort((a, b) => a - b),
    added: [...left].filter(isAsked).sort((a, b) => a - b),
  };
}

function nearest(dates: readonly Instant[], start: Instant): Instant | undefined {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return [dates[low - 1], dates[low]].find((date) => date !== undefined && Math.abs(date - start) <= SAME);
}
