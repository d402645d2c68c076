import type { AnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import { MINUTE } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import { busyIntervals } from '../engine/busy-intervals.js';
import { weekdayName } from '../engine/print-day.js';
import type { Analysis } from './analysis.js';
import { freeSlots } from './free-slots.js';

type AvailabilityPlan = Extract<AnalysisPlan, { kind: 'availability' }>;

/** Free slots of the owner, from now on: working hours less everything that takes time, buffers kept. */
export const availability: Analysis<AvailabilityPlan> = (plan, rows, { viewer, now }) => {
  const range = { from: Math.max(plan.range.from, now), to: plan.range.to };
  const busy = busyIntervals(rows, {
    from: range.from - plan.bufferMinutes * MINUTE,
    to: range.to + plan.bufferMinutes * MINUTE,
  });
  const slots = freeSlots({
    range,
    busy: busy.map(({ start, end }) => ({ from: start, to: end })),
    workingHours: plan.workingHours,
    durationMinutes: plan.durationMinutes,
    bufferMinutes: plan.bufferMinutes,
    viewer,
    limit: plan.limit,
  });
  return {
    data: {
      slots: slots.map(({ from, to }) => ({
        start: printZoned(from, viewer),
        end: printZoned(to, viewer),
        day: weekdayName(viewer.toWall(from)),
        minutes: Math.floor((to - from) / MINUTE),
      })),
      durationMinutes: plan.durationMinutes,
    },
    notes: slots.length === 0 ? ['No free time of this length in the working hours of the range.'] : [],
  };
};
