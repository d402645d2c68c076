import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../src/ports/clock.js';
import type { StateStore } from '../../src/ports/state-store.js';
import { createFileStore } from '../../src/state/file-store.js';
import { createMemoryStore } from '../reference/memory-store.js';

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'state-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const STORES: readonly (readonly [string, (clock: Clock) => readonly StateStore[]])[] = [
  // Two processes share a folder.
  [
    'file',
    (clock) =>
      [temporaryFolder()].flatMap((dir) => [createFileStore(dir, clock), createFileStore(dir, clock)]),
  ],
  ['memory', (clock) => [createMemoryStore(clock)]],
];

describe.each(STORES)('a claim in a %s store', (_, open) => {
  it('that has expired goes to one alone, whoever else lists or claims it then', async () => {
    let now = 0;
    const stores = open({ now: () => now, timeZone: () => 'UTC' });
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
