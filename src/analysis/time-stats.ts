import { takesTime } from '../../compilers/filter/takes-time.js';
import type { AnalysisParams } from '../../schemas/input/analysis.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { noteText } from '../../schemas/model/notes.js';
import type { Range } from '../../schemas/model/time.js';
import { eachRow } from '../rows/each-row.js';
import { isMeeting } from '../rows/is-meeting.js';
import { weekdayName } from '../rows/project/weekday-name.js';
import { truncateText } from '../rows/truncate-texts.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { periodOf } from './time/period-of.js';
import { Tally } from './time/tally.js';

type Group = NonNullable<AnalysisParams<'time_stats'>['groupBy']>;

interface Figures {
  readonly all: Tally;
  readonly meetings: Tally;
  allDayEvents: number;
}

/** Sums hours and counts per group. Counts only events that take time; all-day events add no hours. */
export const timeStats: Analysis<'time_stats'> = {
  ofOwner: 'busy',
  *reduce(plan, rows, { weekStart }) {
    const { groupBy = 'calendar', evidence } = plan.params;
    const { range } = plan.read;
    const groups = new Map<string, Figures>();
    const total = noFigures(range);
    yield* eachRow(rows, (row) => {
      if (!takesTime(row)) return;
      add(row, total);
      for (const key of keysOf(row, groupBy, weekStart)) {
        const figures = groups.get(key) ?? noFigures(range);
        groups.set(key, figures);
        add(row, figures);
      }
    });
    const chronological = groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
    const sorted = [...groups].sort(([a, x], [b, y]) =>
      chronological ? (a < b ? -1 : 1) : y.all.taken - x.all.taken || (a < b ? -1 : 1),
    );
    const { shown, nextOffset } = pageOf(sorted, plan);
    const { all, meetings, allDayEvents } = total;
    const withMeetings = !chronological && groupBy !== 'person' && meetings.events > 0;
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
        allDayEvents,
        groupBy,
        groups: shown.map(([key, figures]) => ({
          [groupBy]: truncateText(key, groupBy === 'title' ? groupBy : 'name'),
          hours: figures.all.hours,
          events: figures.all.events,
          ...(figures.allDayEvents > 0 && { allDayEvents: figures.allDayEvents }),
          ...(!chronological && { share: share(figures.all, all) }),
          ...(withMeetings && meetingsIn(figures)),
          ...figures.all.evidence(evidence),
        })),
      },
      notes: [
        ...(overlapHours > 0 ? [noteText('counted_once')] : []),
        ...(shown.length < groups.size ? [`Only ${shown.length} of ${groups.size} groups are shown.`] : []),
      ],
      nextOffset,
    };
  },
};

function noFigures(range: Range): Figures {
  return { all: new Tally(range), meetings: new Tally(range), allDayEvents: 0 };
}

function add(row: Occurrence, figures: Figures): void {
  if (row.allDay) {
    figures.allDayEvents++;
    return;
  }
  figures.all.add(row);
  if (isMeeting(row)) figures.meetings.add(row);
}

/** Omits the hours if they follow from the count: all meetings, or none. */
function meetingsIn({ all, meetings }: Figures): object {
  const { events, hours } = meetings;
  return { meetings: events, ...(events > 0 && events < all.events && { meetingHours: hours }) };
}

function share(part: Tally, all: Tally): number {
  return all.taken === 0 ? 0 : Math.round((part.taken / all.taken) * 1000) / 1000;
}

function keysOf(row: Occurrence, groupBy: Group, weekStart: number): readonly string[] {
  switch (groupBy) {
    case 'calendar':
      return [row.calendar.name];
    case 'tag':
      return row.tags.length === 0 ? ['(none)'] : row.tags;
    case 'person':
      return row.attendees.map(({ email, name }) => (email === '' ? (name ?? '') : email.toLowerCase()));
    case 'title':
      return [row.title];
    case 'weekday':
      return [weekdayName(row.startWall)];
    default:
      return [periodOf(row.startWall, groupBy, weekStart)];
  }
}
