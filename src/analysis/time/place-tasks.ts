import { dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { PartOfDay } from '../../../schemas/input/analysis.js';
import type { Instant, Range } from '../../../schemas/model/time.js';
import { quarterHour } from './free-slots.js';
import { partOfDay } from './parts-of-day.js';

export interface TaskWork {
  readonly minutes: number;
  /** Earliest start and deadline. */
  readonly from: Instant;
  readonly to: Instant;
}

export interface PlacingRules {
  /** Longer work is cut into pieces of this length, the remainder last; undefined: never cut. */
  readonly splitMinutes: number | undefined;
  /** Kept free between two pieces. */
  readonly bufferMinutes: number;
  readonly prefer: PartOfDay | undefined;
  readonly viewer: Zone;
}

/** Free time that placed work uses up. */
export class FreeTime {
  #slots: Range[];

  constructor(
    slots: readonly Range[],
    private readonly rules: PlacingRules,
  ) {
    this.#slots = [...slots];
  }

  /**
   * Places work in the preferred part of the day if it fits. If splittable work does not fit as a whole, places the pieces
   * that fit. Uses no time for other work that does not fit.
   */
  place(work: TaskWork): readonly Range[] {
    const { prefer, viewer } = this.rules;
    const openings = [
      ...(prefer === undefined ? [] : [this.#slots.flatMap((slot) => partsIn(slot, prefer, viewer))]),
      this.#slots,
    ];
    // Two pieces in one free slot are hardly separate, so leaving the preferred part of the day comes first.
    for (const most of [1, Number.POSITIVE_INFINITY]) {
      for (const open of openings) {
        const pieces = this.#piecesFor(work, open, most);
        if (lengthOfPieces(pieces) === work.minutes) return this.#taken(pieces);
      }
    }
    return this.#taken(this.#piecesFor(work, this.#slots, Number.POSITIVE_INFINITY));
  }

  #taken(pieces: readonly Range[]): readonly Range[] {
    for (const piece of pieces) this.#use(piece);
    return pieces;
  }

  /** Places at most `most` pieces in each opening. */
  #piecesFor(work: TaskWork, openings: readonly Range[], most: number): readonly Range[] {
    const { splitMinutes, bufferMinutes, viewer } = this.rules;
    const pieces: Range[] = [];
    let left = work.minutes * MINUTE;
    for (const open of openings) {
      const end = Math.min(open.to, work.to);
      let from = quarterHour(Math.max(open.from, work.from), viewer);
      for (let count = 0; left > 0 && count < most; count++) {
        const length = Math.min(left, (splitMinutes ?? work.minutes) * MINUTE);
        if (end - from < length) break;
        pieces.push({ from, to: from + length });
        left -= length;
        from = quarterHour(from + length + bufferMinutes * MINUTE, viewer);
      }
    }
    return pieces;
  }

  #use({ from, to }: Range): void {
    const buffer = this.rules.bufferMinutes * MINUTE;
    this.#slots = this.#slots.flatMap((slot) =>
      to <= slot.from || from >= slot.to
        ? [slot]
        : [
            { from: slot.from, to: from - buffer },
            { from: to + buffer, to: slot.to },
          ].filter((rest) => rest.from < rest.to),
    );
  }
}

/** Total in minutes. */
export function lengthOfPieces(pieces: readonly Range[]): number {
  return pieces.reduce((sum, { from, to }) => sum + (to - from), 0) / MINUTE;
}

/** Intersects a slot with a part of the day. Slots lie within working hours, so they cross at most one midnight. */
function partsIn(slot: Range, part: PartOfDay, viewer: Zone): readonly Range[] {
  const days = [slot.from, slot.to].map((at) => dayOfWall(viewer.toWall(at)));
  return [...new Set(days)].flatMap((day) => {
    const { from, to } = partOfDay(day, part, viewer);
    const within = { from: Math.max(slot.from, from), to: Math.min(slot.to, to) };
    return within.from < within.to ? [within] : [];
  });
}

/** True if the piece lies entirely within the part of the day. */
export function isIn(part: PartOfDay | undefined, { from, to }: Range, viewer: Zone): boolean {
  if (part === undefined) return false;
  const wanted = partOfDay(dayOfWall(viewer.toWall(from)), part, viewer);
  return from >= wanted.from && to <= wanted.to;
}
