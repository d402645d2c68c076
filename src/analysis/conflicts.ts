import type { EventAnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import { DAY, MINUTE } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import { type BusyInterval, busyIntervals } from '../rows/busy-intervals.js';
import { findOverlaps, type Overlap } from '../rows/overlaps.js';
import type { Analysis, AnalysisContext } from './analysis.js';
import { freeSlots } from './free-slots.js';

type ConflictsPlan = EventAnalysisPlan<'conflicts'>;
type Severity = 'high' | 'medium' | 'low';

const MAX_PAIRS = 2000;
const RANK: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };
/** How far ahead a new place is looked for. */
export const LOOKAHEAD = 7 * DAY;

/** Pairs that overlap, worst first, each with the cheapest way out. */
export const conflicts: Analysis<'conflicts'> = {
  needs: 'ahead',
  asksForTime: true,
  reduce(plan, rows, context) {
    const found = findOverlaps(rows, MAX_PAIRS);
    const ranked = found
      .map((overlap) => ({ overlap, severity: severityOf(overlap) }))
      .sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.overlap.second.start - b.overlap.second.start);
    const shown = ranked.slice(0, plan.limit);
    const places = placesFor(plan, context);
    return {
      data: {
        conflicts: shown.map(({ overlap, severity }) => ({
          severity,
          sharedMinutes: Math.round(overlap.shared / MINUTE),
          events: [context.print(overlap.first), context.print(overlap.second)],
          ...places?.(overlap),
        })),
        total: found.length,
      },
      notes: [
        ...(found.length >= MAX_PAIRS
          ? [`Only the first ${MAX_PAIRS} pairs were checked; narrow the range.`]
          : []),
        ...(found.length > 0 && places === undefined
          ? ['No other times are proposed because not every calendar could be read.']
          : []),
      ],
    };
  },
};

/** All-day events rarely exclude a meeting; something tentative can still give way. */
function severityOf({ first, second }: Overlap): Severity {
  if (first.allDay || second.allDay) return 'low';
  const soft = [first, second].some(
    (one) =>
      one.status === 'tentative' || one.myResponse === 'tentative' || one.myResponse === 'needs_action',
  );
  return soft ? 'medium' : 'high';
}

/**
 * The event of a pair that costs least to move, and the first time it fits into that is free in all calendars. Every
 * event is moved to one place, and no two to the same; what has begun stays.
 */
function placesFor(
  plan: ConflictsPlan,
  { ahead, now, workingHours, viewer }: AnalysisContext,
): ((overlap: Overlap) => object) | undefined {
  if (ahead === undefined) return undefined;
  const range = { from: plan.read.range.from, to: Math.max(now, plan.read.range.to) + LOOKAHEAD };
  const taken = busyIntervals(ahead, range).map(asRange);
  const given = new Map<string, Range>();
  const placeFor = ({ start, end }: Occurrence): Range | undefined => {
    const busy = busyIntervals([], range, [...taken, ...given.values()]);
    const slot = freeSlots({
      range: { from: start, to: start + LOOKAHEAD },
      busy: busy.map(asRange),
      workingHours,
      durationMinutes: Math.ceil((end - start) / MINUTE),
      bufferMinutes: 0,
      viewer,
    }).next().value;
    return slot && { from: slot.from, to: slot.from + (end - start) };
  };
  return ({ first, second }) => {
    const movable = [first, second].filter((one) => !one.external && !one.allDay && one.start >= now);
    const cheapest = movable.sort((a, b) => cost(a) - cost(b) || a.end - a.start - (b.end - b.start))[0];
    if (cheapest === undefined) return {};
    const place = given.get(cheapest.id) ?? placeFor(cheapest);
    if (place === undefined) return {};
    given.set(cheapest.id, place);
    return { resolve: { move: cheapest.id, to: printZoned(place.from, viewer) } };
  };
}

function asRange({ start, end }: BusyInterval): Range {
  return { from: start, to: end };
}

function cost(row: Occurrence): number {
  return row.attendees.length * 10 + (row.recurring ? 5 : 0) + (row.status === 'tentative' ? -3 : 0);
}
