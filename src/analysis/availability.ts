import { takesTime } from '../../compilers/filter/takes-time.js';
import { hoursOfCall, type WorkingHours } from '../../compilers/plan/working-hours.js';
import { dayOfWall, isoWeekday, MINUTE } from '../../compilers/time/civil.js';
import { printMinutes, printZoned } from '../../compilers/time/print-time.js';
import { DEFAULT_DURATION_MINUTES } from '../../schemas/input/analysis.js';
import { WEEKDAYS } from '../../schemas/input/filter.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../ports/free-busy.js';
import { busyIntervals } from '../rows/busy-intervals.js';
import { printSpan } from '../rows/print-span.js';
import type { Row } from '../rows/project-row.js';
import { weekdayName } from '../rows/weekday-name.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { freeSlots } from './time/free-slots.js';
import { rankSlots } from './time/rank-slots.js';

/**
 * Free slots of the owner and of everybody whose time is known, from now on: working hours less everything that takes
 * time, buffers kept. People who may be busy, or are away, are not free.
 */
export const availability: Analysis<'availability'> = {
  needs: 'others',
  asksForTime: true,
  reduce(plan, rows, { viewer, now, others, print, workingHours: defaultHours }) {
    const { durationMinutes = DEFAULT_DURATION_MINUTES, bufferMinutes = 0 } = plan.params;
    const workingHours = hoursOfCall(plan.params, defaultHours);
    const range = { from: Math.max(plan.range.from, now), to: plan.range.to };
    const buffer = bufferMinutes * MINUTE;
    const theirs = others.flatMap((one) => (one.kind === 'known' ? one.busy : []));
    const busy = busyIntervals(rows, { from: range.from - buffer, to: range.to + buffer }, theirs);
    const slots = [
      ...freeSlots({
        range,
        busy: busy.map(({ start, end }) => ({ from: start, to: end })),
        workingHours,
        durationMinutes,
        bufferMinutes,
        viewer,
      }),
    ];
    const { shown, nextOffset } = pageOf(slots, plan);
    const best = rankSlots(slots, durationMinutes, viewer);
    // What takes days after the last slot that is shown is of no use.
    const end = nextOffset === undefined ? range.to : (shown.at(-1)?.to ?? range.to);
    const days = { from: dayOfWall(viewer.toWall(range.from)), to: dayOfWall(viewer.toWall(end - 1)) };
    const whole = rows.filter((row) => row.allDay && takesTime(row) && takesDay(row, days, workingHours));
    return {
      data: {
        slots: shown.map((slot) => ({
          ...printSpan(slot, viewer),
          day: weekdayName(viewer.toWall(slot.from)),
          minutes: Math.floor((slot.to - slot.from) / MINUTE),
        })),
        total: slots.length,
        ...(best.length > 0 && {
          best: best.map(({ slot, reasons }) => ({ start: printZoned(slot.from, viewer), reasons })),
        }),
        ...(plan.params.durationMinutes === undefined && { durationMinutes }),
        hours: printHours(workingHours),
        ...(whole.length > 0 && { allDay: whole.slice(0, NAMED).map((row) => printAllDay(row, print)) }),
        ...(others.length > 0 && { attendees: others.map(printPerson) }),
      },
      notes: [
        ...(slots.length === 0 ? ['No free time of this length in the working hours of the range.'] : []),
        ...(whole.length === 0 ? [] : [takenDays(whole.length)]),
        ...notesOn(others),
      ],
      nextOffset,
    };
  },
};

/** All-day events that are named. */
const NAMED = 5;

/** Whether an all-day event takes a working day of so many days. */
function takesDay({ startWall, endWall }: Occurrence, days: Range, working: WorkingHours): boolean {
  const first = Math.max(dayOfWall(startWall), days.from);
  const last = Math.min(dayOfWall(endWall) - 1, days.to);
  return working.days.some((weekday) => first + ((weekday - isoWeekday(first) + 7) % 7) <= last);
}

function takenDays(count: number): string {
  const named = count > NAMED ? `; ${NAMED} of ${count} are named` : '';
  return `All-day events (allDay) take whole days${named}. If one should not, set its busy to false.`;
}

function printAllDay(row: Occurrence, print: (row: Occurrence) => Row): Row {
  const { id, title, start, end } = print(row);
  return { id, title, start, ...(end === start ? {} : { end }) };
}

/** `mon,tue 09:00-17:00` */
function printHours({ start, end, days }: WorkingHours): string {
  const names = [...days].sort().map((day) => WEEKDAYS[day - 1]);
  return `${names.join(',')} ${printMinutes(start)}-${printMinutes(end)}`;
}

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
    return ['None of the attendees could be checked: only the calendars here were used for the slots.'];
  return [`${unknown} of ${others.length} attendees could not be checked: the slots ignore them.`];
}
