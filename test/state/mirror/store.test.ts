import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../src/ports/log.js';
import type { MirrorChange, MirrorStore } from '../../../src/ports/mirror-store.js';
import type { MirroredObject } from '../../../src/ports/mirrored-object.js';
import { openMirror } from '../../../src/state/mirror/open-mirror.js';
import { type OpenedStore, openStore, SILENT } from './open-store.js';

const KEY = { identity: 'account', calendarId: 'work' };

let opened: OpenedStore;
let store: MirrorStore;
const warnings: string[] = [];
const log: Log = { ...SILENT, warn: (message) => void warnings.push(message) };

beforeEach(async () => {
  warnings.length = 0;
  opened = await openStore(log);
  store = opened.store;
});
afterEach(() => opened.close());

function event(name: string, etag = '"1"', ics = `text of ${name}`): MirroredObject {
  const index = { from: 0, to: 100, uncertain: false, text: name, keys: [name] };
  return { kind: 'event', href: name, etag, ics, index };
}

function change(
  kind: MirrorChange['kind'],
  stored: readonly MirroredObject[],
  removed: readonly string[] = [],
) {
  return { kind, stored, removed, marker: 'm', token: 't', syncedAt: 5, full: kind === 'whole' };
}

function fill(...names: readonly string[]): void {
  expect(
    store.commit(
      KEY,
      store.calendar(KEY),
      change(
        'whole',
        names.map((name) => event(name)),
      ),
    ).kind,
  ).toBe('done');
}

const hrefs = (from: MirrorStore = store): string[] => [...from.versions(KEY).keys()].sort();

describe('the file', () => {
  const path = (): string => join(opened.dir, 'mirror.sqlite');

  it('is for its owner only, and so is everything beside it', () => {
    fill('a');
    for (const name of readdirSync(opened.dir)) {
      expect(statSync(join(opened.dir, name)).mode & 0o777, name).toBe(0o600);
    }
  });

  it('of something else is made anew', async () => {
    fill('a', 'b');
    store.close();
    writeFileSync(path(), 'these are no tables\n'.repeat(500));
    const again = await opened.again();
    expect(again.calendar(KEY).fullAt).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(/damaged/)]);
  });

  it('that is cut off fails once at most and is made anew', async () => {
    fill('a', 'b');
    store.close();
    truncateSync(path(), 5000);
    const again = await opened.again();
    expect(() => again.calendar(KEY)).toThrow(expect.objectContaining({ code: 'STORAGE_ERROR' }));
    expect(again.calendar(KEY).fullAt).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(/damaged/)]);
  });

  it('of another layout is made anew', async () => {
    fill('a');
    store.close();
    const database = new Libsql(path());
    database.exec('PRAGMA user_version = 999');
    database.close();
    const again = await opened.again();
    expect(hrefs(again)).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('that turns out to be damaged while it is used fails once and is made anew', async () => {
    store.commit(
      KEY,
      store.calendar(KEY),
      change(
        'whole',
        Array.from({ length: 500 }, (_, n) => event(`e${n}`, '"1"', 'x'.repeat(2000))),
      ),
    );
    store.close();
    const bytes = readFileSync(path());
    writeFileSync(path(), bytes.fill(0xff, 8192, bytes.length - 4096));
    const again = await opened.again();
    await expect(again.select(KEY, {})).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    expect(again.calendar(KEY).fullAt).toBeUndefined();
    expect(again.commit(KEY, again.calendar(KEY), change('whole', [event('a')])).kind).toBe('done');
    expect(hrefs(again)).toEqual(['a']);
  });

  it('is done without where it cannot be', async () => {
    writeFileSync(join(opened.dir, 'file'), '');
    expect(await openMirror(join(opened.dir, 'file'), log)).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  it('takes an object that is listed twice', () => {
    fill('a', 'a', 'b');
    fill('a', 'b', 'b');
    expect(hrefs()).toEqual(['a', 'b']);
  });

  it('keeps every character', async () => {
    const ics = 'a\0b\ufeff\r\n🧑‍🚀é';
    store.commit(
      KEY,
      store.calendar(KEY),
      change('whole', [event('a', '"1"', ics), event('b', '"1"', `\ufeff${ics}`)]),
    );
    expect((await store.select(KEY, {})).objects.map((object) => object.ics)).toEqual([ics, `\ufeff${ics}`]);
    expect(store.find(KEY, ['a']).objects[0]?.ics).toBe(ics);
  });
});

describe('several processes', () => {
  it('see the same', async () => {
    fill('a');
    expect(hrefs(await opened.again())).toEqual(['a']);
  });

  it('do not overwrite a newer synchronisation with an older one', async () => {
    fill('a');
    const other = await opened.again();
    const early = other.calendar(KEY);
    fill('a', 'b');
    expect(other.commit(KEY, early, change('whole', [event('a')]))).toEqual({ kind: 'overtaken' });
    expect(hrefs()).toEqual(['a', 'b']);
  });
});

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

describe('what is not asked for any more', () => {
  it('goes: calendars that are not listed, accounts that are not configured', () => {
    fill('a');
    store.prune('account', ['work'], 100);
    expect(hrefs()).toEqual(['a']);
    store.prune('account', ['other'], 5);
    expect(hrefs()).toEqual(['a']);
    store.prune('account', ['other'], 6);
    expect(hrefs()).toEqual([]);
    fill('a');
    store.prune('another account', [], 40 * 24 * 3_600_000);
    expect(hrefs()).toEqual([]);
  });

  it('is nothing that is being copied for the first time, by this process or another', () => {
    const base = store.calendar(KEY);
    store.written(KEY, base, { stored: [], removed: ['a'] }, 50 * 24 * 3_600_000);
    store.prune('another account', [], 50 * 24 * 3_600_000);
    store.prune('account', ['other'], 50 * 24 * 3_600_000);
    expect(store.commit(KEY, base, change('whole', [event('a')]))).toMatchObject({
      kind: 'written',
      hrefs: ['a'],
    });
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
