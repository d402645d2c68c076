import { takesTime } from '../../compilers/filter/takes-time.js';
import { DAY, dayOfWall } from '../../compilers/time/civil.js';
import type { Mean, TrendChange } from '../../schemas/answers/analysis-data.js';
import { counted } from '../../schemas/model/counted.js';
import { eachRow } from '../rows/each-row.js';
import { isMeeting } from '../rows/is-meeting.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { periodAround, periodOf } from './time/period-of.js';
import { inHours, Tally } from './time/tally.js';

/** Counts meetings and hours by week or month, and compares the earlier half of the whole periods with the later half. */
export const meetingTrends: Analysis<'meeting_trends'> = {
  ofOwner: 'busy',
  *reduce(plan, rows, { viewer, weekStart }) {
    const { groupBy = 'week', evidence } = plan.params;
    const { range } = plan;
    const tallies = new Map<string, Tally>();
    const partial = new Set<string>();
    const lastDay = dayOfWall(viewer.toWall(range.to - 1));
    for (let day = dayOfWall(viewer.toWall(range.from)); day <= lastDay; ) {
      const { key, from, to } = periodAround(day, groupBy, weekStart);
      tallies.set(key, new Tally(range));
      const [begins, ends] = [viewer.toInstant(from * DAY), viewer.toInstant(to * DAY)];
      if (begins < range.from || ends > range.to) partial.add(key);
      day = to;
    }
    let leftOut = 0;
    yield* eachRow(rows, (row) => {
      if (row.allDay && row.attendees.length > 0 && takesTime(row)) leftOut++;
      if (isMeeting(row)) tallies.get(periodOf(row.startWall, groupBy, weekStart))?.add(row);
    });
    const periods = [...tallies];
    const { shown, nextOffset } = pageOf(periods, plan);
    const whole = periods.filter(([key]) => !partial.has(key)).map(([, tally]) => tally);
    const half = Math.floor(whole.length / 2);
    return {
      data: {
        groupBy,
        periods: shown.map(([key, tally]) => ({
          [groupBy]: key,
          meetings: tally.events,
          hours: tally.hours,
          ...(partial.has(key) && { partial: true }),
          ...tally.evidence(evidence),
        })),
        ...(half > 0 && { change: change(whole.slice(0, half), whole.slice(-half)) }),
      },
      notes: leftOut === 0 ? [] : [`Left out: ${counted(leftOut, 'all-day event')} with attendees.`],
      nextOffset,
    };
  },
};

/** Compares the means per period; the percentage is missing if the earlier half had no hours. */
function change(earlier: readonly Tally[], later: readonly Tally[]): TrendChange {
  const [before, after] = [mean(earlier), mean(later)];
  const percent = Math.round(((after.hours - before.hours) / before.hours) * 100);
  return { earlier: before, later: after, ...(before.hours > 0 && { hoursPercent: percent }) };
}

function mean(tallies: readonly Tally[]): Mean {
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((all, tally) => all + of(tally), 0);
  return {
    meetings: Math.round((sum(({ events }) => events) / tallies.length) * 10) / 10,
    hours: inHours(sum(({ taken }) => taken) / tallies.length),
  };
}
