import fc from 'fast-check';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';

/** An event in the two weeks from Monday 23 November 2026; its start is unique. */
export interface PlainEvent {
  readonly title: string;
  /** Hours since Monday midnight in UTC. */
  readonly hour: number;
  readonly minutes: number;
}

export interface PlainCalendar {
  readonly name: string;
  readonly events: readonly PlainEvent[];
  /** Number of unreadable objects. */
  readonly broken: number;
  readonly fails: boolean;
}

export interface PlainAccount {
  readonly name: string;
  readonly calendars: readonly PlainCalendar[];
  readonly fails: boolean;
}

export interface World {
  readonly accounts: readonly PlainAccount[];
  readonly policy: Policy;
}

/** One question, which the test answers by itself, too. */
export interface Question {
  readonly kind:
    | 'list'
    | 'count'
    | 'search'
    | 'attention'
    | 'conflicts'
    | 'duplicates'
    | 'freebusy'
    | 'openai';
  readonly days: readonly [from: number, to: number];
  readonly title?: string;
  readonly calendar?: string;
  readonly limit?: number;
  readonly descending: boolean;
  /** Asks for the newest state, in questions that allow it. */
  readonly refresh?: boolean;
}

export const TITLES = ['Dentist', 'Standup', 'Lunch'] as const;
export const DAYS = 14;
const NAMES = ['Work', 'Home', 'Team', 'Choir', 'Club', 'Trip'];

const rarely = fc.integer({ min: 0, max: 4 }).map((drawn) => drawn === 0);

const policies = fc
  .record({
    others: fc.constantFrom('full', 'summary', 'freebusy', 'ask'),
    visible: fc.constantFrom(['*'], ['*'], ['Work', 'Team', 'Club'], ['Nothing']),
  })
  .map(({ others, visible }): Policy => {
    const { trusted } = POLICIES;
    return {
      ...trusted,
      name: 'custom',
      read: { assistant: 'full', others },
      calendars: { ...trusted.calendars, visible },
    };
  });

/** One to three accounts with one or two calendars each; every event begins at a different hour. */
export const worlds: fc.Arbitrary<World> = fc
  .record({
    sizes: fc.array(fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 3,
    }),
    hours: fc.uniqueArray(fc.nat({ max: DAYS * 24 - 1 }), { minLength: 30, maxLength: 30 }),
    lengths: fc.array(fc.constantFrom(30, 90, 150), { minLength: 30, maxLength: 30 }),
    titles: fc.array(fc.constantFrom(...TITLES), { minLength: 30, maxLength: 30 }),
    broken: fc.array(rarely, { minLength: 6, maxLength: 6 }),
    failing: fc.array(rarely, { minLength: 6, maxLength: 6 }),
    away: fc.array(rarely, { minLength: 3, maxLength: 3 }),
    policy: policies,
  })
  .map(({ sizes, hours, lengths, titles, broken, failing, away, policy }) => {
    let event = 0;
    let calendar = 0;
    const calendarOf = (size: number): PlainCalendar => {
      const at = calendar++;
      const events = Array.from({ length: size }, () => {
        const nth = event++;
        return { title: titles[nth] ?? '', hour: hours[nth] ?? 0, minutes: lengths[nth] ?? 0 };
      });
      return { name: NAMES[at] ?? '', events, broken: broken[at] ? 1 : 0, fails: failing[at] ?? false };
    };
    const accounts = sizes.map((own, at) => ({
      name: `account${at}`,
      calendars: own.map(calendarOf),
      fails: away[at] ?? false,
    }));
    return { accounts, policy };
  });

export const questions: fc.Arbitrary<Question> = fc
  .record({
    kind: fc.constantFrom(
      'list',
      'list',
      'count',
      'search',
      'attention',
      'conflicts',
      'duplicates',
      'freebusy',
      'openai',
    ),
    from: fc.nat({ max: DAYS - 1 }),
    length: fc.integer({ min: 1, max: DAYS }),
    title: fc.option(fc.constantFrom(...TITLES, 'Zeppelin'), { nil: undefined }),
    calendar: fc.option(fc.constantFrom('Work', 'Home', 'Team'), { nil: undefined, freq: 4 }),
    limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    descending: fc.boolean(),
  })
  .map(({ kind, from, length, title, calendar, limit, descending }) => ({
    ...{ kind, descending, days: [from, Math.min(DAYS, from + length)] as const },
    ...(title !== undefined && { title }),
    ...(calendar !== undefined && { calendar }),
    ...(limit !== undefined && { limit }),
  }));
