import fc from 'fast-check';
import { DAYS, type PlainEvent, type Question, questions, TITLES } from './random-world.js';

/** Events of an account between questions: another client, failures and time. A calendar is a number. */
export type Happening =
  | { readonly what: 'ask'; readonly question: Question }
  | {
      readonly what: 'put';
      readonly calendar: number;
      readonly file: number;
      readonly event: PlainEvent | 'unreadable';
    }
  | { readonly what: 'remove'; readonly calendar: number; readonly file: number }
  /** Restores the calendars byte for byte. */
  | { readonly what: 'remember' | 'go back' }
  | { readonly what: 'account'; readonly fails: boolean }
  | { readonly what: 'calendar'; readonly calendar: number; readonly fails: boolean }
  | { readonly what: 'wait'; readonly seconds: number };

const calendar = fc.nat({ max: 1 });
const file = fc.nat({ max: 5 });
const event = fc.record({
  title: fc.constantFrom(...TITLES),
  hour: fc.nat({ max: DAYS * 24 - 1 }),
  minutes: fc.constantFrom(30, 90, 150),
});
const is = <One extends string>(...some: One[]) => fc.constantFrom(...some);
const rarely = fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0);

export const happenings: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: is('ask'),
      question: fc
        .record({ question: questions, refresh: fc.boolean() })
        .map(({ question, refresh }): Question => ({ ...question, refresh })),
    }),
  },
  { weight: 6, arbitrary: fc.record({ what: is('put'), calendar, file, event }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: is('put'),
      calendar,
      file,
      event: fc.constant('unreadable' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: is('remove'), calendar, file }) },
  { weight: 3, arbitrary: fc.record({ what: is('remember', 'go back') }) },
  { weight: 2, arbitrary: fc.record({ what: is('account'), fails: rarely }) },
  { weight: 2, arbitrary: fc.record({ what: is('calendar'), calendar, fails: rarely }) },
  { weight: 2, arbitrary: fc.record({ what: is('wait'), seconds: fc.constantFrom(10, 20, 90) }) },
);
