import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { ListedObject, ReadText } from '../../../src/ports/mirror-listing.js';
import type { MirrorStore } from '../../../src/ports/mirror-store.js';
import type { MirroredObject } from '../../../src/ports/mirrored-object.js';
import { type OpenedStore, openStore } from './open-store.js';

const KEY = { identity: 'account', calendarId: 'work' };
const NEVER = 0;
const LATE = 1_000_000;

let opened: OpenedStore;
let store: MirrorStore;
beforeEach(async () => {
  opened = await openStore();
  store = opened.store;
});
afterEach(() => opened.close());

function event(href: string, ics: string): Extract<MirroredObject, { kind: 'event' }> {
  const index = { from: 0, to: 100, uncertain: false, text: ics, keys: [href] };
  return { kind: 'event', href, etag: `"${ics}"`, ics, index };
}

/** `a=1 b=2`: addresses with their versions. */
function versions(list: string, bounds = { from: 0, to: 100 }): ReadonlyMap<string, ListedObject> {
  const pairs = list.split(' ').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [href = '', version = ''] = pair.split('=');
      return [href, { version, bounds }];
    }),
  );
}

function list(objects: string, syncedAt: number, base = store.calendar(KEY), marker?: string) {
  const listed = { objects: versions(objects), syncedAt, ...(marker === undefined ? {} : { marker }) };
  return store.listing.commit(KEY, base, listed);
}

function fill(href: string, version: string, ics: string, at: number, base = store.calendar(KEY)): void {
  const text: ReadText = { href, version, object: event(href, ics) };
  store.listing.fill(KEY, base, at, [text]);
}

function write(stored: readonly MirroredObject[], removed: readonly string[] = []): void {
  store.written(KEY, { ...store.calendar(KEY), onDemand: true }, { stored, removed }, 50);
}

const texts = async (): Promise<readonly string[]> =>
  (await store.select(KEY, {})).objects.map(({ ics }) => ics).sort();
const lacking = (before = NEVER, now = LATE): readonly string[] =>
  store.listing.lacking(KEY, ALL_TIME, before, now).map(({ href }) => href);

describe('a list', () => {
  it('says what is there, and lacks every text', async () => {
    expect(list('a=1 b=1', 10)).toEqual({ kind: 'done', added: 2, changed: 0, removed: 0 });
    expect(lacking()).toEqual(['a', 'b']);
    expect(await texts()).toEqual([]);
    expect(store.calendar(KEY)).toMatchObject({ fullAt: 10, syncedAt: 10, doubtful: false });
  });

  it('takes away the text of what changed and of what is gone, and no other', async () => {
    list('a=1 b=1 c=1', 10);
    for (const href of ['a', 'b', 'c']) fill(href, '1', `${href} one`, 11);
    expect(list('a=1 b=2', 20)).toEqual({ kind: 'done', added: 0, changed: 1, removed: 1 });
    expect(await texts()).toEqual(['a one']);
    expect(lacking()).toEqual(['b']);
  });

  it('of what cannot be compared takes the text away each time', () => {
    list('a=', 10);
    fill('a', '', 'a one', 11);
    expect(lacking()).toEqual([]);
    expect(list('a=', 20)).toMatchObject({ changed: 0 });
    expect(lacking()).toEqual(['a']);
  });

  it('is of no use when another one came first, or something made it doubtful', () => {
    const base = store.calendar(KEY);
    list('a=1', 10, base);
    expect(list('', 11, base)).toEqual({ kind: 'overtaken' });
    const second = store.calendar(KEY);
    store.expire(KEY);
    expect(list('', 12, second)).toEqual({ kind: 'overtaken' });
    expect(store.calendar(KEY).doubtful).toBe(true);
    list('a=1', 13);
    expect(store.calendar(KEY).doubtful).toBe(false);
  });

  it('does not settle what failed while it was the first', () => {
    const base = store.calendar(KEY);
    store.expire(KEY);
    list('a=1', 10, base);
    expect(store.calendar(KEY).doubtful).toBe(true);
  });

  it('leaves what was written meanwhile as it was written', async () => {
    list('a=1 b=1 c=1', 10);
    fill('a', '1', 'a one', 11);
    const base = store.calendar(KEY);
    write([event('a', 'a ours'), event('new', 'new ours')], ['b']);
    expect(list('a=2 b=1 c=1', 20, base)).toMatchObject({ kind: 'done' });
    expect(await texts()).toEqual(['a ours', 'new ours']);
    // What was deleted is asked for, and found to be gone.
    expect(lacking()).toEqual(['b', 'c']);
    list('a=2 c=1 new=1', 30);
    expect(lacking()).toEqual(['a', 'c', 'new']);
    expect(await texts()).toEqual([]);
  });

  it('lacks what was written while there was none', () => {
    const base = store.calendar(KEY);
    write([event('a', 'a ours')]);
    list('a=1', 10, base);
    expect(lacking()).toEqual(['a']);
    expect(store.calendar(KEY).doubtful).toBe(false);
  });

  it('is followed by another where it was the first, and lacks what was written meanwhile', () => {
    const base = store.calendar(KEY);
    write([event('a', 'a ours')]);
    list('', 10, base, 'mark');
    expect(store.calendar(KEY).doubtful).toBe(true);
    list('a=1', 11);
    expect(store.calendar(KEY).doubtful).toBe(false);
    expect(lacking()).toEqual(['a']);
  });

  it('is confirmed by its marker, unless something happened', () => {
    list('a=1', 10, store.calendar(KEY), 'm');
    const base = store.calendar(KEY);
    store.listing.confirm(KEY, base, 'other', 15);
    expect(store.calendar(KEY).syncedAt).toBe(10);
    store.listing.confirm(KEY, base, 'm', 20);
    expect(store.calendar(KEY)).toMatchObject({ syncedAt: 20, fullAt: 10 });
    store.expire(KEY);
    store.listing.confirm(KEY, base, 'm', 30);
    expect(store.calendar(KEY)).toMatchObject({ syncedAt: 20, doubtful: true });
  });
});

describe('a text', () => {
  beforeEach(() => void list('a=1', 10));

  it('is kept for the version it was asked for', async () => {
    list('a=2', 20);
    fill('a', '1', 'a one', 15);
    // Another process may have listed it while this one read.
    fill('a', '1', 'a one', 21);
    expect(await texts()).toEqual([]);
    fill('a', '2', 'a two', 25);
    expect(await texts()).toEqual(['a two']);
    expect(lacking()).toEqual([]);
  });

  it('that was asked for before the last list is not kept where versions cannot be compared', async () => {
    list('a=', 20);
    list('a=', 30);
    fill('a', '', 'a one', 25);
    expect(lacking()).toEqual(['a']);
    fill('a', '', 'a two', 35);
    expect(await texts()).toEqual(['a two']);
  });

  it('does not replace what was written while it was asked for', async () => {
    const base = store.calendar(KEY);
    write([event('a', 'a ours')]);
    fill('a', '1', 'a before', 11, base);
    expect(await texts()).toEqual(['a ours']);
  });

  it('does not come back after it was deleted', async () => {
    fill('a', '1', 'a one', 11);
    list('', 20);
    fill('a', '1', 'a one', 15);
    expect(await texts()).toEqual([]);
  });

  it('is lacking once it is too old, or forgotten, or from a time to come', () => {
    fill('a', '1', 'a one', 100);
    expect(lacking(100)).toEqual([]);
    expect(lacking(101)).toEqual(['a']);
    expect(lacking(NEVER, 99)).toEqual(['a']);
    expect(store.listing.lackingOf(KEY, ['a', 'b'], 101, LATE)).toEqual([{ href: 'a', version: '1' }]);
    expect(store.listing.lackingOf(KEY, ['b'], 101, LATE)).toEqual([]);
    store.listing.forget(KEY, ['a']);
    expect(lacking()).toEqual(['a']);
  });

  it('is lacking where a write and a list crossed', () => {
    fill('a', '1', 'a one', 11);
    const base = store.calendar(KEY);
    list('a=1', 20);
    store.written(KEY, { ...base, onDemand: true }, { stored: [event('a', 'a ours')], removed: [] }, 21);
    expect(store.calendar(KEY).doubtful).toBe(true);
    expect(lacking()).toEqual(['a']);
  });

  it('is not lost in an empty calendar, where a write crossed one list and ended before another', () => {
    list('', 10);
    const writing = store.calendar(KEY);
    list('', 20);
    const listing = store.calendar(KEY);
    store.written(KEY, { ...writing, onDemand: true }, { stored: [event('a', 'a ours')], removed: [] }, 21);
    expect(list('', 22, listing, 'mark').kind).toBe('overtaken');
    expect(store.calendar(KEY).doubtful).toBe(true);
  });

  it('is looked for in its time', () => {
    const base = store.calendar(KEY);
    const bounds = { from: 200, to: 300 };
    store.listing.commit(KEY, base, { objects: versions('b=1', bounds), syncedAt: 20 });
    expect(store.listing.lacking(KEY, { from: 0, to: 199 }, NEVER, LATE)).toEqual([]);
    expect(store.listing.lacking(KEY, { from: 300, to: 400 }, NEVER, LATE)).toHaveLength(1);
  });

  it('carries a remark, and goes with its calendar', () => {
    const text: ReadText = { href: 'a', version: '1', object: event('a', 'a one'), remark: 'Not all of it.' };
    store.listing.fill(KEY, store.calendar(KEY), 11, [text]);
    expect([...store.listing.remarks(KEY)]).toEqual([['a', 'Not all of it.']]);
    store.prune('account', [], LATE);
    expect(store.listing.versions(KEY).size).toBe(0);
    expect(store.calendar(KEY).fullAt).toBeUndefined();
  });
});
