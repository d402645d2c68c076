import fc from 'fast-check';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import { event, ics } from '../../engine/service-on-memory.js';

const RULES = [
  '',
  'RRULE:FREQ=DAILY;COUNT=6',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3',
];
const TITLES = ['Standup', 'Lunch', 'Dentist'];

/** An event or a finite series; its number determines the minute of its occurrences. */
export interface Seed {
  readonly n: number;
  readonly title: string;
  readonly day: number;
  readonly rule: string;
}

const seed = {
  title: fc.constantFrom(...TITLES),
  day: fc.integer({ min: 16, max: 30 }),
  rule: fc.constantFrom(...RULES),
};

/** No two occurrences begin in the same minute, so the minute identifies one. */
export const seeds: fc.Arbitrary<readonly Seed[]> = fc
  .array(fc.record(seed), { minLength: 1, maxLength: 6 })
  .map((made) => made.map((one, n) => ({ ...one, n })));

/** Changes of another client: puts a seed, possibly with another number, or removes one. */
export const othersChanges = fc.array(
  fc.record({ what: fc.constantFrom('put', 'put', 'remove'), n: fc.nat({ max: 6 }), ...seed }),
  { minLength: 1, maxLength: 2 },
);

export function textOf({ n, title, day, rule }: Seed): string {
  return ics(
    ...event(
      `UID:seed-${n}`,
      `SUMMARY:${title}`,
      `DTSTART:202611${day}T0${n + 6 > 9 ? 9 : n + 6}${String(n * 7 + 10)}00Z`,
      'DURATION:PT30M',
      ...(rule === '' ? [] : [rule]),
    ),
  );
}

export const policies = fc
  .record({
    others: fc.constantFrom('full', 'summary', 'freebusy', 'ask' as const),
    guard: fc.boolean(),
    over: fc.constantFrom(1, 3, 10),
  })
  .map(
    ({ others, guard, over }): Policy => ({
      ...POLICIES.trusted,
      read: { assistant: 'full', others },
      guard,
      write: {
        ...POLICIES.trusted.write,
        ...{ create: 'confirm', update: 'confirm', delete: 'confirm', purge: 'confirm', hidden: 'confirm' },
        bulk: { over, mode: 'confirm' },
      },
    }),
  );

const scope = fc.constantFrom(undefined, 'this', 'following', 'all');
const when = fc.constantFrom('today', 'tomorrow', 'this week', 'last week', 'next 14 days');
const change = fc.constantFrom<object>(
  { operation: 'update', changes: { title: 'Changed' } },
  { operation: 'delete' },
  { operation: 'delete', soft: false },
);
export const byId = fc.record({ kind: fc.constant('id' as const), change, scope, at: fc.nat() });
export const calls = fc.oneof(
  byId,
  fc.record({
    kind: fc.constant('filters' as const),
    change,
    filters: fc.record({ when, title: fc.constantFrom(...TITLES) }, { requiredKeys: [] }),
    more: fc.constantFrom<object>({}, { each: true }, { pick: 'first' }, { pick: 'last' }),
  }),
  fc.record({ kind: fc.constant('batch' as const), items: fc.array(byId, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat() }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'restore' as const), before: byId }),
  fc.record({ kind: fc.constantFrom('create' as const, 'import' as const), rule: fc.constantFrom(...RULES) }),
);
export type Call = typeof calls extends fc.Arbitrary<infer T> ? T : never;
