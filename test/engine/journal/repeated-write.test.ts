import { beforeEach, describe, expect, it } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const LUNCH = ics(
  ...event('UID:lunch@x', 'SUMMARY:Lunch', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z'),
);

let desk: Desk;
let calendars: readonly { readonly name: string; readonly objects: string[] }[];
beforeEach(() => {
  calendars = [
    { name: 'Work', objects: [LUNCH] },
    { name: 'Home', objects: [] },
  ];
  desk = deskOver([createMemoryBackend({ name: 'test', calendars })]);
});

async function titles(on = desk): Promise<readonly string[]> {
  const { data } = await on.read({ query: { type: 'events', filters: { when: 'next 30 days' } } });
  return (data.events as { title: string; calendar: string }[])
    .map(({ title, calendar }) => `${calendar}: ${title}`)
    .sort();
}

async function lunchId(): Promise<string> {
  const { data } = await desk.read({ query: { type: 'events', filters: { title: 'lunch' } } });
  return (data.events as { id: string }[])[0]?.id ?? '';
}

function write(mutation: object, on = desk): Promise<Success> {
  return on.write({ mutation });
}

const KEYED: readonly (readonly [string, (id: string) => object, readonly string[]])[] = [
  ['update', (id) => ({ operation: 'update', id, changes: { title: 'Dinner' } }), ['Work: Dinner']],
  ['delete', (id) => ({ operation: 'delete', id }), []],
  ['move', (id) => ({ operation: 'move', id, calendar: 'Home' }), ['Home: Lunch']],
  [
    'batch',
    (id) => ({
      operation: 'batch',
      operations: [
        { operation: 'create', data: { title: 'Tea', start: 'tomorrow 16:00', calendar: 'Home' } },
        { operation: 'delete', id },
      ],
    }),
    ['Home: Tea'],
  ],
];

describe.each(KEYED)('%s with an idempotencyKey', (_, mutationOf, after) => {
  it('is done once, and answers again what it answered', async () => {
    const call = { ...mutationOf(await lunchId()), idempotencyKey: 'k' };
    const first = await write(call);
    expect(await titles()).toEqual(after);
    const again = await write(call);
    expect(again.data).toMatchObject({ outcome: 'applied', replayed: true, undoToken: first.data.undoToken });
    expect(again.data).not.toHaveProperty('event');
    expect(again.meta.notes).toEqual([expect.stringContaining('idempotencyKey was used before')]);
    expect(await titles()).toEqual(after);
    await write({ operation: 'undo', undoToken: again.data.undoToken });
    expect(await titles()).toEqual(['Work: Lunch']);
  });

  it('is shown by a dry run before, and known for done by one after', async () => {
    const call = { ...mutationOf(await lunchId()), idempotencyKey: 'k' };
    const shown = await write({ ...call, dryRun: true });
    expect(shown.data).not.toHaveProperty('replayed');
    expect((await write(call)).data).not.toHaveProperty('replayed');
    const late = await write({ ...call, dryRun: true });
    expect(late.data).toMatchObject({ outcome: 'not_applied', dryRun: true, replayed: true });
    expect(await titles()).toEqual(after);
  });

  it('does not take the key of something else', async () => {
    const id = await lunchId();
    await write({ operation: 'update', id, changes: { location: 'Canteen' }, idempotencyKey: 'k' });
    const error = await failureOf(write({ ...mutationOf(id), idempotencyKey: 'k' }));
    expect([error.code, error.info.outcome]).toEqual(['IDEMPOTENCY_MISMATCH', 'not_applied']);
    expect(await titles()).toEqual(['Work: Lunch']);
  });
});

it('takes back one write, not two, when an undo is repeated', async () => {
  const id = await lunchId();
  await write({ operation: 'update', id, changes: { title: 'Brunch' } });
  await write({ operation: 'update', id, changes: { title: 'Dinner' } });
  const undo = { operation: 'undo', idempotencyKey: 'k' };
  await write(undo);
  expect((await write(undo)).data).toMatchObject({ replayed: true });
  expect(await titles()).toEqual(['Work: Brunch']);
});

it('keeps one key for one thing, whether it creates or not', async () => {
  const id = await lunchId();
  const data = { title: 'Tea', start: '2026-11-25T16:00', calendar: 'Home' };
  await write({ operation: 'create', data, idempotencyKey: 'made' });
  const remove = { operation: 'delete', id, idempotencyKey: 'made' };
  expect((await failureOf(write(remove))).code).toBe('IDEMPOTENCY_MISMATCH');
  await write({ operation: 'update', id, changes: { title: 'Dinner' }, idempotencyKey: 'changed' });
  const create = { operation: 'create', data, idempotencyKey: 'changed' };
  expect((await failureOf(write(create))).code).toBe('IDEMPOTENCY_MISMATCH');
  expect(await titles()).toEqual(['Home: Tea', 'Work: Dinner']);
});

it('says in a dry run that a create has been done', async () => {
  const data = { title: 'Tea', start: '2026-11-25T16:00', calendar: 'Home' };
  const create = { operation: 'create', data, idempotencyKey: 'k' };
  await write(create);
  expect((await write({ ...create, dryRun: true })).data).toMatchObject({
    outcome: 'not_applied',
    dryRun: true,
    replayed: true,
    event: { title: 'Tea' },
  });
});

describe('the keys of a batch', () => {
  const operations = async () => [
    { operation: 'update', id: await lunchId(), changes: { title: 'Dinner' }, idempotencyKey: 'k' },
    { operation: 'delete', id: 'nothing' },
  ];

  it('hold for each of its operations', async () => {
    const batch = { operation: 'batch', operations: await operations() };
    await write(batch);
    const { data } = await write(batch);
    expect(data.results).toContainEqual(expect.objectContaining({ outcome: 'applied', replayed: true }));
  });

  it('are not used up by what was taken back', async () => {
    const [update, remove] = await operations();
    await failureOf(write({ operation: 'batch', atomic: true, operations: [update, remove] }));
    expect(await titles()).toEqual(['Work: Lunch']);
    expect((await write(update ?? {})).data).not.toHaveProperty('replayed');
    expect(await titles()).toEqual(['Work: Dinner']);
  });

  it('are each for one of them', async () => {
    const [update] = await operations();
    const other = { ...update, changes: { title: 'Brunch' } };
    const { data } = await write({ operation: 'batch', operations: [update, other] });
    expect((data.results as unknown as { error?: { code: string } }[])[0]?.error?.code).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    expect(await titles()).toEqual(['Work: Dinner']);
  });
});

it('stays done when the key cannot be kept, and says so', async () => {
  const failing = (state: StateStore): StateStore => ({
    ...state,
    put: async (key, value, options) => {
      if (key.startsWith('idempotency/')) throw new CalendarError('STORAGE_FULL', 'No space left.');
      return state.put(key, value, options);
    },
  });
  desk = deskOver([createMemoryBackend({ name: 'test', calendars })], {}, undefined, failing);
  const call = {
    operation: 'update',
    id: await lunchId(),
    changes: { title: 'Dinner' },
    idempotencyKey: 'k',
  };
  const { data, meta } = await write(call);
  expect(data.outcome).toBe('applied');
  expect(meta.notes).toEqual([expect.stringContaining('could not be stored')]);
  expect(await titles()).toEqual(['Work: Dinner']);
});

it('can be tried again after it failed', async () => {
  const call = { operation: 'update', id: 'nothing', changes: { title: 'Dinner' }, idempotencyKey: 'k' };
  for (let times = 0; times < 2; times++) expect((await failureOf(write(call))).code).toBe('NOT_FOUND');
});

it('deletes a calendar once for the agreement of a person', async () => {
  const call = { target: 'calendar', operation: 'delete', id: 'Home', idempotencyKey: 'k' };
  const asked = await failureOf(write(call));
  const agreed = { ...call, confirmToken: asked.info.pendingAction?.token };
  expect((await write(agreed)).data).toMatchObject({ outcome: 'applied', recoverable: true });
  expect((await write(agreed)).data).toMatchObject({ outcome: 'applied', replayed: true, events: 0 });
});

it('is done once when it is repeated before the first call has ended', async () => {
  const operations = [
    { operation: 'create', data: { title: 'Tea', start: 'tomorrow 16:00', calendar: 'Home' } },
    { operation: 'update', id: await lunchId(), changes: { title: 'Dinner' } },
  ];
  const call = { operation: 'batch', operations, idempotencyKey: 'k' };
  const [first, second] = await Promise.all([write(call), write(call)]);
  expect(first.data).toMatchObject({ outcome: 'applied', failed: 0 });
  expect(second.data).toMatchObject({ replayed: true, undoToken: first.data.undoToken });
  expect(await titles()).toEqual(['Home: Tea', 'Work: Dinner']);
});

it('lets a batch be tried again that came to nothing', async () => {
  const error = new CalendarError('UNAVAILABLE', 'Gone.', { outcome: 'not_applied' });
  const operations = [{ operation: 'update', id: await lunchId(), changes: { title: 'Dinner' } }];
  const call = { operation: 'batch', operations, idempotencyKey: 'k' };
  const state = breakable(createMemoryBackend({ name: 'test', calendars }));
  desk = deskOver([state.backend]);
  state.failWrite = { n: 1, error, after: false };
  expect((await failureOf(write(call))).info).toMatchObject({ outcome: 'not_applied' });
  const again = await write(call);
  expect(again.data).toMatchObject({ outcome: 'applied', failed: 0 });
  expect(again.data).not.toHaveProperty('replayed');
});

it('does not make the event of a key in a second calendar', async () => {
  const create = (calendar: string) => ({
    operation: 'create',
    data: { title: 'Tea', start: '2026-11-25T16:00', calendar },
    idempotencyKey: 'k',
  });
  await write(create('Home'));
  expect((await failureOf(write(create('Work')))).code).toBe('IDEMPOTENCY_MISMATCH');
  expect(await titles()).toEqual(['Home: Tea', 'Work: Lunch']);
});
