import { printWall, printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Range } from '../../schemas/model/time.js';

/** The start, and the end as `HH:MM` where it is on the same day with the same offset. */
export function printSpan(
  { from, to }: Range,
  viewer: Zone,
): { readonly start: string; readonly end: string } {
  const [start, end] = [printZoned(from, viewer), printZoned(to, viewer)];
  const same = start.slice(0, 10) === end.slice(0, 10) && viewer.offsetAt(from) === viewer.offsetAt(to);
  return { start, end: same ? printWall(viewer.toWall(to)).slice(11) : end };
}
