import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/ports/clock.js';
import type { StateStore } from '../../src/ports/state-store.js';
import { runs } from '../cases.js';

export function clockAt(start: number): Clock & { advance(by: number): void } {
  let now = start;
  return {
    now: () => now,
    timeZone: () => 'UTC',
    advance: (by) => {
      now += by;
    },
  };
}

/** What every state store does; `open` opens an empty one. */
export function stateStoreSuite(
  name: string,
  open: (clock: Clock) => StateStore | Promise<StateStore>,
): void {
  describe(`a ${name} store`, () => {
    it('lets one of several claim a key, until it expires or is taken', async () => {
      const clock = clockAt(0);
      const store = await open(clock);
      const claims = (n: number) =>
        Promise.all(Array.from({ length: 20 }, () => store.claim('a', n, { expiresAt: n })));
      expect((await claims(10)).filter(Boolean)).toHaveLength(1);
      expect(await store.get('a')).toBe(10);
      clock.advance(11);
      expect((await claims(30)).filter(Boolean)).toHaveLength(1);
      expect(await store.take('a')).toBe(30);
      expect(await store.claim('a', 'again')).toBe(true);
      expect(await store.claim('a', 'no')).toBe(false);
      expect(await store.get('a')).toBe('again');
    });

    it('gives back what was put, and nothing for what was not', async () => {
      const store = await open(clockAt(0));
      await store.put('a', { list: [1, 'two', null], nested: { ä: true } });
      expect(await store.get('a')).toEqual({ list: [1, 'two', null], nested: { ä: true } });
      expect(await store.get('b')).toBeUndefined();
      await store.put('a', 'again');
      expect(await store.get('a')).toBe('again');
    });

    it('keeps a copy', async () => {
      const store = await open(clockAt(0));
      const value = { count: 1 };
      await store.put('a', value);
      value.count = 2;
      expect(await store.get('a')).toEqual({ count: 1 });
    });

    it('takes once', async () => {
      const store = await open(clockAt(0));
      await store.put('a', 1);
      expect(await store.take('a')).toBe(1);
      expect(await store.take('a')).toBeUndefined();
      expect(await store.get('a')).toBeUndefined();
      expect(await store.take('never')).toBeUndefined();
    });

    it('gives one of many takers the value', async () => {
      const store = await open(clockAt(0));
      for (let round = 0; round < 10; round++) {
        await store.put('a', round);
        const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')));
        expect(taken.filter((value) => value !== undefined)).toEqual([round]);
      }
    });

    it('forgets what has expired, at that very moment', async () => {
      const clock = clockAt(1000);
      const store = await open(clock);
      for (const key of ['a', 'b', 'c']) await store.put(key, key, { expiresAt: 2000 });
      await store.put('kept', 'kept');
      clock.advance(999);
      expect(await store.get('a')).toBe('a');
      expect(await store.keys('')).toEqual(['a', 'b', 'c', 'kept']);
      clock.advance(1);
      expect(await store.get('a')).toBeUndefined();
      expect(await store.take('b')).toBeUndefined();
      expect(await store.keys('')).toEqual(['kept']);
      await store.put('c', 'renewed', { expiresAt: 3000 });
      expect(await store.keys('')).toEqual(['kept', 'c']);
    });

    it('lists keys by prefix, oldest first, though the clock stands still', async () => {
      const store = await open(clockAt(0));
      const keys = ['undo/9', 'undo/1', 'trash/x', 'undo/5', 'undo', 'undo/ä/../../etc'];
      for (const key of keys) await store.put(key, 1);
      expect(await store.keys('undo/')).toEqual(['undo/9', 'undo/1', 'undo/5', 'undo/ä/../../etc']);
      await store.put('undo/9', 2);
      expect(await store.keys('undo/')).toEqual(['undo/1', 'undo/5', 'undo/ä/../../etc', 'undo/9']);
      expect(await store.keys('none')).toEqual([]);
    });

    it('takes any key and any JSON', async () => {
      const store = await open(clockAt(0));
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.jsonValue(),
          async (key, value) => {
            await store.put(key, value);
            expect(await store.get(key)).toEqual(JSON.parse(JSON.stringify(value)));
            expect(await store.keys(key)).toContain(key);
            await store.take(key);
            expect(await store.get(key)).toBeUndefined();
          },
        ),
        { numRuns: runs(50) },
      );
    });
  });
}

/** Of several who claim at once one gets it; `open` opens an empty store, as several processes would. */
export function claimsSuite(
  name: string,
  open: (clock: Clock) => readonly StateStore[] | Promise<readonly StateStore[]>,
): void {
  describe(`a claim in a ${name} store`, () => {
    it('that has expired goes to one alone, whoever else lists or claims it then', async () => {
      let now = 0;
      const stores = await open({ now: () => now, timeZone: () => 'UTC' });
      for (let round = 1; round <= 40; round++) {
        const expiresAt = now + 10;
        const claims = await Promise.all(
          Array.from({ length: 30 }, async (_, at) => {
            const store = stores[at % stores.length];
            if (at % 10 === 9) await store?.keys('');
            return (await store?.claim('a', `${round} ${at}`, { expiresAt })) ? `${round} ${at}` : undefined;
          }),
        );
        expect(claims.filter((one) => one !== undefined)).toEqual([await stores[0]?.get('a')]);
        now += 11;
      }
    });
  });
}
