import fc from 'fast-check';

/** A series of tasks. Its dates are found day by day, without the product's rules. */
export interface RandomSeries {
  readonly ics: string;
  /** Digits of the original dates, ascending; only the first ones of an endless series. */
  readonly dates: readonly string[];
  readonly isEndless: boolean;
  /** Properties of an occurrence at a date, as other programs write them. */
  times(date: string): readonly string[];
  /** A RECURRENCE-ID or EXDATE line. */
  line(name: string, date: string): string;
}

const LOOKED_AT = 14;
const KINDS = ['date', 'floating', 'utc', 'zoned'] as const;
const HEADS = { date: ';VALUE=DATE', floating: '', utc: '', zoned: ';TZID=Europe/Berlin' } as const;

interface Pattern {
  readonly rule: string;
  holds(day: Date, first: Date): boolean;
}

const days = (date: Date, first: Date) => Math.round((date.getTime() - first.getTime()) / 86_400_000);
const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const pattern: fc.Arbitrary<Pattern> = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((interval) => ({
    rule: `FREQ=DAILY;INTERVAL=${interval}`,
    holds: (day: Date, first: Date) => days(day, first) % interval === 0,
  })),
  fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }).map((on) => ({
    rule: `FREQ=WEEKLY;BYDAY=${on.map((day) => NAMES[day]).join(',')}`,
    holds: (day: Date) => on.includes(day.getUTCDay()),
  })),
  fc.integer({ min: 1, max: 31 }).map((on) => ({
    rule: `FREQ=MONTHLY;BYMONTHDAY=${on}`,
    holds: (day: Date) => day.getUTCDate() === on,
  })),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 6 })).map(([nth, on]) => ({
    rule: `FREQ=MONTHLY;BYDAY=${nth}${NAMES[on]}`,
    holds: (day: Date) => day.getUTCDay() === on && Math.ceil(day.getUTCDate() / 7) === nth,
  })),
);

const digits = (date: Date) => date.toISOString().slice(0, 10).replaceAll('-', '');

function datesOf({ holds }: Pattern, from: Date, most: number): readonly string[] {
  const found: string[] = [];
  let first: Date | undefined;
  for (let at = from.getTime(); found.length < most; at += 86_400_000) {
    const day = new Date(at);
    if (!holds(day, first ?? day)) continue;
    first ??= day;
    found.push(digits(day));
  }
  return found;
}

/** Every form of dates that a task can have, with finite and endless rules. */
export const randomSeries: fc.Arbitrary<RandomSeries> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    shape: fc.constantFrom('due', 'start', 'both', 'same', 'duration'),
    pattern,
    from: fc.integer({ min: 0, max: 364 }),
    end: fc.constantFrom('never', 'count', 'until'),
    most: fc.integer({ min: 1, max: 8 }),
    excluded: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
    extra: fc.array(fc.constantFrom('PRIORITY:3', 'X-OC-HIDESUBTASKS:1', 'STATUS:NEEDS-ACTION'), {
      maxLength: 3,
    }),
  })
  .map(({ kind, shape, pattern: chosen, from, end, most, excluded, extra }) => {
    const isEndless = end === 'never';
    const time = kind === 'date' ? '' : kind === 'utc' ? 'T170000Z' : 'T170000';
    const all = datesOf(chosen, new Date(Date.UTC(2026, 0, 1 + from)), isEndless ? LOOKED_AT : most);
    const gone = excluded.flatMap((at) => (at < all.length - 1 ? [all[at] ?? ''] : []));
    const head = HEADS[kind];
    const line = (name: string, date: string) => `${name}${head}:${date}${time}`;
    const later = (date: string) => {
      const day = new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00Z`);
      return kind === 'date' ? digits(new Date(day.getTime() + 86_400_000)) : date;
    };
    const due = (date: string) => `DUE${head}:${later(date)}${time.replace('17', '18')}`;
    const times = (date: string): readonly string[] => {
      if (shape === 'due') return [line('DUE', date)];
      if (shape === 'start') return [line('DTSTART', date)];
      if (shape === 'same') return [line('DTSTART', date), line('DUE', date)];
      if (shape === 'both') return [line('DTSTART', date), due(date)];
      return [line('DTSTART', date), kind === 'date' ? 'DURATION:P2D' : 'DURATION:PT1H30M'];
    };
    const last = `${all.at(-1)}${kind === 'date' ? '' : kind === 'zoned' ? 'T225959Z' : time}`;
    const ends = { never: '', count: `;COUNT=${most}`, until: `;UNTIL=${last}` }[end];
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//test//EN',
      'X-WR-CALNAME:Kept as it is',
      'BEGIN:VTODO',
      'UID:series@example.org',
      'DTSTAMP:20260101T000000Z',
      'SUMMARY:Water the plants\\, all of them',
      ...times(all[0] ?? ''),
      `RRULE:${chosen.rule}${ends}`,
      ...gone.map((date) => line('EXDATE', date)),
      'X-APPLE-SORT-ORDER;X-A="b;c":615',
      ...new Set(extra),
      'END:VTODO',
      'END:VCALENDAR',
      '',
    ];
    return {
      ics: lines.join('\r\n'),
      dates: all.filter((date) => !gone.includes(date)),
      isEndless,
      times,
      line,
    };
  });
