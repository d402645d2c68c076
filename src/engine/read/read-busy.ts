import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Range } from '../../../schemas/model/time.js';
import { busyIntervals } from '../../rows/busy-intervals.js';
import { printTime } from '../../rows/project/print-span.js';
import { dayHeading, daySpan } from '../../rows/text/day-span.js';
import { countedPage } from './read-meta.js';

/** Busy times of rows: intervals, one line per day, or their number and length. */
export function readBusy(
  plan: ReadPlan,
  rows: readonly Occurrence[],
  viewer: Zone,
  meta: Success['meta'],
): Success<ReadData> {
  const all = busyIntervals(rows, plan.range);
  if (plan.mode === 'count') {
    const minutes = Math.round(all.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE);
    return { success: true, data: { count: all.length, minutes }, meta };
  }
  const page = all.slice(plan.offset, plan.offset + plan.limit);
  return {
    success: true,
    data:
      plan.format === 'agenda'
        ? { agenda: busyAgenda(page, viewer) }
        : { busy: page.map((time) => printTime(time, viewer)) },
    meta: { ...meta, ...countedPage(all.length, page.length, plan.offset + page.length) },
  };
}

/** `Tue 2026-11-24 | 09:00–10:30, 14:00–15:00` */
export function busyAgenda(intervals: readonly Range[], viewer: Zone): string {
  const byDay = new Map<number, string[]>();
  for (const { from, to } of intervals) {
    const day = dayOfWall(viewer.toWall(from));
    const spans = byDay.get(day) ?? [];
    spans.push(daySpan(day, viewer.toWall(from), viewer.toWall(to)));
    byDay.set(day, spans);
  }
  const lines = [...byDay].map(([day, spans]) => `${dayHeading(day)} | ${spans.join(', ')}`);
  return lines.length === 0 ? '(not busy)' : lines.join('\n');
}
