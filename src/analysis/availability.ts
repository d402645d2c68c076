import type { AnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import { MINUTE } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import { busyIntervals } from '../engine/busy-intervals.js';
import { weekdayName } from '../engine/print-day.js';
import type { FreeBusyAnswer } from '../ports/free-busy.js';
import type { Analysis } from './analysis.js';
import { freeSlots } from './free-slots.js';

type AvailabilityPlan = Extract<AnalysisPlan, { kind: 'availability' }>;

/**
 * Free slots of the owner and of everybody whose time is known, from now on: working hours less everything that takes
 * time, buffers kept. People who may be busy, or are away, are not free.
 */
export const availability: Analysis<AvailabilityPlan> = (plan, rows, { viewer, now, others }) => {
  const range = { from: Math.max(plan.range.from, now), to: plan.range.to };
  const buffer = plan.bufferMinutes * MINUTE;
  const theirs = others.flatMap((one) => (one.kind === 'known' ? one.busy : []));
  const busy = busyIntervals(rows, { from: range.from - buffer, to: range.to + buffer }, theirs);
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
      ...(others.length === 0 ? {} : { attendees: others.map(printPerson) }),
    },
    notes: [
      ...(slots.length === 0 ? ['No free time of this length in the working hours of the range.'] : []),
      ...notesOn(others),
    ],
  };
};

function printPerson(one: FreeBusyAnswer): Readonly<Record<string, unknown>> {
  return one.kind === 'known'
    ? { email: one.address, checked: true }
    : { email: one.address, checked: false, reason: one.reason };
}

/** Nobody is taken as free whose time is not known. */
function notesOn(others: readonly FreeBusyAnswer[]): readonly string[] {
  const unknown = others.filter(({ kind }) => kind === 'unknown').length;
  if (unknown === 0) return [];
  if (unknown === others.length)
    return ['None of the attendees could be checked: the slots are free in the own calendars only.'];
  return [
    `${unknown} of ${others.length} attendees could not be checked: the slots leave them out of account.`,
  ];
}
