// @module-tag database
import { describe, expect, it } from 'vitest';
import { createCallLimit } from '../../../src/server/http/operate/call-limit.js';
import type { Query } from '../../../src/state/database/database.js';
import { createDatabaseCallLimit, sweepCallLimits } from '../../../src/state/database/database-call-limit.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';

const PER_MINUTE = 120;
/** Calls that refill in three seconds. */
const SHARE = 6;

/** A replica that counts what it asks the database. */
function replica(url: string, perMinute = PER_MINUTE) {
  const { query } = open(url);
  let asked = 0;
  const counting: Query = (text, values) => {
    asked++;
    return query(text, values);
  };
  const limit = createDatabaseCallLimit(perMinute, {
    what: 'calls',
    query: counting,
    alone: createCallLimit(1),
  });
  return { take: limit.take, asked: () => asked };
}

describe.skipIf(server === null)('calls per minute over all replicas', () => {
  it('are as many as the limit says, by one statement for a share of them', async () => {
    const url = await freshDatabase();
    const replicas = [replica(url), replica(url), replica(url)];
    const start = performance.now();
    let granted = 0;
    const waits: number[] = [];
    for (let n = 0; n < 3 * PER_MINUTE; n++) {
      const wait = await replicas[n % 3]?.take('ana');
      if (wait === undefined) granted++;
      else waits.push(wait);
    }
    const refilled = ((performance.now() - start) / 60_000) * PER_MINUTE;
    expect(granted).toBeLessThanOrEqual(PER_MINUTE + refilled);
    expect(granted).toBeGreaterThan(PER_MINUTE - 3 * SHARE);
    const asked = replicas.reduce((sum, one) => sum + one.asked(), 0);
    // A share each, and what was refused: once, and again after the wait.
    expect(asked).toBeLessThan(granted / SHARE + 3 * 2 * (2 + refilled));
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000 / PER_MINUTE);
    // Each caller has a limit of its own.
    expect(await replicas[0]?.take('ben')).toBeUndefined();
  });

  it('are exact where a share is one call, also for those who ask at the same time', async () => {
    const url = await freshDatabase();
    const replicas = [replica(url, 5), replica(url, 5)];
    const start = performance.now();
    const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => replicas[n % 2]?.take('ana')));
    const refilled = (performance.now() - start) / 12_000;
    const granted = taken.filter((wait) => wait === undefined).length;
    expect(granted).toBeGreaterThanOrEqual(5);
    expect(granted).toBeLessThanOrEqual(5 + refilled);
    expect(Math.max(...taken.map((wait) => wait ?? 0))).toBeLessThanOrEqual(12_000);
  });

  it('leave nothing of who has not called for a while', async () => {
    const url = await freshDatabase();
    const database = open(url);
    const limit = createDatabaseCallLimit(5, {
      what: 'tests',
      query: database.query,
      alone: createCallLimit(1),
    });
    for (const who of ['ana', 'ben']) await limit.take(who);
    const counted = async () => (await database.query('SELECT 1 FROM calendar_mcp.call_limits')).length;
    await sweepCallLimits(database);
    expect(await counted()).toBe(2);
    await asAdmin(url, "UPDATE calendar_mcp.call_limits SET counted_at = counted_at - interval '61 seconds'");
    await sweepCallLimits(database);
    expect(await counted()).toBe(0);
  });

  it('are counted by each replica alone while the database is away', async () => {
    const query = async () => {
      throw new Error('away');
    };
    const limit = createDatabaseCallLimit(60, { what: 'calls', query, alone: createCallLimit(2) });
    expect([await limit.take('ana'), await limit.take('ana')]).toEqual([undefined, undefined]);
    expect(await limit.take('ana')).toBeGreaterThan(0);
  });
});
