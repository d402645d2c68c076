import { describe, expect, it } from 'vitest';
import { change, eachInNewStore, event, fill, hrefs, KEY, opened, store } from './filled-store.js';

eachInNewStore();

describe('a write during a synchronisation', () => {
  it('is fetched again before the result is stored', async () => {
    fill('a', 'b');
    const base = store.calendar(KEY);
    const other = await opened.again();
    other.written(KEY, base, { stored: [event('c')], removed: ['b'] }, 1);
    const result = change('whole', [event('a'), event('b')]);
    const outcome = store.commit(KEY, base, result);
    expect(outcome).toMatchObject({ kind: 'written', hrefs: ['c', 'b'] });
    if (outcome.kind !== 'written') throw new Error('not reached');
    const amended = change('whole', [event('a'), event('c')]);
    expect(store.commit(KEY, { ...base, writes: outcome.writes }, amended).kind).toBe('done');
    expect(hrefs()).toEqual(['a', 'c']);
    expect(store.recentWrites(KEY)).toEqual(new Set(['b', 'c']));
  });

  it('that was begun before and ended after it makes the calendar doubtful', () => {
    fill('a');
    const base = store.calendar(KEY);
    store.commit(KEY, store.calendar(KEY), change('part', [event('a', '"3"')]));
    store.written(KEY, base, { stored: [event('a', '"2"')], removed: [] }, 1);
    expect(store.versions(KEY).get('a')).toBe('"3"');
    const state = store.calendar(KEY);
    expect(state.doubtful).toBe(true);
    expect(state.token).toBeUndefined();
  });

  it('that crossed another one to the same address makes the calendar doubtful', () => {
    fill('a', 'b');
    const base = store.calendar(KEY);
    store.written(KEY, base, { stored: [event('a', '"3"')], removed: [] }, 1);
    store.written(KEY, base, { stored: [event('b', '"2"')], removed: [] }, 1);
    expect(store.calendar(KEY).doubtful).toBe(false);
    store.written(KEY, base, { stored: [event('a', '"2"')], removed: [] }, 1);
    expect(store.calendar(KEY).doubtful).toBe(true);
    expect(store.versions(KEY).get('a')).toBe('"3"');
  });

  it('that is doubtful is looked at by who is at it, who need not begin anew', () => {
    fill('a');
    const early = store.calendar(KEY);
    fill('a');
    const base = store.calendar(KEY);
    store.written(KEY, early, { stored: [event('b')], removed: [] }, 1);
    const outcome = store.commit(KEY, base, change('part', []));
    expect(outcome).toMatchObject({ kind: 'written', hrefs: ['b'] });
    if (outcome.kind !== 'written') throw new Error('not reached');
    const amended = change('part', [event('b')]);
    expect(store.commit(KEY, { ...base, writes: outcome.writes }, amended).kind).toBe('done');
    expect(store.calendar(KEY).doubtful).toBe(false);
    expect(hrefs()).toEqual(['a', 'b']);
  });

  it('whose outcome is not known leaves the calendar doubtful', () => {
    const first = store.calendar(KEY);
    store.expire(KEY);
    expect(store.commit(KEY, first, change('whole', [event('a')])).kind).toBe('done');
    expect(store.calendar(KEY).doubtful).toBe(true);
    fill('a');
    const base = store.calendar(KEY);
    expect(base.doubtful).toBe(false);
    store.expire(KEY);
    expect(store.commit(KEY, base, change('part', [])).kind).toBe('overtaken');
    expect(store.calendar(KEY).doubtful).toBe(true);
  });

  it('is only noted where nothing is complete yet', () => {
    store.written(KEY, { revision: 0, writes: 0 }, { stored: [event('a')], removed: [] }, 1);
    expect(hrefs()).toEqual([]);
    expect(store.commit(KEY, { revision: 0, writes: 0 }, change('whole', [])).kind).toBe('written');
  });
});

describe('an answer', () => {
  it('is never that of a copy that is gone: that would look like an empty calendar', async () => {
    const gone = expect.objectContaining({ code: 'STORAGE_ERROR' });
    await expect(store.select(KEY, {})).rejects.toEqual(gone);
    fill('a');
    expect((await store.select(KEY, {})).objects).toHaveLength(1);
    store.prune('account', ['other'], 6);
    await expect(store.select(KEY, {})).rejects.toEqual(gone);
    expect(() => store.find(KEY, ['a'])).toThrow(gone);
  });
});

describe('questions', () => {
  it('of a thousand ids, and of more texts than SQLite compares, are answered', async () => {
    fill('a', 'b');
    const keys = Array.from({ length: 5000 }, (_, n) => `k${n}`);
    expect(
      (await store.select(KEY, { candidates: [{ texts: [], keys: [...keys, 'a'] }] })).objects,
    ).toHaveLength(1);
    expect((await store.select(KEY, { candidates: [{ texts: keys, keys: [] }] })).objects).toHaveLength(2);
    const groups = Array.from({ length: 2000 }, () => ({ texts: ['b'], keys: [] }));
    expect((await store.select(KEY, { candidates: groups })).objects).toHaveLength(1);
  });

  it('include what touches the window and leave out the rest', async () => {
    fill('a');
    const found = async (from: number, to: number) => (await store.select(KEY, { from, to })).objects.length;
    expect(await found(-10, -1)).toBe(0);
    expect(await found(-10, 0)).toBe(1);
    expect(await found(50, 60)).toBe(1);
    expect(await found(100, 200)).toBe(1);
    expect(await found(101, 200)).toBe(0);
  });
});
