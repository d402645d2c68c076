import { durationMinutes } from '../../compilers/filter/evaluate-filter.js';
import { foldText } from '../../compilers/filter/fold-text.js';
import { HOUR, timeOfWall } from '../../compilers/time/civil.js';
import { printMinutes } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { isAppointment } from '../rows/is-meeting.js';
import { truncateText } from '../rows/truncate-texts.js';
import { weekdayName } from '../rows/weekday-name.js';
import type { Analysis } from './analysis.js';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** When appointments usually begin, how long they are, and which people, places and titles are the most frequent. */
export const patterns: Analysis<'patterns'> = {
  reduce(plan, rows, { ownAddresses }) {
    const counted = rows.filter(isAppointment);
    const most = (name: string, keysOf: (row: Occurrence) => readonly string[]): object => {
      const counts = countBy(counted, keysOf).slice(0, plan.limit);
      return { [name]: counts.map(([key, events]) => ({ [name]: truncateText(key, name), events })) };
    };
    const days = new Map(countBy(counted, (row) => [weekdayName(row.startWall)]));
    return {
      data: {
        total: counted.length,
        ...(counted.length > 0 && { medianMinutes: median(counted.map(durationMinutes)) }),
        byWeekday: Object.fromEntries(DAYS.map((day) => [day, days.get(day) ?? 0])),
        ...most('startHour', ({ startWall }) => [
          printMinutes(Math.floor(timeOfWall(startWall) / HOUR) * 60),
        ]),
        ...most('person', ({ attendees, organizer }) => {
          const people = [...attendees, ...(organizer === undefined ? [] : [organizer])];
          const named = people.map(({ email, name }) => (email === '' ? (name ?? '') : email.toLowerCase()));
          return named.filter((one) => one !== '' && !ownAddresses.has(one));
        }),
        ...most('location', ({ location }) => [location]),
        ...most('title', ({ title }) => [title]),
      },
      notes: [],
    };
  },
};

/** How many rows each text stands in, case and accents aside, as it was written first; the most frequent ones first. */
function countBy(
  rows: readonly Occurrence[],
  keysOf: (row: Occurrence) => readonly string[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, { readonly written: string; events: number }>();
  for (const row of rows) {
    for (const written of new Set(keysOf(row))) {
      if (written.trim() === '') continue;
      const key = foldText(written).trim();
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { written, events: 1 });
      else known.events++;
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.events - a.events || (a.written < b.written ? -1 : 1))
    .map(({ written, events }) => [written, events]);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return Math.round((low + high) / 2);
}
