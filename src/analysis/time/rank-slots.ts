import { DAY, dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { PartOfDay } from '../../../schemas/input/analysis.js';
import type { Range } from '../../../schemas/model/time.js';
import { quarterHour } from './free-slots.js';
import { partOfDay } from './parts-of-day.js';

/** A time of the requested length, and its advantages. */
export interface RankedTime {
  readonly time: Range;
  readonly reasons: readonly string[];
}

/** Longest remainder of a filled slot; shorter ones are useless. */
const SCRAP = 15 * MINUTE;
const BEST = 3;

/**
 * Picks times with a measurable advantage, preferred part of the day first, then by number of reasons: `morning`,
 * `fills a gap` (at most 15 minutes of the slot remain), `lightest day` (no other day has as much free time in slots).
 */
export function rankSlots(
  slots: readonly Range[],
  durationMinutes: number,
  prefer: PartOfDay | undefined,
  viewer: Zone,
): readonly RankedTime[] {
  const length = durationMinutes * MINUTE;
  const lightest = lightestDay(slots, viewer);
  const ranked = slots.map((slot) => {
    const preferred = prefer === undefined ? undefined : timeIn(slot, length, prefer, viewer);
    const from = preferred ?? slot.from;
    const reasons = [
      ...(preferred !== undefined && prefer !== undefined ? [prefer] : []),
      ...(slot.to - slot.from - length <= SCRAP ? ['fills a gap'] : []),
      ...(dayOfWall(viewer.toWall(from)) === lightest ? ['lightest day'] : []),
    ];
    return { time: { from, to: from + length }, reasons, isPreferred: preferred !== undefined };
  });
  return ranked
    .filter(({ reasons }) => reasons.length > 0)
    .sort(
      (a, b) =>
        Number(b.isPreferred) - Number(a.isPreferred) ||
        b.reasons.length - a.reasons.length ||
        a.time.from - b.time.from,
    )
    .slice(0, BEST)
    .map(({ time, reasons }) => ({ time, reasons }));
}

/** First start in the slot that keeps the whole length within the part of the day. */
function timeIn(slot: Range, length: number, prefer: PartOfDay, viewer: Zone): number | undefined {
  const lastDay = dayOfWall(viewer.toWall(slot.to));
  for (let day = dayOfWall(viewer.toWall(slot.from)); day <= lastDay; day++) {
    const part = partOfDay(day, prefer, viewer);
    const from = quarterHour(Math.max(slot.from, part.from), viewer);
    if (from + length <= Math.min(slot.to, part.to)) return from;
  }
  return undefined;
}

/** The single day with the most free time in slots; a slot over midnight counts for both days. */
function lightestDay(slots: readonly Range[], viewer: Zone): number | undefined {
  const free = new Map<number, number>();
  for (const slot of slots) {
    const lastDay = dayOfWall(viewer.toWall(slot.to - 1));
    for (let day = dayOfWall(viewer.toWall(slot.from)); day <= lastDay; day++) {
      const from = Math.max(slot.from, viewer.toInstant(day * DAY));
      const to = Math.min(slot.to, viewer.toInstant((day + 1) * DAY));
      free.set(day, (free.get(day) ?? 0) + to - from);
    }
  }
  const [first, second] = [...free].sort(([, a], [, b]) => b - a);
  return first !== undefined && second !== undefined && first[1] > second[1] ? first[0] : undefined;
}
