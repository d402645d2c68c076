import { beforeEach, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ports/backend.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const LUNCH = ics(
  ...event('UID:lunch@x', 'SUMMARY:Lunch', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z'),
);

let desk: Desk;
/** Writes until the program is killed. */
let left: number;
let state: StateStore | undefined;
beforeEach(() => {
  left = Number.POSITIVE_INFINITY;
  state = undefined;
  const memory: Backend = createMemoryBackend({
    name: 'test',
    calendars: [{ name: 'Work', objects: [LUNCH] }],
  });
  const mortal: Backend = {
    ...memory,
    apply: async (call, signal) => {
      if (--left < 0) throw new Error('killed');
      return memory.apply(call, signal);
    },
  };
  const seen = (store: StateStore): StateStore => {
    state = store;
    return store;
  };
  desk = deskOver([mortal], {}, undefined, seen);
});

const create = (title: string) => ({ operation: 'create', data: { title, start: '2026-11-25T12:00' } });
const rename = (id: string, title: string) => ({ operation: 'update', id, changes: { title } });
const write = (mutation: object) => desk.write({ mutation });
const undo = () => write({ operation: 'undo' });

async function lunchId(): Promise<string> {
  const { data } = await desk.read({ query: { type: 'events', filters: { title: 'lunch' } } });
  return (data.events as { id: string }[])[0]?.id ?? '';
}

async function titles(filters: object = { when: 'next 30 days' }): Promise<readonly string[]> {
  const { data } = await desk.read({ query: { type: 'events', filters } });
  return (data.events as { title: string }[]).map(({ title }) => title).sort();
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: { code?: unknown }) => error.code,
  );
}

describe('the trash', () => {
  it('has an event again whose restore is taken back', async () => {
    const id = await lunchId();
    const restore = { operation: 'restore', id };
    await write({ operation: 'delete', id });
    await write(restore);
    await undo();
    expect([await titles(), await titles({ deleted: true })]).toEqual([[], ['Lunch']]);
    const operations = [restore, { operation: 'delete', id: 'nothing' }];
    expect(await codeOf(write({ operation: 'batch', atomic: true, operations }))).toBe('NOT_FOUND');
    expect([await titles(), await titles({ deleted: true })]).toEqual([[], ['Lunch']]);
    await write(restore);
    expect([await titles(), await titles({ deleted: true })]).toEqual([['Lunch'], []]);
  });
});

describe('a batch that is killed', () => {
  it('can be undone as far as it came, and nothing before it', async () => {
    await write(create('Before'));
    const id = await lunchId();
    left = 2;
    const operations = [create('One'), rename(id, 'Brunch'), create('Two')];
    await expect(write({ operation: 'batch', operations })).rejects.toThrow('killed');
    left = Number.POSITIVE_INFINITY;
    expect(await titles()).toEqual(['Before', 'Brunch', 'One']);
    await undo();
    expect(await titles()).toEqual(['Before', 'Lunch']);
  });

  it('leaves one entry when it ends well', async () => {
    await write({ operation: 'batch', operations: [create('One'), rename(await lunchId(), 'Brunch')] });
    expect(await state?.keys('undo/')).toHaveLength(1);
    await undo();
    expect(await titles()).toEqual(['Lunch']);
  });

  it('leaves none when all of it was taken back', async () => {
    const operations = [create('One'), rename(await lunchId(), 'Brunch'), rename('nothing', 'x')];
    expect(await codeOf(write({ operation: 'batch', atomic: true, operations }))).toBe('NOT_FOUND');
    expect(await state?.keys('undo/')).toEqual([]);
    expect(await titles()).toEqual(['Lunch']);
  });
});

describe('an event deleted for good', () => {
  it('is not brought back, and nothing is kept of it', async () => {
    await write(create('Before'));
    const { data } = await write({ operation: 'delete', id: await lunchId(), soft: false });
    expect(data).toMatchObject({ outcome: 'applied', recoverable: false });
    expect(data).not.toHaveProperty('undoToken');
    expect(await codeOf(undo())).toBe('UNSUPPORTED');
    expect(await titles()).toEqual(['Before']);
    const kept = await Promise.all((await state?.keys('undo/'))?.map((key) => state?.get(key)) ?? []);
    expect(JSON.stringify(kept)).not.toContain('Lunch');
  });

  it('stays deleted when the batch around it is undone', async () => {
    const operations = [{ operation: 'delete', id: await lunchId(), soft: false }, create('Two')];
    await write({ operation: 'batch', operations });
    await undo();
    expect(await titles()).toEqual([]);
  });

  it('is put back when the atomic batch around it fails', async () => {
    const operations = [{ operation: 'delete', id: await lunchId(), soft: false }, rename('nothing', 'x')];
    expect(await codeOf(write({ operation: 'batch', atomic: true, operations }))).toBe('NOT_FOUND');
    expect(await titles()).toEqual(['Lunch']);
  });
});

describe('what was done to an event before it was deleted for good', () => {
  it('does not keep the rest of the batch from being undone', async () => {
    const id = await lunchId();
    const operations = [create('One'), rename(id, 'Brunch'), { operation: 'delete', id, soft: false }];
    await write({ operation: 'batch', operations });
    await undo();
    expect(await titles()).toEqual([]);
    expect(await state?.keys('undo/')).toEqual([]);
  });

  it('is not told as if it could be undone', async () => {
    const id = await lunchId();
    const operations = [rename(id, 'Brunch'), { operation: 'delete', id, soft: false }];
    expect((await write({ operation: 'batch', operations })).data).not.toHaveProperty('undoToken');
    expect(await codeOf(undo())).toBe('UNSUPPORTED');
  });
});
