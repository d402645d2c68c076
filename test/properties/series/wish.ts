import fc from 'fast-check';
import type { ErrorCode } from '../../../schemas/model/error.js';
import type { PlainOccurrence } from './plain-series.js';

/** A possible request of a client for a series, with its numbers. */
const wish = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('times' as const),
      what: fc.constantFrom(
        ...(['start', 'start', 'end', 'duration', 'start and end', 'start and duration'] as const),
        ...(['more', 'start and more'] as const),
      ),
      form: fc.constantFrom('date', 'local', 'space', 'words', 'offset', 'zulu', 'clock', 'clock'),
      days: fc.constantFrom(0, 0, 0, 1, -1, 2, 7),
      minutes: fc.constantFrom(0, 30, -60, 90, 375),
      length: fc.constantFrom(15, 45, 60, 120, 1440, 2880),
      /** Also changes the title. */
      titled: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('title' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('recurrence' as const),
      part: fc.constantFrom('until', 'count', 'interval', 'daysOfWeek', 'exclude', 'stop', 'rrule'),
      number: fc.integer({ min: 0, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      byUpdate: fc.boolean(),
      titled: fc.boolean(),
    }),
  },
);

export interface DrawnWish {
  /** The text in the call. */
  readonly scope: Scope | undefined;
  readonly wish: typeof wish extends fc.Arbitrary<infer T> ? T : never;
}

/** Wishes with scopes that fit such an id, and sometimes ones that do not. */
export function drawnWish(ofSeries: boolean): fc.Arbitrary<DrawnWish> {
  const scopes: readonly (Scope | undefined)[] = ofSeries
    ? ['all', 'all', 'all', undefined, undefined, undefined, 'this', 'following']
    : ['this', 'this', 'this', 'following', 'following', 'following', 'all', 'all', 'all', undefined];
  return fc.record({ scope: fc.constantFrom(...scopes), wish });
}

export type Scope = 'this' | 'following' | 'all';

/** A call without its id, and its expected result. */
export interface Expected {
  readonly call: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
  /** Everything that exists afterwards, in the calendar of the series and in the other one. */
  readonly after: readonly PlainOccurrence[];
  readonly elsewhere?: readonly PlainOccurrence[];
  /** The named occurrence afterwards; undefined if it was deleted. */
  readonly named: PlainOccurrence | undefined;
  /** The named one is in a new object: a split. */
  readonly split?: boolean;
  /** It no longer repeats, so its id is that of the event. */
  readonly single?: boolean;
  /** The call must be refused with one of these. */
  readonly refused?: readonly ErrorCode[];
  /** The call may be refused with one of these. */
  readonly mayRefuse?: readonly ErrorCode[];
  /** Only days of a month are uneven enough for a rule to follow a shift by up to a week off, with a note. */
  readonly mayFollow?: boolean;
  /** How many others keep their own title or time. */
  readonly kept?: { readonly title?: number; readonly time?: number };
  /** Content of the old object if the scope ends it before the named one. */
  readonly left?: readonly PlainOccurrence[];
}
