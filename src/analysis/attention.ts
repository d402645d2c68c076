import { DAY } from '../../compilers/time/civil.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { isTentative, isUnanswered } from '../rows/attention.js';
import { foldSeries } from '../rows/fold-series.js';
import type { Analysis } from './analysis.js';
import { leanRow } from './lean-row.js';
import { pageOf } from './page-of.js';
import { conflictGroups } from './time/conflict-groups.js';

const SOON = 7 * DAY;

/** In the order in which they are shown. */
const REASONS = ['unanswered', 'conflict', 'tentative soon', 'still tentative'] as const;
type Reason = (typeof REASONS)[number];

/** Events that wait for somebody: what is ahead and unanswered, overlaps or is tentative, and what is over and still is. */
export const attention: Analysis<'attention'> = {
  asksForTime: true,
  reduce(plan, rows, { now, print }) {
    const ahead = rows.filter(({ end }) => end > now);
    const overlapping = new Set(conflictGroups(ahead, false).flatMap(({ events }) => events));
    const find = (row: Occurrence): { readonly reasons: readonly Reason[] } | undefined => {
      const isAhead = row.end > now;
      const holds: Readonly<Record<Reason, boolean>> = {
        unanswered: isAhead && isUnanswered(row),
        conflict: overlapping.has(row),
        'tentative soon': isAhead && row.start - now <= SOON && isTentative(row),
        'still tentative': !isAhead && isTentative(row),
      };
      const reasons = REASONS.filter((reason) => holds[reason]);
      return reasons.length === 0 ? undefined : { reasons };
    };
    const rank = ({ reasons }: { readonly reasons: readonly Reason[] }): number =>
      Math.min(...reasons.map((reason) => REASONS.indexOf(reason)));
    const found = [...foldSeries(rows, find)].sort(([, a], [, b]) => rank(a) - rank(b));
    const { shown, nextOffset } = pageOf(found, plan);
    const counts = REASONS.map((reason) => [
      reason,
      found.filter(([, { reasons }]) => reasons.includes(reason)).length,
    ]);
    return {
      data: {
        events: shown.map(([row, found]) => ({ ...leanRow(row, print), ...found })),
        total: found.length,
        counts: Object.fromEntries(counts),
      },
      notes: [],
      nextOffset,
    };
  },
};
