import type { WorkingHours } from '../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, HOUR, isoWeekday, MINUTE, timeOfWall } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import { busyIntervals } from '../rows/busy-intervals.js';
import type { AnalysisContext } from './analysis.js';
import { freeSlots, QUARTER, quarterHour } from './time/free-slots.js';

/** Where an event of a group could go. */
export interface Proposal {
  readonly move: string;
  readonly to: string;
}

/** Morning, afternoon and evening, in minutes after midnight. At night nothing is moved. */
const PARTS = [
  { start: 6 * 60, end: 12 * 60 },
  { start: 12 * 60, end: 18 * 60 },
  { start: 18 * 60, end: 23 * 60 },
];

type Ahead = Pick<AnalysisContext, 'now' | 'workingHours' | 'viewer'> & {
  /** Everything that is ahead, in all calendars. */
  readonly ahead: readonly Occurrence[];
  readonly withAllDay: boolean;
};

/**
 * Proposes to move the event of a group that costs least: to a time on the same day and in the same part of it that is
 * free in all calendars, the nearest one, and to no time twice. What has begun or is organised by others stays.
 */
export function moveProposals(context: Ahead): (events: readonly Occurrence[]) => Proposal | undefined {
  const { now, viewer } = context;
  const given: Range[] = [];
  return (events) => {
    const movable = events.filter((one) => !one.external && !one.allDay && one.start >= now);
    movable.sort((a, b) => cost(a) - cost(b) || a.end - a.start - (b.end - b.start));
    for (const event of movable) {
      const from = nearestPlace(event, given, context);
      if (from === undefined) continue;
      given.push({ from, to: from + (event.end - event.start) });
      return { move: event.id, to: printZoned(from, viewer) };
    }
    return undefined;
  };
}

/** Start of the free time that is nearest to where an event is now. */
function nearestPlace(event: Occurrence, given: readonly Range[], context: Ahead): number | undefined {
  const { ahead, now, viewer, workingHours, withAllDay } = context;
  const wall = viewer.toWall(event.start);
  const day = dayOfWall(wall);
  const hours = hoursAround(event, timeOfWall(wall) / MINUTE, workingHours, isoWeekday(day));
  if (hours === undefined) return undefined;
  const range = { from: Math.max(now, viewer.toInstant(day * DAY)), to: viewer.toInstant((day + 1) * DAY) };
  const others = ahead.filter(({ id, allDay }) => id !== event.id && (withAllDay || !allDay));
  const length = event.end - event.start;
  let nearest: number | undefined;
  for (const slot of freeSlots({
    range,
    busy: busyIntervals(others, range, given).map(({ start, end }) => ({ from: start, to: end })),
    workingHours: { ...hours, days: [isoWeekday(day)] },
    durationMinutes: length / MINUTE,
    bufferMinutes: 0,
    viewer,
  })) {
    const last = slot.to - length;
    const wanted = quarterHour(Math.min(Math.max(event.start, slot.from), last), viewer);
    const from = wanted <= last ? wanted : wanted - QUARTER;
    if (nearest === undefined || Math.abs(from - event.start) < Math.abs(nearest - event.start))
      nearest = from;
  }
  return nearest;
}

/** The part of the day that an event starts in, within working hours where it lies in them. */
function hoursAround(
  event: Occurrence,
  starts: number,
  working: WorkingHours,
  weekday: number,
): { readonly start: number; readonly end: number } | undefined {
  const ends = starts + (event.end - event.start) / MINUTE;
  const part = PARTS.find(({ start, end }) => starts >= start && starts < end);
  if (part === undefined || ends > (24 * HOUR) / MINUTE) return undefined;
  const atWork = working.days.includes(weekday) && starts >= working.start && ends <= working.end;
  const { start, end } = { start: part.start, end: Math.max(part.end, ends) };
  return atWork ? { start: Math.max(start, working.start), end: Math.min(end, working.end) } : { start, end };
}

function cost(row: Occurrence): number {
  return row.attendees.length * 10 + (row.recurring ? 5 : 0) + (row.status === 'tentative' ? -3 : 0);
}
