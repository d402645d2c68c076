import fc from 'fast-check';
import type { Mishap } from './proxy.js';

export type Client = 0 | 1;

/** A write of one of two clients to one of a few events. */
export interface Op {
  readonly kind: 'create' | 'replace' | 'delete' | 'move';
  readonly client: Client;
  /** Which event. */
  readonly n: number;
}

export type Step = { readonly mishaps: readonly Mishap[] } & (
  | { readonly kind: 'write'; readonly op: Op }
  /** At the same time, one by each client. */
  | { readonly kind: 'both'; readonly ops: readonly [Op, Op] }
  | {
      readonly kind: 'read';
      readonly client: Client;
      readonly calendar: number;
      readonly refresh: boolean;
      /** All of a calendar, a window that holds all of it too, or by address. */
      readonly asked: 'all' | 'window' | 'addresses';
    }
);

const how = fc.constantFrom('reset' as const, 'end' as const);
const late = fc.integer({ min: 0, max: 60 });
const pass: fc.Arbitrary<Mishap> = fc.constant({ kind: 'pass' });

/** What costs no time comes more often than what lasts until the client's deadline. */
const mishap: fc.Arbitrary<Mishap> = fc.oneof(
  { weight: 16, arbitrary: pass },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('broken' as const), how }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('lost' as const), how }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('abandoned' as const), how, late }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      framing: fc.constantFrom('length' as const, 'chunks' as const, 'close' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refused' as const),
      status: fc.constantFrom(502 as const, 503 as const, 504 as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hidden' as const),
      status: fc.constantFrom(502 as const, 504 as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('overtaken' as const), late }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stuck' as const),
      arrives: fc.constantFrom('never' as const, 'first' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const), late }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('closing' as const), late: fc.integer({ min: 0, max: 3 }) }),
  },
);

const mishaps = fc.array(mishap, { maxLength: 6 });
const client = fc.constantFrom<Client>(0, 1);
const op = (of: fc.Arbitrary<Client>): fc.Arbitrary<Op> =>
  fc.record({
    kind: fc.constantFrom('create' as const, 'replace' as const, 'delete' as const, 'move' as const),
    client: of,
    n: fc.integer({ min: 0, max: 2 }),
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), op: op(client), mishaps }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('both' as const),
      ops: fc.tuple(op(fc.constant(0)), op(fc.constant(1))),
      mishaps,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      client,
      calendar: fc.constantFrom(0 as const, 1 as const),
      refresh: fc.boolean(),
      asked: fc.constantFrom('all' as const, 'window' as const, 'addresses' as const),
      mishaps,
    }),
  },
);

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 6, maxLength: 12 });
