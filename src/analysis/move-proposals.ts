import { overlaps } from '../../compilers/filter/evaluate-filter.js';
import { MINUTE } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { busyIntervals, mergeTimes } from '../rows/busy-intervals.js';
import type { AnalysisContext } from './analysis.js';
import { freeSlots, QUARTER, quarterHour } from './time/free-slots.js';
import { partAround } from './time/parts-of-day.js';
import { TimeIndex } from './time/time-index.js';
import { workingTimes } from './time/working-times.js';

export interface Proposal {
  readonly move: string;
  readonly to: string;
}

type Ahead = Pick<AnalysisContext, 'now' | 'workingHours' | 'viewer'> & {
  /** All future events in all calendars. */
  readonly ahead: readonly Occurrence[];
  readonly withAllDay: boolean;
};

/**
 * Proposes moves, cheapest first, until no two events of a group overlap. Each goes to the nearest time on the same day and
 * in the same part of it that is free in all calendars; no time is used twice. Events that have begun, are organised by
 * others or are partly hidden stay.
 */
export function moveProposals(context: Ahead): (events: readonly Occurrence[]) => readonly Proposal[] {
  const { now, viewer } = context;
  const given: Range[] = [];
  const index = new TimeIndex(context.ahead.filter(({ allDay }) => context.withAllDay || !allDay));
  return (events) => {
    const movable = events.filter(
      (one) => one.hidden === undefined && !one.external && !one.allDay && one.start >= now,
    );
    movable.sort(
      (a, b) =>
        cost(a) - cost(b) ||
        overlapping(b, events).length - overlapping(a, events).length ||
        a.end - a.start - (b.end - b.start),
    );
    const proposals: Proposal[] = [];
    const staying = new Set(events);
    for (const event of movable) {
      if (overlapping(event, staying).length === 0) continue;
      const from = nearestPlace(event, given, index, context);
      if (from === undefined) continue;
      given.push({ from, to: from + (event.end - event.start) });
      staying.delete(event);
      proposals.push({ move: event.id, to: printZoned(from, viewer) });
    }
    return proposals;
  };
}

function overlapping({ id, start, end }: Occurrence, events: Iterable<Occurrence>): readonly Occurrence[] {
  return [...events].filter((one) => one.id !== id && overlaps(one.start, one.end, start, end));
}

/** Start of the free time nearest to the event. */
function nearestPlace(
  event: Occurrence,
  given: readonly Range[],
  index: TimeIndex,
  context: Ahead,
): number | undefined {
  const { now, viewer } = context;
  const around = hoursAround(event, context);
  if (around === undefined) return undefined;
  const range = { from: Math.max(now, around.from), to: around.to };
  const others = index.within(range).filter(({ id }) => id !== event.id);
  const length = event.end - event.start;
  let nearest: number | undefined;
  for (const slot of freeSlots({
    open: range.from < range.to ? [range] : [],
    busy: busyIntervals(others, range, given),
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

/** The part of the day in which the event starts, limited to working time if the event is within it. Undefined at night. */
function hoursAround({ start, end }: Occurrence, { workingHours, viewer }: Ahead): Range | undefined {
  const part = partAround(start, viewer);
  if (part === undefined) return undefined;
  const range = { from: part.from, to: Math.max(part.to, end) };
  const times = mergeTimes(workingTimes(workingHours, range, viewer), ALL_TIME);
  const atWork = times.find(({ from, to }) => from <= start && to >= end);
  if (atWork === undefined) return range;
  return { from: Math.max(range.from, atWork.from), to: Math.min(range.to, atWork.to) };
}

function cost(row: Occurrence): number {
  return row.attendees.length * 10 + (row.recurring ? 5 : 0) + (row.status === 'tentative' ? -3 : 0);
}
