import { dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';

/** A free time, and what speaks for it. */
export interface RankedSlot {
  readonly slot: Range;
  readonly reasons: readonly string[];
}

/** What may be left of a slot that is filled: too short for anything else. */
const SCRAP = 15 * MINUTE;
const BEST = 3;

/**
 * The slots for which something speaks that can be measured, most reasons first: `fills a gap` (at most a quarter of
 * an hour is left of it), `lightest day` (no other day has as much free time in slots).
 */
export function rankSlots(
  slots: readonly Range[],
  durationMinutes: number,
  viewer: Zone,
): readonly RankedSlot[] {
  const dayOf = ({ from }: Range): number => dayOfWall(viewer.toWall(from));
  const free = new Map<number, number>();
  for (const slot of slots) free.set(dayOf(slot), (free.get(dayOf(slot)) ?? 0) + slot.to - slot.from);
  const most = [...free.values()].reduce((a, b) => Math.max(a, b), 0);
  const lightest = [...free.values()].filter((one) => one === most).length === 1 && free.size > 1;
  return slots
    .map((slot) => ({
      slot,
      reasons: [
        ...(slot.to - slot.from - durationMinutes * MINUTE <= SCRAP ? ['fills a gap'] : []),
        ...(lightest && free.get(dayOf(slot)) === most ? ['lightest day'] : []),
      ],
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.reasons.length - a.reasons.length || a.slot.from - b.slot.from)
    .slice(0, BEST);
}
