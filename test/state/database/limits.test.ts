// @module-tag database
import { describe, expect, it } from 'vitest';
import { createDatabaseLimits } from '../../../src/state/database/database-limits.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';

const MOST = { changes: 100, deletions: 10, recipients: 5 };
const HOUR = 3_600_000;

async function replicas(count: number) {
  const url = await freshDatabase();
  const all = Array.from({ length: count }, () => createDatabaseLimits(open(url), 'ana', MOST));
  const take = (at: number, counts: Partial<typeof MOST>): Promise<number> =>
    all[at]?.take({ changes: 0, deletions: 0, recipients: 0, ...counts }) ?? Promise.resolve(-1);
  const wait = (hours: number) =>
    asAdmin(url, `UPDATE calendar_mcp.limits SET counted_at = counted_at - interval '${hours} hours'`);
  return { url, take, wait };
}

describe.skipIf(server === null)('what all replicas may do within an hour', () => {
  it('is refused beyond its limit, and refills', async () => {
    const { take, wait } = await replicas(2);
    expect(await take(0, { changes: 8, deletions: 8 })).toBe(0);
    expect(await take(1, { changes: 2, deletions: 2 })).toBe(0);
    const refused = await take(0, { changes: 1, deletions: 1 });
    expect(refused).toBeGreaterThan(0.9 * (HOUR / 10));
    expect(refused).toBeLessThanOrEqual(HOUR / 10);
    await wait(0.1);
    expect(await take(1, { changes: 1, deletions: 1 })).toBe(0);
    expect(await take(0, { deletions: 1 })).toBeGreaterThan(0);
    expect(await take(0, { changes: 50 })).toBe(0);
    await wait(5);
    expect(await take(0, { changes: 100, deletions: 10, recipients: 5 })).toBe(0);
  });

  it('counts nothing of what is refused, each kind on its own', async () => {
    const { take } = await replicas(1);
    expect(await take(0, { changes: 50, recipients: 6 })).toBeGreaterThan(0);
    expect(await take(0, { changes: 100, recipients: 5 })).toBe(0);
    expect(await take(0, { changes: 1 })).toBeGreaterThan(0);
    expect(await take(0, { deletions: 10 })).toBe(0);
  });

  it('is not more with more replicas, also at the same moment', async () => {
    const { take } = await replicas(3);
    const all = await Promise.all(Array.from({ length: 45 }, (_, at) => take(at % 3, { deletions: 1 })));
    expect(all.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it('is that of each user', async () => {
    const { url, take } = await replicas(1);
    expect(await take(0, { recipients: 5 })).toBe(0);
    const ben = createDatabaseLimits(open(url), 'ben', MOST);
    expect(await ben.take({ changes: 1, deletions: 0, recipients: 5 })).toBe(0);
  });
});
