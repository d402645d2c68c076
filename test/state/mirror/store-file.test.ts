import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { openMirror } from '../../../src/state/mirror/open-mirror.js';
import {
  change,
  eachInNewStore,
  event,
  fill,
  hrefs,
  KEY,
  log,
  opened,
  store,
  warnings,
} from './filled-store.js';

eachInNewStore();

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
