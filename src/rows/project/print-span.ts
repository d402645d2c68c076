import { printZoned } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { TimeRow } from '../../../schemas/answers/analysis-data.js';
import type { Range } from '../../../schemas/model/time.js';
import { weekdayName } from './weekday-name.js';

/** The start and the end; the end is a time of day if day and offset are the same. */
export function printSpan(
  { from, to }: Range,
  viewer: Zone,
): { readonly start: string; readonly end: string } {
  const [start, end] = [printZoned(from, viewer), printZoned(to, viewer)];
  const isSameDay = start.slice(0, 10) === end.slice(0, 10) && start.slice(-6) === end.slice(-6);
  return { start, end: isSameDay ? end.slice(11, -6) : end };
}

/** A span with the weekday of its start. */
export function printTime(time: Range, viewer: Zone): TimeRow {
  return { ...printSpan(time, viewer), day: weekdayName(viewer.toWall(time.from)) };
}
