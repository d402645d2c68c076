import { durationMinutes } from '../../compilers/filter/evaluate-filter.js';
import { foldText } from '../../compilers/filter/fold-text.js';
import { takesTime } from '../../compilers/filter/takes-time.js';
import { HOUR, SHORT_DAY_NAMES, timeOfWall } from '../../compilers/time/civil.js';
import { printMinutes } from '../../compilers/time/print-time.js';
import type { FrequentRow } from '../../schemas/answers/analysis-data.js';
import { counted } from '../../schemas/model/counted.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { eachRow } from '../rows/each-row.js';
import { isAppointment } from '../rows/is-meeting.js';
import { weekdayName } from '../rows/project/weekday-name.js';
import { truncateText } from '../rows/truncate-texts.js';
import type { Analysis } from './analysis.js';

/** Usual start times, the median length, and the most frequent people, places and titles. */
export const patterns: Analysis<'patterns'> = {
  ofOwner: 'people',
  *reduce(plan, rows, { ownAddresses, weekStart }) {
    const lengths: number[] = [];
    const days = new Map<string, number>();
    const counts = {
      startHour: new TextCounts(),
      person: new TextCounts(),
      location: new TextCounts(),
      title: new TextCounts(),
    };
    let leftOut = 0;
    yield* eachRow(rows, (row) => {
      if (row.allDay && takesTime(row)) leftOut++;
      if (!isAppointment(row)) return;
      const day = weekdayName(row.startWall);
      lengths.push(durationMinutes(row));
      days.set(day, (days.get(day) ?? 0) + 1);
      counts.startHour.add([printMinutes(Math.floor(timeOfWall(row.startWall) / HOUR) * 60)]);
      counts.person.add(peopleOf(row).filter((one) => !ownAddresses.has(one)));
      counts.location.add([row.location]);
      counts.title.add([row.title]);
    });
    const most = (name: keyof typeof counts): readonly FrequentRow[] =>
      counts[name].most(plan.limit).map(([key, events]) => ({ [name]: truncateText(key, name), events }));
    const inOrder = [...SHORT_DAY_NAMES.slice(weekStart - 1), ...SHORT_DAY_NAMES.slice(0, weekStart - 1)];
    return {
      data: {
        total: lengths.length,
        ...(lengths.length > 0 && { medianMinutes: median(lengths) }),
        byWeekday: Object.fromEntries(inOrder.map((day) => [day, days.get(day) ?? 0])),
        startHour: most('startHour'),
        person: most('person'),
        location: most('location'),
        title: most('title'),
      },
      notes: leftOut === 0 ? [] : [`Left out: ${counted(leftOut, 'all-day event')}.`],
    };
  },
};

function peopleOf({ attendees, organizer }: Occurrence): readonly string[] {
  const people = organizer === undefined ? attendees : [...attendees, organizer];
  return people.map(({ email, name }) => (email === '' ? (name ?? '') : email.toLowerCase()));
}

/** Counts texts ignoring case and accents; keeps the first spelling. */
class TextCounts {
  readonly #counts = new Map<string, { readonly written: string; events: number }>();
  /** Caches folded texts. */
  readonly #keys = new Map<string, string>();

  /** Counts each text of a row once. */
  add(texts: readonly string[]): void {
    for (const written of texts.length > 1 ? new Set(texts) : texts) {
      const key = this.#keys.get(written) ?? foldText(written).trim();
      this.#keys.set(written, key);
      if (key === '') continue;
      const known = this.#counts.get(key);
      if (known === undefined) this.#counts.set(key, { written, events: 1 });
      else known.events++;
    }
  }

  most(limit: number): readonly (readonly [string, number])[] {
    return [...this.#counts.values()]
      .sort((a, b) => b.events - a.events || (a.written < b.written ? -1 : 1))
      .slice(0, limit)
      .map(({ written, events }) => [written, events]);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return Math.round((low + high) / 2);
}
