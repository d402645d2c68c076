// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mirroredAccount } from '../backends/mirror/account.js';
import { GOOD, type SyncHabits } from '../backends/mirror/sync-habits.js';
import { startSyncServer } from '../backends/mirror/sync-server.js';
import { lives } from '../cases.js';
import { deskOver } from '../engine/service-on-memory.js';
import { openStore } from '../state/mirror/open-store.js';
import { play, type World } from './other-client/play.js';
import { step } from './other-client/steps.js';

/** Servers like Radicale and Xandikos, like most others, and one without reports. */
const HABITS: readonly SyncHabits[] = [
  { ...GOOD, ctag: 'content', tokens: 'content', versions: 'content' },
  GOOD,
  { ...GOOD, ctag: 'none', report: 'unknown', versions: 'content' },
];

const MINUTE = 60_000;

it('what a write decides on, and what is read with refresh, is what another client has left', async () => {
  const cases = fc.record({
    habits: fc.constantFrom(...HABITS),
    // A comparison stays valid for the whole play, or never.
    freshnessMs: fc.constantFrom(MINUTE, MINUTE, 0),
    steps: fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ habits, freshnessMs, steps }) => {
      const [server, opened] = [await startSyncServer(habits), await openStore()];
      const account = mirroredAccount(server, opened, { freshnessMs });
      try {
        const on = deskOver([account], { calendar: 'cal' });
        const world: World = {
          put: async (name, ics) => void server.put(name, ics),
          remove: async (name) => server.remove(name),
          stored: async () => server.stored(),
        };
        await on.write({ mutation: { operation: 'sync' } });
        await play(steps, world, on, 'one');
        expect(server.stored().size).toBeLessThan(100);
      } finally {
        await account.close();
        opened.close();
        await server.close();
      }
    }),
    { numRuns: lives(25), endOnFailure: false },
  );
});
