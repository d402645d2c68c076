import { DAY } from '../../../compilers/time/civil.js';
import type { WallKind, Zone } from '../../../compilers/time/zone.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';

/** An instant at which an offset changes; offsets in milliseconds. */
export interface Transition {
  readonly at: Instant;
  readonly before: number;
  readonly after: number;
}

/** The source of a zone's offsets. May be slow: each span of time is read once. */
export interface OffsetSource {
  offsetAt(instant: Instant): number;
  /** All transitions with from < at ≤ to, ascending. */
  transitions(from: Instant, to: Instant): readonly Transition[];
}

interface Chunk {
  readonly offset: number;
  readonly transitions: readonly Transition[];
}

/** Four years: few transitions, so that a lookup is one map access and a short walk. */
const SPAN = 1461 * DAY;
/** A wall time and its instant may lie in neighbouring chunks: offsets stay below two days. */
const MARGIN = 2 * DAY;

/** A zone that caches its transitions in tables of four years, each built on first use. */
export function tableZone(id: string, source: OffsetSource): Zone {
  const chunks = new Map<number, Chunk>();
  let lastIndex = Number.NaN;
  let last: Chunk = { offset: 0, transitions: [] };

  function chunkAt(time: number): Chunk {
    const index = Math.floor(time / SPAN);
    if (index === lastIndex) return last;
    let chunk = chunks.get(index);
    if (chunk === undefined) {
      const from = index * SPAN - MARGIN;
      chunk = {
        offset: source.offsetAt(from),
        transitions: source.transitions(from, from + SPAN + 2 * MARGIN),
      };
      chunks.set(index, chunk);
    }
    lastIndex = index;
    last = chunk;
    return chunk;
  }

  function offsetAt(instant: Instant): number {
    const chunk = chunkAt(instant);
    let offset = chunk.offset;
    for (const transition of chunk.transitions) {
      if (transition.at > instant) break;
      offset = transition.after;
    }
    return offset;
  }

  return {
    id,
    offsetAt,
    toWall: (instant) => instant + offsetAt(instant),
    toInstant(wall: Wall): Instant {
      const chunk = chunkAt(wall);
      let offset = chunk.offset;
      for (const { at, before, after } of chunk.transitions) {
        // In a gap or a fold, the offset before the transition counts (RFC 5545 §3.3.5).
        if (wall < at + Math.max(before, after)) break;
        offset = after;
      }
      return wall - offset;
    },
    kindOf(wall: Wall): WallKind {
      for (const { at, before, after } of chunkAt(wall).transitions) {
        if (wall < at + Math.min(before, after)) break;
        if (wall < at + Math.max(before, after)) return after > before ? 'gap' : 'fold';
      }
      return 'unique';
    },
  };
}

export function fixedZone(id: string, offset: number): Zone {
  return {
    id,
    offsetAt: () => offset,
    toWall: (instant) => instant + offset,
    toInstant: (wall) => wall - offset,
    kindOf: () => 'unique',
  };
}
