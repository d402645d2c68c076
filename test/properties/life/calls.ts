import fc from 'fast-check';
import type { Scope } from '../series/wish.js';
import { POLICY_NAMES, type PolicyName } from './model.js';
import type { Wish } from './recurring.js';

/** A call about a series; `which` selects the series, `occurrence` one of its occurrences. */
export type SeriesCall =
  | {
      readonly kind: 'createSeries';
      readonly hour: number;
      readonly count: number;
      readonly frequency: 'daily' | 'weekly';
    }
  | {
      readonly kind: 'series';
      readonly which: number;
      readonly occurrence: number;
      readonly address: 'occurrence' | 'period' | 'series' | 'title';
      readonly scope: Scope;
      readonly wish: Wish;
    };

/** A write whose process is killed before it answers, or just after. */
export interface KilledCall {
  readonly kind: 'killed';
  readonly of: 'create' | 'edit' | 'delete';
  readonly which: number;
  readonly hour: number;
  readonly place: string;
  readonly delayMs: number;
}

/** The effect of one call; `which` selects one of the existing events. */
export type Call =
  | { readonly kind: 'create'; readonly hour: number; readonly isKeyed: boolean }
  | { readonly kind: 'repeat' | 'restart' }
  | SeriesCall
  | KilledCall
  | { readonly kind: 'import'; readonly invitations: readonly boolean[] }
  | { readonly kind: 'importAgain' }
  | { readonly kind: 'edit' | 'elsewhere'; readonly which: number; readonly place: string }
  | {
      readonly kind: 'respond';
      readonly which: number;
      readonly response: 'accepted' | 'declined' | 'tentative';
    }
  | { readonly kind: 'delete' | 'restore'; readonly which: number }
  | { readonly kind: 'batch'; readonly which: number; readonly place: string; readonly hour: number }
  | { readonly kind: 'editMatches'; readonly place: string }
  | { readonly kind: 'policy'; readonly name: PolicyName }
  | { readonly kind: 'undo' };

const which = fc.nat(20);
const place = fc.constantFrom('Hall', 'Room 2', 'Garden');
const hour = fc.integer({ min: 8, max: 18 });

const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), place }),
  fc.record({ kind: fc.constant('shift' as const), minutes: fc.constantFrom(-30, 45) }),
  fc.constant({ kind: 'delete' as const }),
);

const seriesCall: fc.Arbitrary<SeriesCall> = fc.oneof(
  fc.record({
    kind: fc.constant('createSeries' as const),
    hour,
    count: fc.integer({ min: 2, max: 5 }),
    frequency: fc.constantFrom('daily' as const, 'weekly' as const),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('series' as const),
      which: fc.nat(1),
      occurrence: fc.nat(4),
      address: fc.constantFrom(
        ...(['occurrence', 'occurrence', 'period', 'period', 'series', 'title'] as const),
      ),
      scope: fc.constantFrom('this' as const, 'following' as const, 'all' as const),
      wish,
    }),
  },
);

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), hour, isKeyed: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('repeat' as const, 'restart' as const) }),
  { weight: 4, arbitrary: seriesCall },
  fc.record({
    kind: fc.constant('import' as const),
    invitations: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('importAgain' as const) }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'elsewhere' as const), which, place }),
  fc.record({
    kind: fc.constant('respond' as const),
    which,
    response: fc.constantFrom('accepted' as const, 'declined' as const, 'tentative' as const),
  }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), which }),
  fc.record({ kind: fc.constant('batch' as const), which, place, hour }),
  fc.record({ kind: fc.constant('editMatches' as const), place }),
  fc.record({ kind: fc.constant('policy' as const), name: fc.constantFrom(...POLICY_NAMES) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);

const killed: fc.Arbitrary<KilledCall> = fc.record({
  kind: fc.constant('killed' as const),
  of: fc.constantFrom('create' as const, 'edit' as const, 'delete' as const),
  which,
  hour,
  place,
  delayMs: fc.integer({ min: 0, max: 40 }),
});

const LENGTH = { minLength: 4, maxLength: 20 };

/** Calls of a day in the life of a calendar; every other list has mostly series. */
export const calls = fc.oneof(
  fc.array(call, LENGTH),
  fc.array(fc.oneof({ weight: 4, arbitrary: seriesCall }, { weight: 1, arbitrary: call }), LENGTH),
);

/** Calls of processes that get killed. Their policy is in a file. */
export const killedCalls = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: call.filter(({ kind }) => kind !== 'policy') },
    { weight: 1, arbitrary: killed },
  ),
  LENGTH,
);
