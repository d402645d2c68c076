import fc from 'fast-check';

/** Selects among matches: the only one, each, the first or the last. */
export type Which = 'only' | 'each' | 'first' | 'last';

export type Step =
  /** Another client's, without us. */
  | {
      readonly by: 'other';
      readonly what: 'put';
      readonly n: number;
      readonly title: string;
      readonly hour: number;
    }
  | { readonly by: 'other'; readonly what: 'remove'; readonly n: number }
  /** Restores the calendar byte for byte. */
  | { readonly by: 'other'; readonly what: 'remember' | 'go back' }
  /** Ours. */
  | { readonly by: 'us'; readonly what: 'read' }
  | {
      readonly by: 'us';
      readonly what: 'update' | 'delete';
      readonly title: string;
      readonly which: Which;
      readonly dryRun: boolean;
    }
  | { readonly by: 'us'; readonly what: 'create'; readonly hour: number; readonly dryRun: boolean }
  | { readonly by: 'us'; readonly what: 'create once'; readonly key: number };

const title = fc.constantFrom('Alpha', 'Beta');
const hour = fc.integer({ min: 8, max: 12 });
const n = fc.integer({ min: 1, max: 4 });
const dryRun = fc.boolean();
const other = { by: fc.constant('other' as const) };
const us = { by: fc.constant('us' as const) };
const what = <One extends string>(...some: One[]) => fc.constantFrom(...some);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...other, what: what('put'), n, title, hour }) },
  { weight: 2, arbitrary: fc.record({ ...other, what: what('remove'), n }) },
  { weight: 4, arbitrary: fc.record({ ...other, what: what('remember', 'go back', 'go back') }) },
  { weight: 3, arbitrary: fc.record({ ...us, what: what('read') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...us,
      what: what('update', 'delete'),
      title,
      which: what<Which>('only', 'each', 'first', 'last'),
      dryRun,
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...us, what: what('create'), hour, dryRun }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...us, what: what('create once'), key: fc.integer({ min: 1, max: 2 }) }),
  },
);
