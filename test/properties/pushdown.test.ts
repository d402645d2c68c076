import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFilterTest, overlaps } from '../../compilers/filter/evaluate-filter.js';
import { conjuncts } from '../../compilers/plan/combine.js';
import type { Predicate } from '../../compilers/plan/predicate.js';
import { split } from '../../compilers/pushdown/split.js';
import type { Verdict } from '../../compilers/pushdown/target.js';
import { impliedRange } from '../../compilers/query/implied-range.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { runs } from '../cases.js';
import { occurrence } from '../compilers/occurrence.js';

const BASE = Date.UTC(2026, 10, 1);
const MINUTES = 60_000;
const words = fc.constantFrom('Budget', 'café', 'CAFE', 'standup', 'ana', '', 'x');
const instants = fc.integer({ min: 0, max: 40 }).map((step) => BASE + step * 15 * MINUTES);

const occurrences: fc.Arbitrary<Occurrence> = fc
  .record({
    start: instants,
    steps: fc.integer({ min: 0, max: 30 }),
    title: words,
    location: words,
    tags: fc.subarray(['focus', 'Home']),
    status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
    myResponse: fc.option(fc.constantFrom('accepted', 'declined'), { nil: undefined }),
    created: fc.option(instants, { nil: undefined }),
    busy: fc.boolean(),
    allDay: fc.boolean(),
    calendar: fc.constantFrom('Work', 'Home').map((name) => ({ id: `id-${name}`, name, account: 'a' })),
    email: fc.option(fc.constantFrom('ana@x.org', 'joana@x.org'), { nil: undefined }),
  })
  .map(({ steps, created, myResponse, email, ...rest }) =>
    occurrence({
      ...rest,
      end: rest.start + steps * 15 * MINUTES,
      ...(created !== undefined && { created }),
      ...(myResponse !== undefined && { myResponse }),
      attendees: email === undefined ? [] : [{ email, response: 'accepted', role: 'required' }],
    }),
  );

const bounds = fc
  .tuple(fc.option(instants, { nil: undefined }), fc.option(instants, { nil: undefined }))
  .map(([from, to]) => ({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }));

const leaves: fc.Arbitrary<Predicate> = fc.oneof(
  fc
    .tuple(fc.constantFrom('when' as const, 'start' as const, 'end' as const, 'created' as const), bounds)
    .map(([field, ends]): Predicate => ({ kind: 'time', field, ...ends })),
  fc
    .tuple(
      fc.subarray(['title', 'location', 'attendees'] as const, { minLength: 1 }),
      fc.constantFrom('contains', 'startsWith', 'equals', 'matches'),
      fc.constantFrom('budget', 'cafe', 'a', 'ana@x.org'),
    )
    .map(([fields, op, value]): Predicate => ({ kind: 'text', fields, op, value })),
  fc
    .tuple(
      fc.constantFrom('any' as const, 'all' as const, 'none' as const),
      fc.subarray(['focus', 'home'], { minLength: 1 }),
    )
    .map(([op, values]): Predicate => ({ kind: 'set', field: 'tags', op, values })),
  fc
    .tuple(fc.constantFrom('allDay' as const, 'busy' as const), fc.boolean())
    .map(([field, value]): Predicate => ({ kind: 'flag', field, value })),
  fc.constantFrom<Predicate>(
    { kind: 'status', values: ['confirmed'] },
    { kind: 'response', values: ['accepted', 'declined'] },
    { kind: 'duration', field: 'durationMinutes', min: 30, max: 90 },
    { kind: 'weekday', days: [1, 2, 7] },
    { kind: 'timeOfDay', after: 60, before: 300 },
    { kind: 'calendar', op: 'any', names: ['work'] },
    { kind: 'calendar', op: 'none', names: ['id-Home'] },
    { kind: 'id', ids: ['k3v9x2m8qa'] },
    { kind: 'empty', field: 'attendee', value: true },
    { kind: 'set', field: 'attendee', op: 'any', values: ['ana@x.org'] },
  ),
);

const predicates: fc.Arbitrary<Predicate> = fc.letrec<{ tree: Predicate }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }).map((of): Predicate => ({ kind: 'and', of })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((of): Predicate => ({ kind: 'or', of })),
    tie('tree').map((of): Predicate => ({ kind: 'not', of })),
  ),
})).tree;

/** A verdict per kind, and the extra rows that an inexact answer lets through. */
interface FakeBackend {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly extra: readonly boolean[];
}

const KINDS = [
  'time',
  'text',
  'set',
  'flag',
  'status',
  'response',
  'duration',
  'weekday',
  'or',
  'calendar',
  'id',
];
const backends: fc.Arbitrary<FakeBackend> = fc.record({
  verdicts: fc
    .array(fc.constantFrom<Verdict>('exact', 'inexact', 'unsupported'), {
      minLength: KINDS.length,
      maxLength: KINDS.length,
    })
    .map((verdicts) => Object.fromEntries(verdicts.map((verdict, index) => [KINDS[index] ?? '', verdict]))),
  extra: fc.array(fc.boolean(), { minLength: 1, maxLength: 16 }),
});

const verdictOf = ({ verdicts }: FakeBackend, predicate: Predicate): Verdict =>
  verdicts[predicate.kind] ?? 'unsupported';

/** A backend's rows for the pushed conditions: exact ones, or more if it is inexact. */
function scanRows(
  rows: readonly Occurrence[],
  pushed: readonly Predicate[],
  backend: FakeBackend,
): readonly Occurrence[] {
  const tests = pushed.map((predicate) => ({
    test: compileFilterTest(predicate),
    exact: verdictOf(backend, predicate) === 'exact',
  }));
  return rows.filter((row, at) =>
    tests.every(
      ({ test, exact }) => test(row) || (!exact && backend.extra[at % backend.extra.length] === true),
    ),
  );
}

type Split = typeof split;

/** The rows of a split query equal those of the plain filter. */
function agrees(splitter: Split, narrow = false) {
  return fc.property(
    predicates,
    fc.array(occurrences, { minLength: 1, maxLength: 12 }),
    backends,
    (where, rows, backend) => {
      const scan = splitter(
        { range: ALL_TIME, where },
        { pushdown: (predicate) => verdictOf(backend, predicate) },
      );
      const given = scanRows(rows, scan.pushed, backend).filter((_, at) => !narrow || at % 3 !== 2);
      const answer = given.filter(compileFilterTest(scan.residual));
      expect(answer).toEqual(rows.filter(compileFilterTest(where)));
    },
  );
}

describe('a question split between backend and here', () => {
  it('has the answer of the plain filter', () => {
    fc.assert(agrees(split), { numRuns: runs(1500) });
  });

  it('pushes something in these tests', () => {
    const pushed = fc
      .sample(fc.tuple(predicates, backends), { numRuns: 300, seed: 1 })
      .filter(([where, backend]) => {
        const scan = split({ range: ALL_TIME, where }, { pushdown: (part) => verdictOf(backend, part) });
        return scan.pushed.length > 0;
      });
    expect(pushed.length).toBeGreaterThan(60);
  });

  it('would not, did an inexact part count as checked', () => {
    const trusting: Split = (plan, { pushdown }) =>
      split(plan, { pushdown: (part) => (pushdown(part) === 'inexact' ? 'exact' : pushdown(part)) });
    expect(fc.check(agrees(trusting), { numRuns: 1500, seed: 7 }).failed).toBe(true);
  });

  it('would not, did a backend give fewer rows than it promised', () => {
    expect(fc.check(agrees(split, true), { numRuns: 1500, seed: 7 }).failed).toBe(true);
  });

  it('would not, were the parts of a negation pushed', () => {
    const inside: Split = (plan, capabilities) => {
      const parts = conjuncts(plan.where).map((part) => (part.kind === 'not' ? part.of : part));
      const { pushed } = split({ ...plan, where: { kind: 'and', of: parts } }, capabilities);
      return { ...split(plan, capabilities), pushed };
    };
    expect(fc.check(agrees(inside), { numRuns: 1500, seed: 7 }).failed).toBe(true);
  });
});

describe('the implied range', () => {
  it('is overlapped by every row the filter lets through, or says nothing', () => {
    const defaultRange = { from: BASE, to: BASE + 86_400_000 };
    const choices = (predicate: Predicate): boolean =>
      predicate.kind === 'or' || ('of' in predicate && [predicate.of].flat().some(choices));
    fc.assert(
      fc.property(predicates, fc.array(occurrences, { minLength: 1, maxLength: 30 }), (where, rows) => {
        // A choice without a time means the default range on purpose.
        fc.pre(!choices(where));
        const implied = impliedRange(where, defaultRange);
        if (implied.kind !== 'bounds') return;
        const { from = ALL_TIME.from, to = ALL_TIME.to } = implied;
        for (const row of rows.filter(compileFilterTest(where))) {
          expect(overlaps(row.start, row.end, from, to)).toBe(true);
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  it('holds for choices that each name a time', () => {
    const timed = fc
      .tuple(fc.constantFrom('when' as const, 'start' as const, 'end' as const), bounds)
      .map(([field, ends]): Predicate => ({ kind: 'time', field, ...ends }));
    const trees = fc.letrec<{ tree: Predicate }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        timed,
        fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((of): Predicate => ({ kind: 'and', of })),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((of): Predicate => ({ kind: 'or', of })),
      ),
    })).tree;
    fc.assert(
      fc.property(trees, fc.array(occurrences, { minLength: 1, maxLength: 30 }), (where, rows) => {
        const implied = impliedRange(where, ALL_TIME);
        if (implied.kind !== 'bounds') throw new Error('a time is named');
        const { from = ALL_TIME.from, to = ALL_TIME.to } = implied;
        for (const row of rows.filter(compileFilterTest(where))) {
          expect(overlaps(row.start, row.end, from, to)).toBe(true);
        }
      }),
      { numRuns: runs(1500) },
    );
  });
});
