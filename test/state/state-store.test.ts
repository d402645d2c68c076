// @module-tag slow
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../src/ports/clock.js';
import { NOTES } from '../../src/ports/state-store.js';
import { createFileStore } from '../../src/state/file-store.js';
import { createMemoryStore } from '../reference/memory-store.js';
import { clockAt, stateStoreSuite } from './state-store-suite.js';

function namesIn(dir: string): readonly string[] {
  return existsSync(dir) ? readdirSync(dir) : [];
}

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'state-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'state');
}

stateStoreSuite('file', (clock) => createFileStore(temporaryFolder(), clock));
stateStoreSuite('memory', createMemoryStore);

describe('file store', () => {
  it('is shared by all that open the folder', async () => {
    const dir = temporaryFolder();
    const [a, b] = [createFileStore(dir, clockAt(0)), createFileStore(dir, clockAt(0))];
    await a.put('k/1', 'one');
    expect(await b.get('k/1')).toBe('one');
    expect(await b.keys('k/')).toEqual(['k/1']);
    await b.put('k/1', 'two');
    expect(await a.get('k/1')).toBe('two');
    const taken = await Promise.all([a.take('k/1'), b.take('k/1'), a.take('k/1')]);
    expect(taken.filter((value) => value !== undefined)).toEqual(['two']);
    expect(await a.keys('k/')).toEqual([]);
  });

  it('lets readers see whole values only, however often they are written', async () => {
    const dir = temporaryFolder();
    const [writer, reader] = [createFileStore(dir, clockAt(0)), createFileStore(dir, clockAt(0))];
    await writer.put('a', 'x'.repeat(100_000));
    let writing = true;
    const writes = (async () => {
      for (let n = 0; n < 60; n++) await writer.put('a', String(n % 10).repeat(100_000));
      writing = false;
    })();
    let reads = 0;
    while (writing) {
      const value = await reader.get('a');
      expect(new Set(value as string).size).toBe(1);
      expect(value).toHaveLength(100_000);
      reads++;
      await turn();
    }
    await writes;
    expect(reads).toBeGreaterThan(5);
  });

  it('lists what another process has put, taken or let expire meanwhile, whichever prefix was asked for before', async () => {
    const dir = temporaryFolder();
    let now = 0;
    const clock = { now: () => now, timeZone: () => 'UTC' };
    const [asking, other] = [createFileStore(dir, clock), createFileStore(dir, clockAt(0))];
    await other.put('a/1', 1);
    await other.put('b/1', 1, { expiresAt: 10 });
    expect(await asking.keys('a/')).toEqual(['a/1']);
    await other.put('a/2', 2);
    await other.put('b/2', 2);
    expect(await asking.keys('a/')).toEqual(['a/1', 'a/2']);
    expect(await asking.keys('b/')).toEqual(['b/1', 'b/2']);
    await other.take('b/2');
    now = 20;
    // It is met although it was not asked for, and was to be short.
    expect(await asking.keys('a/')).toEqual(['a/1', 'a/2']);
    expect(readdirSync(dir)).toHaveLength(2);
    expect(await asking.keys('b/')).toEqual([]);
    await other.put('b/1', 'again');
    expect(await asking.keys('')).toEqual(['a/1', 'a/2', 'b/1']);
  });

  it('has what processes note for each other in a folder of its own, which other keys do not tell of', async () => {
    const dir = temporaryFolder();
    const store = createFileStore(dir, clockAt(0));
    await store.put('a', 1);
    await store.put(`${NOTES}shown/1`, 2);
    expect(readdirSync(join(dir, 'notes'))).toHaveLength(1);
    expect(await store.keys(NOTES)).toEqual([`${NOTES}shown/1`]);
    expect(await store.keys(`${NOTES}limits/`)).toEqual([]);
    expect(await store.keys('')).toEqual(['a', `${NOTES}shown/1`]);
    expect(await store.take(`${NOTES}shown/1`)).toBe(2);
  });

  it('is private to its owner and names no keys in file names', async () => {
    const dir = temporaryFolder();
    const store = createFileStore(dir, clockAt(0));
    await store.put('ledger/secret-uid@example.org', true);
    const names = readdirSync(dir);
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, names[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('names a damaged entry and lists the others', async () => {
    const dir = temporaryFolder();
    const store = createFileStore(dir, clockAt(0));
    await store.put('a', 1);
    await store.put('b', 2);
    const [first = ''] = readdirSync(dir);
    const key = (JSON.parse(readFileSync(join(dir, first), 'utf8')) as { key: string }).key;
    writeFileSync(join(dir, first), '{"key":"a","val');
    await expect(store.get(key)).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    const fresh = createFileStore(dir, clockAt(0));
    expect(await fresh.keys('')).toEqual([key === 'a' ? 'b' : 'a']);
  });

  it('lists the others where one cannot be read at all', async () => {
    const dir = temporaryFolder();
    const store = createFileStore(dir, clockAt(0));
    await store.put('a', 1);
    mkdirSync(join(dir, `${'0'.repeat(64)}.json`));
    expect(await store.keys('')).toEqual(['a']);
  });

  it('sweeps what killed processes left, but not what living ones are at', async () => {
    const dir = temporaryFolder();
    const store = createFileStore(dir, clockAt(0));
    await store.put('a', 1);
    const leftovers = ['.0123456789abcdef.tmp', '.fedcba9876543210.taken'];
    for (const name of leftovers) writeFileSync(join(dir, name), '{');
    expect(await store.keys('')).toEqual(['a']);
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(leftovers));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await createFileStore(dir, clockAt(0)).keys('')).toEqual(['a']);
    expect(readdirSync(dir)).toHaveLength(1);
  });

  describe('where the clock is wrong', () => {
    const DAY = 86_400_000;
    const START = Date.parse('2026-11-23T08:00:00Z');

    /** The system's clock and the calendar's, for processes that start one after the other. */
    function clockSetTo(at: number): Clock {
      vi.useFakeTimers({ toFake: ['Date'], now: at });
      onTestFinished(() => void vi.useRealTimers());
      return clockAt(at);
    }

    /** Also of the file, as a file system would have it. */
    async function putAt(at: number, dir: string, key: string, days?: number): Promise<void> {
      const expiry = days === undefined ? {} : { expiresAt: at + days * DAY };
      const before = new Set(namesIn(dir));
      await createFileStore(dir, clockSetTo(at)).put(key, key, expiry);
      for (const name of namesIn(dir))
        if (!before.has(name)) utimesSync(join(dir, name), at / 1000, at / 1000);
    }

    it('orders what is written after the clock was set back behind what was there', async () => {
      const dir = temporaryFolder();
      await putAt(START, dir, 'first');
      await putAt(START - DAY / 12, dir, 'second');
      await putAt(START - DAY / 24, dir, 'third');
      expect(await createFileStore(dir, clockSetTo(START)).keys('')).toEqual(['first', 'second', 'third']);
    });

    it('also in a process that goes on while another one writes', async () => {
      const dir = temporaryFolder();
      await putAt(START, dir, 'first');
      const [one, other] = [0, 1].map(() => createFileStore(dir, clockSetTo(START - DAY)));
      await one?.put('second', 1);
      await other?.put('third', 1);
      await one?.keys('');
      await one?.put('fourth', 1);
      expect(await other?.keys('')).toEqual(['first', 'second', 'third', 'fourth']);
    });

    it('removes nothing that was to last because it is 400 days ahead once, also over a few writes', async () => {
      const dir = temporaryFolder();
      for (const key of ['a', 'b', 'c']) await putAt(START, dir, key, 90);
      const ahead = START + 400 * DAY;
      expect(await createFileStore(dir, clockSetTo(ahead)).keys('')).toEqual([]);
      for (const key of ['d', 'e', 'f']) await putAt(ahead, dir, key, 90);
      expect(await createFileStore(dir, clockSetTo(ahead)).keys('')).toEqual(['d', 'e', 'f']);
      expect(await createFileStore(dir, clockSetTo(START)).keys('')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    });

    it('removes what expired once enough was written after that, and what was to be short at once', async () => {
      const dir = temporaryFolder();
      await putAt(START, dir, 'lasting', 90);
      await putAt(START, dir, 'short', 0.5);
      await createFileStore(dir, clockSetTo(START + DAY)).keys('');
      expect(namesIn(dir)).toHaveLength(1);
      for (let n = 0; n < 20; n++) await putAt(START + 100 * DAY, dir, `later ${n}`);
      expect(await createFileStore(dir, clockSetTo(START + 100 * DAY)).keys('')).toHaveLength(20);
      expect(namesIn(dir)).toHaveLength(20);
    });
  });

  it('says so when its folder cannot be used', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, '..'), { recursive: true });
    writeFileSync(dir, 'a file');
    const store = createFileStore(dir, clockAt(0));
    await expect(store.put('a', 1)).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    await expect(store.get('a')).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    await expect(store.keys('')).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
  });
});
