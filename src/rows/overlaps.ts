import { takesTime } from '../../compilers/filter/takes-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { sortInTurns } from '../concurrency/sort-in-turns.js';
import type { YieldToEventLoop } from '../concurrency/yield-to-event-loop.js';

const byStart = (a: Occurrence, b: Occurrence): number => a.start - b.start || a.end - b.end;

/**
 * The same occurrences, each marked if it overlaps another one, with that one's title; only timed ones that take time can.
 * All earlier ones that reach into an occurrence overlap each other too, so the one that ends last stands for them.
 */
export async function markOverlaps(
  occurrences: readonly Occurrence[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Occurrence[]> {
  const overlapping = new Map<Occurrence, Occurrence>();
  let last: Occurrence | undefined;
  const taken = occurrences.filter((one) => takesTime(one) && !one.allDay && one.end > one.start);
  for (const one of await sortInTurns(taken, byStart, yieldToEventLoop)) {
    if (last !== undefined && last.end > one.start)
      overlapping.set(last, overlapping.get(last) ?? one).set(one, last);
    if (last === undefined || one.end > last.end) last = one;
  }
  const marked: Occurrence[] = [];
  for (const one of occurrences) {
    const other = overlapping.get(one);
    marked.push({ ...one, hasConflict: other !== undefined, ...(other && { conflictsWith: other.title }) });
    if (marked.length % 1000 === 0) await yieldToEventLoop();
  }
  return marked;
}
