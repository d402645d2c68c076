import { DAY } from '../../compilers/time/civil.js';
import type { ConflictGroupRow } from '../../schemas/answers/analysis-data.js';
import type { EventRow } from '../../schemas/answers/event-row.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { weekdayName } from '../rows/project/weekday-name.js';
import type { Analysis } from './analysis.js';
import { leanRow } from './lean-row.js';
import { moveProposals } from './move-proposals.js';
import { pageOf } from './page-of.js';
import { type ConflictGroup, conflictGroups, pairsLeftOut, type Severity } from './time/conflict-groups.js';

const RANK: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };
/** A conflict search reads this much beyond the scope, for proposals to move events. */
export const LOOKAHEAD = DAY;
/** Maximum number of events named per group. */
const NAMED = 8;

/** Groups overlapping events, worst first, and proposes the cheapest resolution of each. */
export const conflicts: Analysis<'conflicts'> = {
  needs: 'ahead',
  ofOwner: 'busy',
  *reduce(plan, rows, context) {
    const { allDay: withAllDay = false } = plan.params;
    const groups = yield* conflictGroups(rows, withAllDay);
    groups.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
    const { shown, nextOffset } = pageOf(groups, plan);
    const { ahead } = context;
    const propose = ahead && moveProposals({ ...context, ahead, withAllDay });
    const print = ({ severity, sharedMinutes, events }: ConflictGroup): ConflictGroupRow => {
      const [first] = events;
      const named = events.slice(0, NAMED);
      // The ID of an unnamed event would identify nothing.
      const resolve = propose?.(named) ?? [];
      return {
        severity,
        ...(first && { day: weekdayName(first.startWall) }),
        sharedMinutes,
        events: named.map((event) => ({ ...leanRow(event, context.print), ...tentative(event) })),
        ...(events.length > NAMED && { more: events.length - NAMED }),
        ...(resolve.length > 0 && { resolve }),
      };
    };
    return {
      data: { conflicts: shown.map(print), total: groups.length },
      notes: [
        ...(groups.length > 0 && propose === undefined
          ? ['No other times are proposed because not every calendar could be read.']
          : []),
        ...(withAllDay ? [] : pairsLeftOut(rows)),
      ],
      nextOffset,
    };
  },
};

/** Marks events that may still give way. */
function tentative({ status, myResponse }: Occurrence): Pick<EventRow, 'status' | 'myResponse'> {
  return {
    ...(status === 'tentative' && { status }),
    ...(myResponse === 'tentative' && { myResponse }),
  };
}
