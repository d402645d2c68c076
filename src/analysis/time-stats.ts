import { takesTime } from '../../compilers/filter/takes-time.js';
import { dayOfWall, HOUR, isoWeekday, printDate } from '../../compilers/time/civil.js';
import type { AnalysisParams } from '../../schemas/input/analysis.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { truncateText } from '../rows/truncate-texts.js';
import { weekdayName } from '../rows/weekday-name.js';
import type { Analysis } from './analysis.js';

type Group = NonNullable<AnalysisParams<'time_stats'>['groupBy']>;

/** Ids named behind each figure. */
const EVIDENCE = 5;

interface Tally {
  milliseconds: number;
  events: number;
  evidence: string[];
}

/** Hours and counts by calendar, tag, person, weekday, day, week or month; only timed events that take time. */
export const timeStats: Analysis<'time_stats'> = {
  reduce(plan, rows) {
    const { groupBy = 'calendar' } = plan.params;
    const { from, to } = plan.read.range;
    const groups = new Map<string, Tally>();
    const all: Tally = { milliseconds: 0, events: 0, evidence: [] };
    const meetings: Tally = { milliseconds: 0, events: 0, evidence: [] };
    const counted = rows.filter((row) => takesTime(row) && !row.allDay);
    for (const row of counted) {
      const milliseconds = Math.max(0, Math.min(row.end, to) - Math.max(row.start, from));
      add(all, row, milliseconds);
      if (row.attendees.length > 0) add(meetings, row, milliseconds);
      for (const key of keysOf(row, groupBy)) {
        const tally = groups.get(key) ?? { milliseconds: 0, events: 0, evidence: [] };
        groups.set(key, tally);
        add(tally, row, milliseconds);
      }
    }
    const chronological = groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
    const sorted = [...groups].sort(([a, x], [b, y]) =>
      chronological ? (a < b ? -1 : 1) : y.milliseconds - x.milliseconds || (a < b ? -1 : 1),
    );
    return {
      data: {
        total: {
          hours: hours(all),
          events: all.events,
          meetingHours: hours(meetings),
          meetings: meetings.events,
        },
        allDayEvents: rows.filter((row) => takesTime(row) && row.allDay).length,
        groupBy,
        groups: sorted.slice(0, plan.limit).map(([key, tally]) => ({
          [groupBy]: truncateText(key, 'name'),
          hours: hours(tally),
          events: tally.events,
          share:
            all.milliseconds === 0 ? 0 : Math.round((tally.milliseconds / all.milliseconds) * 1000) / 1000,
          evidence: tally.evidence,
        })),
      },
      notes: groups.size > plan.limit ? [`Only ${plan.limit} of ${groups.size} groups are shown.`] : [],
    };
  },
};

function add(tally: Tally, row: Occurrence, milliseconds: number): void {
  tally.milliseconds += milliseconds;
  tally.events++;
  if (tally.evidence.length < EVIDENCE) tally.evidence.push(row.id);
}

function hours(tally: Tally): number {
  return Math.round((tally.milliseconds / HOUR) * 100) / 100;
}

function keysOf(row: Occurrence, groupBy: Group): readonly string[] {
  const day = dayOfWall(row.startWall);
  switch (groupBy) {
    case 'calendar':
      return [row.calendar.name];
    case 'tag':
      return row.tags.length === 0 ? ['(none)'] : row.tags;
    case 'person':
      return row.attendees.map(({ email, name }) => (email === '' ? (name ?? '') : email.toLowerCase()));
    case 'weekday':
      return [weekdayName(row.startWall)];
    case 'day':
      return [printDate(day)];
    case 'week':
      return [printDate(day - (isoWeekday(day) - 1))];
    case 'month':
      return [printDate(day).slice(0, 7)];
  }
}
