import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import type { MirroredObject } from '../../../src/ports/mirrored-object.js';
import { change, eachInNewStore, event, fill, hrefs, KEY, opened, store } from './filled-store.js';

eachInNewStore();

describe('a change of a large calendar', () => {
  const many = (etag: string, count = 2500): MirroredObject[] =>
    Array.from({ length: count }, (_, n) => event(`e${n}`, etag, `text ${n} ${etag}`));
  /** Rows of the file, past the store. */
  const rows = (table: string): number => {
    const file = new Libsql(join(opened.dir, 'mirror.sqlite'));
    const row = file.prepare(`SELECT count(*) AS count FROM ${table}`).get();
    file.close();
    return Number((row as { readonly count: number }).count);
  };

  async function prepared(stored: readonly MirroredObject[]) {
    const base = store.calendar(KEY);
    const result = change('whole', stored);
    return { base, result, beforehand: await store.prepare(KEY, result) };
  }

  it('lets other work run in between and is not seen before it is complete', async () => {
    let turns = 0;
    let asked: string[] = [];
    const turn = (): void => {
      turns++;
      asked = hrefs();
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const { base, result, beforehand } = await prepared(many('"1"'));
    expect(turns).toBeGreaterThan(20);
    expect(asked).toEqual([]);
    clearImmediate(next);
    expect(store.commit(KEY, base, result, beforehand)).toMatchObject({ kind: 'done', added: 2500 });
    await store.discard(beforehand);
    expect(store.calendar(KEY)).toMatchObject({ revision: base.revision + 1, marker: 'm', fullAt: 5 });
    expect((await store.select(KEY, { candidates: [{ texts: ['e77'], keys: [] }] })).objects).toHaveLength(
      11,
    );
    expect((await store.select(KEY, { candidates: [{ texts: [], keys: ['e77'] }] })).objects).toHaveLength(1);
    expect([rows('calendars'), rows('objects'), rows('keys')]).toEqual([1, 2500, 2500]);
  });

  it('takes the place of what was there, and nothing of that is left', async () => {
    fill('gone', 'e0');
    store.written(KEY, store.calendar(KEY), { stored: [], removed: ['gone'] }, 4);
    const { base, result, beforehand } = await prepared(many('"2"'));
    expect(store.commit(KEY, base, result, beforehand)).toEqual({
      kind: 'done',
      added: 2499,
      changed: 1,
      removed: 0,
    });
    await store.discard(beforehand);
    expect(store.versions(KEY).size).toBe(2500);
    expect(store.recentWrites(KEY)).toEqual(new Set(['gone']));
    expect([rows('calendars'), rows('objects'), rows('keys')]).toEqual([1, 2500, 2500]);
  });

  it('writes only what differs, where that is little', async () => {
    const all = many('"1"');
    const first = await prepared(all);
    store.commit(KEY, first.base, first.result, first.beforehand);
    await store.discard(first.beforehand);
    const second = await prepared([...all.slice(2), event('e0', '"1"', 'another text'), event('new')]);
    expect(second.beforehand).toMatchObject({ kind: 'compared', objects: { size: 2498 } });
    expect(store.commit(KEY, second.base, second.result, second.beforehand)).toMatchObject({
      added: 1,
      changed: 0,
      removed: 1,
    });
    expect(store.find(KEY, ['e0', 'e1']).objects[0]?.ics).toBe('another text');
    expect(store.find(KEY, ['e1']).missing).toEqual(['e1']);
  });

  it('follows what was written on the way', async () => {
    fill('e0');
    const { base, result, beforehand } = await prepared(many('"1"'));
    const writing = store.calendar(KEY);
    store.written(KEY, writing, { stored: [event('e1', '"9"')], removed: ['e2'] }, 6);
    const outcome = store.commit(KEY, base, result, beforehand);
    if (outcome.kind !== 'written') throw new Error(`${outcome.kind} instead of written`);
    expect(new Set(outcome.hrefs)).toEqual(new Set(['e1', 'e2']));
    const stored = result.stored.filter(({ href }) => !outcome.hrefs.includes(href));
    const amended = { ...result, stored: [...stored, event('e1', '"9"', 'mine')] };
    expect(store.commit(KEY, { ...base, writes: outcome.writes }, amended, beforehand).kind).toBe('done');
    await store.discard(beforehand);
    expect(store.find(KEY, ['e1', 'e2'])).toMatchObject({
      objects: [{ href: 'e1', etag: '"9"', ics: 'mine' }],
      missing: ['e2'],
    });
    expect(rows('objects')).toBe(2499);
  });

  it('that comes too late, or is given up, leaves nothing behind', async () => {
    const late = await prepared(many('"1"'));
    fill('a');
    expect(store.commit(KEY, late.base, late.result, late.beforehand).kind).toBe('overtaken');
    await store.discard(late.beforehand);
    expect(hrefs()).toEqual(['a']);
    expect([rows('calendars'), rows('objects')]).toEqual([1, 1]);
    // A process that ended in the middle discards nothing.
    await prepared(many('"1"'));
    store.prune('account', ['work'], 0);
    expect(rows('calendars')).toBe(2);
    store.prune('account', ['work'], 24 * 3_600_000);
    expect([rows('calendars'), rows('objects')]).toEqual([1, 1]);
  });

  it('is stored all the same when what was prepared is not there any more', async () => {
    const { base, result, beforehand } = await prepared(many('"1"'));
    await store.discard(beforehand);
    expect(store.commit(KEY, base, result, beforehand)).toMatchObject({ kind: 'done', added: 2500 });
    expect(store.versions(KEY).size).toBe(2500);
  });

  it('takes an object that is listed twice', async () => {
    const { base, result, beforehand } = await prepared([...many('"1"'), event('e0', '"2"', 'again')]);
    expect(store.commit(KEY, base, result, beforehand).kind).toBe('done');
    expect(store.find(KEY, ['e0']).objects).toMatchObject([{ etag: '"2"', ics: 'again' }]);
    expect(store.versions(KEY).size).toBe(2500);
  });
});
