import { takesTime } from '../../compilers/filter/takes-time.js';
import { DAY } from '../../compilers/time/civil.js';
import type { WaitingTask } from '../../schemas/answers/analysis-data.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Instant } from '../../schemas/model/time.js';
import { isTentative, isUnanswered } from '../rows/attention.js';
import { foldSeries } from '../rows/fold-series.js';
import { weekdayName } from '../rows/project/weekday-name.js';
import type { Analysis, AnalysisContext } from './analysis.js';
import { leanRow } from './lean-row.js';
import { pageOf } from './page-of.js';
import { conflictGroups, pairsLeftOut } from './time/conflict-groups.js';

const SOON = 7 * DAY;
/** Tasks due within this time need attention. */
const DUE_SOON = 2 * DAY;

const NOTHING = 'Nothing is open, and nothing is ahead in this time.';

/** In display order. */
const REASONS = ['unanswered', 'conflict', 'tentative within 7 days', 'tentative and over'] as const;
type Reason = (typeof REASONS)[number];
/** Number of overlapping events that are named before an ellipsis. */
const NAMED = 3;

/** Finds future events that are unanswered, overlapping or tentative, and past events that are still tentative. */
export const attention: Analysis<'attention'> = {
  ofOwner: 'invitations',
  tasks: true,
  *reduce(plan, rows, { now, print, isWhole, tasks }) {
    const ahead = rows.filter(({ end }) => end > now);
    const overlapping = new Map(
      (yield* conflictGroups(ahead, false)).flatMap(({ events }) => events.map((row) => [row, events])),
    );
    const titlesOverlapping = (row: Occurrence): object => {
      const others = (overlapping.get(row) ?? []).filter(
        (other) => other !== row && other.start < row.end && other.end > row.start,
      );
      if (others.length === 0) return {};
      const titles = others.slice(0, NAMED).map((other) => print(other).title);
      return { with: others.length > NAMED ? [...titles, '…'] : titles };
    };
    const find = (row: Occurrence): { readonly reasons: readonly Reason[] } | undefined => {
      const isAhead = row.end > now;
      const holds: Readonly<Record<Reason, boolean>> = {
        unanswered: isAhead && isUnanswered(row),
        conflict: overlapping.has(row),
        'tentative within 7 days': isAhead && row.start - now <= SOON && isTentative(row),
        'tentative and over': !isAhead && isTentative(row),
      };
      const reasons = REASONS.filter((reason) => holds[reason]);
      return reasons.length === 0 ? undefined : { reasons };
    };
    const rank = ({ reasons }: { readonly reasons: readonly Reason[] }): number =>
      Math.min(...reasons.map((reason) => REASONS.indexOf(reason)));
    const found = [...(yield* foldSeries(rows, find))].sort(([, a], [, b]) => rank(a) - rank(b));
    const { shown, nextOffset } = pageOf(found, plan);
    const waiting = tasks.filter(({ task, end }) => task?.hasDue && end - now <= DUE_SOON);
    const isNothing = found.length === 0 && waiting.length === 0;
    const next = found.length === 0 ? rows.find((row) => row.start >= now && takesTime(row)) : undefined;
    const counts = REASONS.map(
      (reason) => [reason, found.filter(([, { reasons }]) => reasons.includes(reason)).length] as const,
    );
    const told = [...counts, ['tasks', waiting.length] as const].filter(([, count]) => count > 0);
    return {
      data: {
        events: shown.map(([row, found]) => ({
          ...leanRow(row, print),
          ...found,
          ...titlesOverlapping(row),
        })),
        total: found.length,
        ...(told.length > 0 && { counts: Object.fromEntries(told) }),
        ...(waiting.length > 0 && {
          tasks: waiting.slice(0, plan.limit).map((row) => waitingTask(row, now, print)),
        }),
        ...(next && { next: { ...leanRow(next, print), day: weekdayName(next.startWall) } }),
      },
      notes: [...(isWhole && isNothing && next === undefined ? [NOTHING] : []), ...pairsLeftOut(ahead)],
      nextOffset,
    };
  },
};

function waitingTask(row: Occurrence, now: Instant, print: AnalysisContext['print']): WaitingTask {
  const { id, title, due, list, priority } = print(row);
  return {
    ...{ id: id ?? row.id, title: title ?? '' },
    ...(due != null && { due }),
    ...(list != null && { list }),
    ...(priority != null && { priority }),
    reasons: [row.end <= now ? 'overdue' : 'due within 2 days'],
  };
}
