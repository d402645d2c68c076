import { overlaps } from '../../compilers/filter/evaluate-filter.js';
import { takesTime } from '../../compilers/filter/takes-time.js';
import { readWorkingHours, type WorkingHours } from '../../compilers/plan/working-hours.js';
import { dayOfWall, isoWeekday, MINUTE } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import { DEFAULT_DURATION_MINUTES } from '../../schemas/input/analysis.js';
import { WEEKDAYS } from '../../schemas/input/filter.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../ports/free-busy.js';
import { busyIntervals } from '../rows/busy-intervals.js';
import type { Row } from '../rows/project-row.js';
import { weekdayName } from '../rows/weekday-name.js';
import type { Analysis } from './analysis.js';
import { freeSlots } from './free-slots.js';

/**
 * Free slots of the owner and of everybody whose time is known, from now on: working hours less everything that takes
 * time, buffers kept. People who may be busy, or are away, are not free.
 */
export const availability: Analysis<'availability'> = {
  needs: 'others',
  asksForTime: true,
  reduce(plan, rows, { viewer, now, others, print, workingHours: defaultHours }) {
    const {
      durationMinutes = DEFAULT_DURATION_MINUTES,
      bufferMinutes = 0,
      workingHours: given,
    } = plan.params;
    const workingHours = given === undefined ? defaultHours : readWorkingHours(given, defaultHours.days);
    const range = { from: Math.max(plan.range.from, now), to: plan.range.to };
    const buffer = bufferMinutes * MINUTE;
    const theirs = others.flatMap((one) => (one.kind === 'known' ? one.busy : []));
    const busy = busyIntervals(rows, { from: range.from - buffer, to: range.to + buffer }, theirs);
    const slots: Range[] = [];
    let total = 0;
    for (const slot of freeSlots({
      range,
      busy: busy.map(({ start, end }) => ({ from: start, to: end })),
      workingHours,
      durationMinutes,
      bufferMinutes,
      viewer,
    })) {
      if (total < plan.limit) slots.push(slot);
      total++;
    }
    // What takes days after the last slot that is shown is of no use.
    const shown = { from: range.from, to: total > plan.limit ? (slots.at(-1)?.to ?? range.to) : range.to };
    const whole = rows.filter(
      (row) =>
        row.allDay &&
        takesTime(row) &&
        overlaps(row.start, row.end, shown.from, shown.to) &&
        workingHours.days.some((day) => includesDay(row, day)),
    );
    return {
      data: {
        slots: slots.map(({ from, to }) => ({
          start: printZoned(from, viewer),
          end: printZoned(to, viewer),
          day: weekdayName(viewer.toWall(from)),
          minutes: Math.floor((to - from) / MINUTE),
        })),
        total,
        durationMinutes,
        ...(bufferMinutes === 0 ? {} : { bufferMinutes: bufferMinutes }),
        workingHours: printHours(workingHours),
        ...(whole.length === 0
          ? {}
          : { allDay: whole.slice(0, NAMED).map((row) => printAllDay(row, print)) }),
        ...(others.length === 0 ? {} : { attendees: others.map(printPerson) }),
      },
      notes: [
        ...(slots.length === 0 ? ['No free time of this length in the working hours of the range.'] : []),
        ...(whole.length === 0 ? [] : [takenDays(whole.length)]),
        ...notesOn(others),
      ],
    };
  },
};

/** All-day events that are named. */
const NAMED = 5;

/** Whether an all-day event takes such a day of the week. */
function includesDay({ startWall, endWall }: Occurrence, weekday: number): boolean {
  const first = dayOfWall(startWall);
  return first + ((weekday - isoWeekday(first) + 7) % 7) < dayOfWall(endWall);
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
  const clock = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${[...days]
    .sort()
    .map((day) => WEEKDAYS[day - 1])
    .join(',')} ${clock(start)}-${clock(end)}`;
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
