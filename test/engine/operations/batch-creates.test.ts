import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../../src/ports/backend.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { type Desk, deskOver } from '../service-on-memory.js';

let desk: Desk;
/** How many writes were on their way when each began. */
let together: number[];
/** Titles whose creation fails, and those of which nobody knows whether it did. */
let failing: Set<string>;
let lost: Set<string>;
beforeEach(() => {
  [together, failing, lost] = [[], new Set(), new Set()];
  const memory: Backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  let running = 0;
  const slow: Backend = {
    ...memory,
    apply: async (call, signal) => {
      together.push(++running);
      try {
        // Whatever else is begun in the meantime begins first.
        for (let turn = 0; turn < 20; turn++) await setImmediate();
        const [title] = /(?<=SUMMARY:)[^\\]*/.exec(JSON.stringify(call)) ?? [''];
        if (failing.has(title)) throw new CalendarError('UNAVAILABLE', 'Gone.', { outcome: 'not_applied' });
        if (lost.has(title)) throw new CalendarError('TIMEOUT', 'Lost.', { outcome: 'unknown' });
        return await memory.apply(call, signal);
      } finally {
        running--;
      }
    },
  };
  desk = deskOver([slow]);
});

const create = (n: number, more: object = {}) => ({
  operation: 'create',
  data: { title: `Event ${n}`, start: `2026-11-${String(n + 1).padStart(2, '0')}T12:00` },
  ...more,
});
const batch = (operations: readonly object[], more: object = {}) =>
  desk.write({ mutation: { operation: 'batch', operations, ...more } });

interface Result {
  readonly index: number;
  readonly outcome: string;
  readonly event?: { readonly title: string };
  readonly error?: { readonly code: string };
}
const results = async (answer: ReturnType<typeof batch>) => (await answer).data.results as readonly Result[];

async function titles(): Promise<readonly string[]> {
  const { data } = await desk.read({ query: { type: 'events', filters: { when: '2026-11' }, limit: 100 } });
  return (data.events as { title: string }[]).map(({ title }) => title);
}

const TEN = Array.from({ length: 10 }, (_, n) => create(n));
const NAMES = Array.from({ length: 10 }, (_, n) => `Event ${n}`);

it('makes different new events a few at a time, and answers in order', async () => {
  const done = await results(batch(TEN));
  expect(done.map(({ index, event }) => [index, event?.title])).toEqual(NAMES.map((name, n) => [n, name]));
  expect(Math.max(...together)).toBe(4);
  expect(await titles()).toEqual(NAMES);
});

it('is undone as one', async () => {
  await batch(TEN);
  await desk.write({ mutation: { operation: 'undo' } });
  expect(await titles()).toEqual([]);
});

it('still takes an equal event for a repetition', async () => {
  const done = await results(batch([create(1), create(1), create(2)]));
  expect(done.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'POSSIBLE_DUPLICATE',
    'applied',
    'applied',
  ]);
});

it('makes one event of one key', async () => {
  const keyed = create(1, { idempotencyKey: 'k' });
  const done = await results(batch([keyed, keyed, create(2, { idempotencyKey: 'k' })]));
  expect(done.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'IDEMPOTENCY_MISMATCH',
    'applied',
    'applied',
  ]);
  expect(await titles()).toEqual(['Event 1']);
});

it('does one after the other what looks for conflicts', async () => {
  const careful = [1, 2].map((n) => ({
    ...create(n, { allowConflicts: false }),
    data: { title: `Event ${n}`, start: '2026-11-05T12:00' },
  }));
  const done = await results(batch(careful));
  expect(done.map(({ outcome, error }) => error?.code ?? outcome)).toEqual(['HAS_CONFLICTS', 'applied']);
});

it('does everything else in its turn', async () => {
  const [first] = await results(batch([create(1)]));
  const id = (first as { id?: string } | undefined)?.id;
  together = [];
  await batch([
    create(2),
    { operation: 'update', id, changes: { title: 'Changed' } },
    create(3),
    { operation: 'delete', id },
  ]);
  expect(together).toEqual([1, 1, 1, 1]);
  expect(await titles()).toEqual(['Event 2', 'Event 3']);
});

it('leaves the others when one fails', async () => {
  failing.add('Event 1');
  const done = await results(batch(TEN.slice(0, 5)));
  expect(done.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'UNAVAILABLE',
    'applied',
    'applied',
    'applied',
    'applied',
  ]);
  expect(done.map(({ index }) => index)).toEqual([1, 0, 2, 3, 4]);
  await desk.write({ mutation: { operation: 'undo' } });
  expect(await titles()).toEqual([]);
});

it('is partly applied when some fail, and fails when all do', async () => {
  failing.add('Event 1').add('Event 2');
  const { data } = await batch(TEN.slice(0, 3));
  expect(data).toMatchObject({ outcome: 'partly_applied', succeeded: 1, failed: 2 });
  const error: unknown = await batch(TEN.slice(1, 3)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'UNAVAILABLE',
    info: {
      outcome: 'not_applied',
      path: '/mutation/operations/0',
      violations: [{ path: '/mutation/operations/0' }, { path: '/mutation/operations/1' }],
    },
  });
});

it('takes everything back when one of an atomic batch fails', async () => {
  failing.add('Event 5');
  const error: unknown = await batch(TEN, { atomic: true }).catch((reason: unknown) => reason);
  if (!(error instanceof CalendarError)) throw new Error('expected a CalendarError');
  expect([error.code, error.info.outcome, error.info.path]).toEqual([
    'UNAVAILABLE',
    'not_applied',
    '/mutation/operations/5',
  ]);
  expect(await titles()).toEqual([]);
});

it('does not say that nothing was done while it is not known of one', async () => {
  failing.add('Event 0');
  lost.add('Event 1');
  const error: unknown = await batch(TEN, { atomic: true }).catch((reason: unknown) => reason);
  if (!(error instanceof CalendarError)) throw new Error('expected a CalendarError');
  expect([error.code, error.info.outcome]).toEqual(['UNAVAILABLE', 'unknown']);
});

it('can be sent again when it was taken back', async () => {
  failing.add('Event 5');
  await expect(batch(TEN, { atomic: true })).rejects.toThrow('Gone.');
  failing.clear();
  await batch(TEN, { atomic: true });
  expect(await titles()).toEqual(NAMES);
});

it('lets an event be made anew that was undone', async () => {
  await batch([create(1)]);
  await desk.write({ mutation: { operation: 'undo' } });
  expect((await results(batch([create(1), create(1)]))).map(({ outcome }) => outcome)).toEqual([
    'not_applied',
    'applied',
  ]);
});
