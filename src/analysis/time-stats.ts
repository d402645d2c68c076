import { takesTime } from '../../compilers/filter/takes-time.js';
import type { AnalysisParams } from '../../schemas/input/analysis.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { isAppointment, isMeeting } from '../rows/is-meeting.js';
import { truncateText } from '../rows/truncate-texts.js';
import { weekdayName } from '../rows/weekday-name.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { periodOf } from './time/period-of.js';
import { Tally } from './time/tally.js';

type Group = NonNullable<AnalysisParams<'time_stats'>['groupBy']>;

/** Hours and counts by calendar, tag, person, weekday, day, week or month; only timed events that take time. */
export const timeStats: Analysis<'time_stats'> = {
  reduce(plan, rows) {
    const { groupBy = 'calendar', evidence } = plan.params;
    const { range } = plan.read;
    const groups = new Map<string, Tally>();
    const all = new Tally(range);
    const meetings = new Tally(range);
    for (const row of rows.filter(isAppointment)) {
      all.add(row);
      if (isMeeting(row)) meetings.add(row);
      for (const key of keysOf(row, groupBy)) {
        const tally = groups.get(key) ?? new Tally(range);
        groups.set(key, tally);
        tally.add(row);
      }
    }
    const chronological = groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
    const sorted = [...groups].sort(([a, x], [b, y]) =>
      chronological ? (a < b ? -1 : 1) : y.taken - x.taken || (a < b ? -1 : 1),
    );
    const { shown, nextOffset } = pageOf(sorted, plan);
    const { overlapHours } = all;
    return {
      data: {
        total: {
          hours: all.hours,
          events: all.events,
          ...(overlapHours > 0 && { overlapHours }),
          meetingHours: meetings.hours,
          meetings: meetings.events,
        },
        allDayEvents: rows.filter((row) => takesTime(row) && row.allDay).length,
        groupBy,
        groups: shown.map(([key, tally]) => ({
          [groupBy]: truncateText(key, 'name'),
          hours: tally.hours,
          events: tally.events,
          ...(!chronological && { share: share(tally, all) }),
          ...tally.evidence(evidence),
        })),
      },
      notes: [
        ...(overlapHours > 0
          ? ['Time that several events take counts once in each figure; overlapHours says how much it is.']
          : []),
        ...(shown.length < groups.size ? [`Only ${shown.length} of ${groups.size} groups are shown.`] : []),
      ],
      nextOffset,
    };
  },
};

function share(part: Tally, all: Tally): number {
  return all.taken === 0 ? 0 : Math.round((part.taken / all.taken) * 1000) / 1000;
}

function keysOf(row: Occurrence, groupBy: Group): readonly string[] {
  switch (groupBy) {
    case 'calendar':
      return [row.calendar.name];
    case 'tag':
      return row.tags.length === 0 ? ['(none)'] : row.tags;
    case 'person':
      return row.attendees.map(({ email, name }) => (email === '' ? (name ?? '') : email.toLowerCase()));
    case 'weekday':
      return [weekdayName(row.startWall)];
    default:
      return [periodOf(row.startWall, groupBy)];
  }
}
