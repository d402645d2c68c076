import type { AnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import { DAY, MINUTE } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/event.js';
import { busyIntervals } from '../engine/busy-intervals.js';
import { findOverlaps, type Overlap } from '../engine/mark-conflicts.js';
import type { Analysis, AnalysisContext } from './analysis.js';
import { freeSlots } from './free-slots.js';

type ConflictsPlan = Extract<AnalysisPlan, { kind: 'conflicts' }>;
type Severity = 'high' | 'medium' | 'low';

const MAX_PAIRS = 2000;
const RANK: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };
/** How far ahead a new place is looked for. */
const LOOKAHEAD = 7 * DAY;

/** Pairs that overlap, worst first, each with the cheapest way out. */
export const conflicts: Analysis<ConflictsPlan> = (plan, rows, context) => {
  const found = findOverlaps(rows, MAX_PAIRS);
  const ranked = found
    .map((overlap) => ({ overlap, severity: severityOf(overlap) }))
    .sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.overlap.second.start - b.overlap.second.start);
  const busy = busyIntervals(rows, { from: plan.read.range.from, to: plan.read.range.to + LOOKAHEAD });
  return {
    data: {
      conflicts: ranked.slice(0, plan.limit).map(({ overlap, severity }) => ({
        severity,
        sharedMinutes: Math.round(overlap.shared / MINUTE),
        events: [context.print(overlap.first), context.print(overlap.second)],
        ...resolve(overlap, busy, context),
      })),
      total: found.length,
    },
    notes:
      found.length >= MAX_PAIRS
        ? [`Only the first ${MAX_PAIRS} pairs were looked at; narrow the range.`]
        : [],
  };
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

/** The event that costs least to move, and the first free time it fits into. */
function resolve(
  { first, second }: Overlap,
  busy: readonly { start: number; end: number }[],
  context: AnalysisContext,
) {
  const movable = [first, second].filter((one) => !one.external && !one.allDay);
  const cheapest = movable.sort((a, b) => cost(a) - cost(b) || a.end - a.start - (b.end - b.start))[0];
  if (cheapest === undefined) return {};
  const from = Math.max(context.now, cheapest.start);
  const [slot] = freeSlots({
    range: { from, to: from + LOOKAHEAD },
    busy: busy.map(({ start, end }) => ({ from: start, to: end })),
    workingHours: context.workingHours,
    durationMinutes: Math.ceil((cheapest.end - cheapest.start) / MINUTE),
    bufferMinutes: 0,
    viewer: context.viewer,
    limit: 1,
  });
  if (slot === undefined) return {};
  return { resolve: { move: cheapest.id, to: printZoned(slot.from, context.viewer) } };
}

function cost(row: Occurrence): number {
  return row.attendees.length * 10 + (row.recurring ? 5 : 0) + (row.status === 'tentative' ? -3 : 0);
}
