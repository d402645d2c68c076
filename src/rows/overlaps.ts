import { takesTime } from '../../compilers/filter/takes-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { sortInTurns } from '../concurrency/sort-in-turns.js';
import type { YieldToEventLoop } from '../concurrency/yield-to-event-loop.js';

const byStart = (a: Occurrence, b: Occurrence): number => a.start - b.start || a.end - b.end;

/**
 * Marks occurrences that overlap another one, with its title; only timed ones that take time can. It is enough to
 * compare with the earlier one that ends last: all earlier ones that reach into an occurrence also overlap each other.
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
