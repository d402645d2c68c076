// @module-tag database
import { describe, expect, it } from 'vitest';
import { createDatabaseStore, sweepState } from '../../../src/state/database/database-store.js';
import { claimsSuite, clockAt, stateStoreSuite } from '../state-store-suite.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';

const OWNER = { owner: 'ana', userMegabytes: 10 };

describe.skipIf(server === null)('in PostgreSQL', () => {
  stateStoreSuite('database', async (clock) =>
    createDatabaseStore(open(await freshDatabase()), OWNER, clock),
  );

  claimsSuite('database', async (clock) => {
    const url = await freshDatabase();
    return [1, 2, 3].map(() => createDatabaseStore(open(url), OWNER, clock));
  });

  it('users have nothing in common', async () => {
    const database = open(await freshDatabase());
    const [ana, ben] = ['ana', 'ben'].map((owner) =>
      createDatabaseStore(database, { ...OWNER, owner }, clockAt(0)),
    );
    await ana?.put('k/1', 'of Ana');
    expect(await ben?.get('k/1')).toBeUndefined();
    expect(await ben?.keys('')).toEqual([]);
    expect(await ben?.take('k/1')).toBeUndefined();
    expect(await ben?.claim('k/1', 'of Ben')).toBe(true);
    expect(await ana?.get('k/1')).toBe('of Ana');
  });

  it('of two replicas one takes a token, however often both try', async () => {
    const url = await freshDatabase();
    const stores = [1, 2].map(() => createDatabaseStore(open(url), OWNER, clockAt(0)));
    for (let round = 0; round < 20; round++) {
      await stores[0]?.put('token', round);
      const taken = await Promise.all(Array.from({ length: 10 }, (_, at) => stores[at % 2]?.take('token')));
      expect(taken.filter((value) => value !== undefined)).toEqual([round]);
    }
  });

  it('one user can fill only their own share, and go on after making room', async () => {
    const database = open(await freshDatabase());
    const [ana, ben] = ['ana', 'ben'].map((owner) =>
      createDatabaseStore(database, { owner, userMegabytes: 1 }, clockAt(0)),
    );
    const much = 'x'.repeat(600_000);
    await ana?.put('a', much);
    await ana?.put('b', much);
    await expect(ana?.put('c', 1)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await ben?.put('c', 1);
    expect(await ana?.take('a')).toBe(much);
    await ana?.put('c', 1);
    // Replaced values count once.
    for (let n = 0; n < 5; n++) await ana?.put('c', n);
    const [usage] = await database.query(
      `SELECT bytes, (SELECT sum(octet_length(value) + octet_length(key)) FROM calendar_mcp.state s
        WHERE s.owner = u.owner) AS counted FROM calendar_mcp.usage u WHERE owner = 'ana'`,
    );
    expect(usage?.bytes).toBe(usage?.counted);
  });

  it('removes what expired a day ago by the clock of the database, and nothing else', async () => {
    const database = open(await freshDatabase());
    const store = createDatabaseStore(database, OWNER, clockAt(0));
    const now = Date.now();
    await store.put('old', 1, { expiresAt: now - 2 * 86_400_000 });
    await store.put('just over', 1, { expiresAt: now - 1000 });
    await store.put('valid', 1, { expiresAt: now + 1000 });
    await store.put('lasting', 1);
    expect(await sweepState(database)).toBe(1);
    expect(await store.keys('')).toEqual(['just over', 'valid', 'lasting']);
  });

  it('finds keys and what has expired by indexes, among the rows of very many users', async () => {
    const url = await freshDatabase();
    const database = open(url);
    await database.migrate();
    await asAdmin(
      url,
      `ALTER TABLE calendar_mcp.state DISABLE TRIGGER count_usage;
      INSERT INTO calendar_mcp.state (owner, key, value, expires_at)
        SELECT 'user ' || n % 2000, convert_to('undo/' || n, 'UTF8'), '{}', CASE WHEN n % 2 = 0 THEN 4e12 END
        FROM generate_series(1, 50000) n;
      ALTER TABLE calendar_mcp.state ENABLE TRIGGER count_usage;
      ANALYZE calendar_mcp.state;`,
    );
    const plans = await Promise.all(
      [
        `SELECT value FROM calendar_mcp.state WHERE owner = 'user 1' AND key = 'undo/1'`,
        `DELETE FROM calendar_mcp.state WHERE owner = 'user 1' AND key = 'undo/1'`,
        `SELECT key FROM calendar_mcp.state WHERE owner = 'user 1' AND key >= 'undo/' AND key < 'undo0' ORDER BY written`,
        `SELECT owner, key FROM calendar_mcp.state WHERE expires_at < 1000 ORDER BY expires_at LIMIT 1000`,
      ].map(async (sql) => JSON.stringify(await database.query(`EXPLAIN ${sql}`))),
    );
    for (const plan of plans) {
      expect(plan).toMatch(/Index Scan using state_(?:pkey|expiry)|Bitmap Index Scan on state_pkey/);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});
