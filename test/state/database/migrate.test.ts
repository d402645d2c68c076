// @module-tag database
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { databaseStatus } from '../../../src/state/database/database-status.js';
import { MIGRATIONS } from '../../../src/state/database/migrations.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';

describe.skipIf(server === null)('the tables of a database', () => {
  it('are made by one of many replicas that start at once', async () => {
    const url = await freshDatabase();
    expect(await databaseStatus(open(url))).toMatchObject({ applied: 0, known: MIGRATIONS.length });
    const made = await Promise.all(Array.from({ length: 8 }, () => open(url, 1).migrate()));
    expect(made.filter((count) => count > 0)).toEqual([MIGRATIONS.length]);
    expect(await databaseStatus(open(url))).toMatchObject({ applied: MIGRATIONS.length });
    expect(await open(url).migrate()).toBe(0);
  });

  it('of a newer version are not used by an older program', async () => {
    const url = await freshDatabase();
    await open(url).migrate();
    await asAdmin(url, "INSERT INTO calendar_mcp.migrations (number, name) VALUES (999, 'of tomorrow')");
    const old = open(url);
    await expect(old.migrate()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringMatching(/^The database is of a newer version \(999 migrations, [^.]*\)\.$/),
    });
    await expect(old.query('SELECT 1')).rejects.toMatchObject({ code: 'CONFIGURATION' });
    expect(await old.reachable()).toBe(false);
  });

  it('are left alone where a user of the database may not change them', async () => {
    const url = await freshDatabase();
    const role = `reader_${randomBytes(4).toString('hex')}`;
    await asAdmin(url, `CREATE ROLE ${role} LOGIN`);
    try {
      const as = open(url.replace('postgres@', `${role}@`));
      await expect(as.migrate()).rejects.toMatchObject({
        code: 'CONFIGURATION',
        info: { suggestion: expect.stringContaining('calendar-mcp database migrate') },
      });
    } finally {
      await asAdmin(url, `DROP ROLE ${role}`);
    }
  });

  it('are tried again where the database was away', async () => {
    const url = await freshDatabase();
    const away = open(url.replace(/:\d+\//, ':1/'));
    await expect(away.query('SELECT 1')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    expect(await away.reachable()).toBe(false);
    await expect(open(url.replace(/\/\w+\?/, '/no_such?')).query('SELECT 1')).rejects.toMatchObject({
      code: 'CONFIGURATION',
    });
  });
});
