import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';
import { quarterHour } from './free-slots.js';

/** A room and its busy times, merged and sorted. */
export interface RoomTimes {
  readonly name: string;
  readonly busy: readonly Range[];
}

export interface SlotWithRooms extends Range {
  /** Free during the whole slot. */
  readonly rooms: readonly string[];
}

interface Wanted {
  readonly rooms: number;
  /** Milliseconds. */
  readonly length: number;
}

/** Finds the longest parts of slots during which enough of the rooms are free. */
export function* slotsWithRooms(
  slots: readonly Range[],
  rooms: readonly RoomTimes[],
  wanted: Wanted,
  viewer: Zone,
): Generator<SlotWithRooms, undefined> {
  for (const slot of slots) {
    const inside = rooms
      .flatMap(({ busy }) => busy.flatMap(({ from, to }) => [from, to]))
      .filter((at) => at > slot.from && at < slot.to);
    const cuts = [...new Set([slot.from, ...inside, slot.to])].sort((a, b) => a - b);
    const free = cuts.slice(0, -1).map((from) => freeAt(from, rooms));
    let reached = Number.NEGATIVE_INFINITY;
    for (const [at, first] of free.entries()) {
      let [both, end] = [first, at];
      if (both.length < wanted.rooms) continue;
      for (let next = at + 1; next < free.length; next++) {
        const still = both.filter((name) => free[next]?.includes(name));
        if (still.length < wanted.rooms) break;
        [both, end] = [still, next];
      }
      const [from, to] = [quarterHour(cuts[at] ?? slot.from, viewer), cuts[end + 1] ?? slot.to];
      // A part of the previous slot adds nothing unless more rooms are free in it.
      if (to <= reached || to - from < wanted.length) continue;
      reached = to;
      yield { from, to, rooms: both };
    }
  }
}

function freeAt(instant: number, rooms: readonly RoomTimes[]): readonly string[] {
  const isTaken = ({ busy }: RoomTimes) => busy.some(({ from, to }) => from <= instant && to > instant);
  return rooms.filter((room) => !isTaken(room)).map(({ name }) => name);
}
