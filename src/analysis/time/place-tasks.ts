import { dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { PartOfDay } from '../../../schemas/input/analysis.js';
import type { Instant, Range } from '../../../schemas/model/time.js';
import { quarterHour } from './free-slots.js';
import { partAround, partOfDay } from './parts-of-day.js';

/** Something that takes working time. */
export interface TaskWork {
  readonly minutes: number;
  /** When it can begin at the earliest, and has to be done. */
  readonly from: Instant;
  readonly to: Instant;
}

export interface PlacingRules {
  /** Pieces that work may be cut into are at least as long, but for the last; undefined: it is done in one go. */
  readonly splitMinutes: number | undefined;
  /** Kept free between two pieces. */
  readonly bufferMinutes: number;
  readonly prefer: PartOfDay | undefined;
  readonly viewer: Zone;
}

/** Free time that is used up piece by piece. */
export class FreeTime {
  #slots: Range[];

  constructor(
    slots: readonly Range[],
    private readonly rules: PlacingRules,
  ) {
    this.#slots = [...slots];
  }

  /** Times for a piece of work, in the preferred part of the day where it fits there; undefined, and nothing used, if it does not fit. */
  place(work: TaskWork): readonly Range[] | undefined {
    const { prefer } = this.rules;
    const tries = prefer === undefined ? [undefined] : [prefer, undefined];
    for (const part of tries) {
      const pieces = this.#piecesFor(work, part);
      if (pieces === undefined) continue;
      for (const piece of pieces) this.#use(piece);
      return pieces;
    }
    return undefined;
  }

  #piecesFor(work: TaskWork, part: PartOfDay | undefined): readonly Range[] | undefined {
    const { splitMinutes, viewer } = this.rules;
    const pieces: Range[] = [];
    let left = work.minutes * MINUTE;
    for (const slot of this.#slots) {
      for (const open of part === undefined ? [slot] : partsIn(slot, part, viewer)) {
        const from = quarterHour(Math.max(open.from, work.from), viewer);
        const room = Math.min(open.to, work.to) - from;
        const least = splitMinutes === undefined ? left : Math.min(left, splitMinutes * MINUTE);
        if (room < least) continue;
        const length = Math.min(room, left);
        pieces.push({ from, to: from + length });
        left -= length;
        if (left === 0) return pieces;
      }
    }
    return undefined;
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

/** What of a slot lies in a part of a day; slots are within working hours, so that they reach over a midnight at most. */
function partsIn(slot: Range, part: PartOfDay, viewer: Zone): readonly Range[] {
  const days = [slot.from, slot.to].map((at) => dayOfWall(viewer.toWall(at)));
  return [...new Set(days)].flatMap((day) => {
    const { from, to } = partOfDay(day, part, viewer);
    const within = { from: Math.max(slot.from, from), to: Math.min(slot.to, to) };
    return within.from < within.to ? [within] : [];
  });
}

/** The part of the day that a piece begins in, if it is the wanted one. */
export function isIn(part: PartOfDay | undefined, piece: Range, viewer: Zone): boolean {
  if (part === undefined) return false;
  const around = partAround(piece.from, viewer);
  return around?.from === partOfDay(dayOfWall(viewer.toWall(piece.from)), part, viewer).from;
}
