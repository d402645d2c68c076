import { DAY, dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import { DAY_PARTS } from '../../../compilers/time/day-names.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { PartOfDay } from '../../../schemas/input/analysis.js';
import type { Instant, Range } from '../../../schemas/model/time.js';

export function partOfDay(day: number, part: PartOfDay, viewer: Zone): Range {
  const at = (minutes: number): Instant => viewer.toInstant(day * DAY + minutes * MINUTE);
  return { from: at(DAY_PARTS[part].from), to: at(DAY_PARTS[part].to) };
}

/** Undefined at night. */
export function partAround(instant: Instant, viewer: Zone): Range | undefined {
  const day = dayOfWall(viewer.toWall(instant));
  return (['morning', 'afternoon', 'evening'] as const)
    .map((part) => partOfDay(day, part, viewer))
    .find(({ from, to }) => instant >= from && instant < to);
}
