// @module-tag database
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/ports/audit-log.js';
import type { AuditLine } from '../../../src/state/audit/audit-files.js';
import type { Database } from '../../../src/state/database/database.js';
import { createDatabaseAuditLog, readDatabaseAudit } from '../../../src/state/database/database-audit-log.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';

function entry(call: string, client = 'test'): AuditEntry {
  const by = { kind: 'assistant', client } as const;
  const operations = [{ operation: 'create' }];
  return { type: 'ended', call, by, operations, outcome: 'applied', policy: 'allow', changes: [] };
}

const logOf = (database: Database, owner = 'ana') => createDatabaseAuditLog(database, owner, Date.now);

async function readAll(database: Database, owner = 'ana') {
  const lines: AuditLine[] = [];
  return { check: await readDatabaseAudit(database, owner, (line) => lines.push(line)), lines };
}

async function written(calls: readonly string[]): Promise<{ url: string; database: Database }> {
  const url = await freshDatabase();
  const database = open(url);
  for (const call of calls) await logOf(database).append([entry(call)]);
  return { url, database };
}

describe.skipIf(server === null)('the audit log in PostgreSQL', () => {
  it('keeps lines in order, one chain for each user', async () => {
    const { database } = await written(['a', 'b', 'c']);
    await logOf(database, 'ben').append([entry('x'), entry('y')]);
    const { check, lines } = await readAll(database);
    expect(lines.map(({ line, call }) => [line, call])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(check).toEqual({ lines: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await readAll(database, 'ben')).check).toMatchObject({ lines: 2 });
    expect((await readAll(database, 'nobody')).check).toEqual({ lines: 0, hash: '' });
  });

  it('is one chain, whichever replicas write it at once', async () => {
    const url = await freshDatabase();
    const logs = [1, 2, 3].map(() => logOf(open(url)));
    const calls = Array.from({ length: 90 }, (_, at) => `call ${at}`);
    await Promise.all(calls.map((call, at) => logs[at % 3]?.append([entry(call), entry(call)])));
    const { check, lines } = await readAll(open(url));
    expect(check).toMatchObject({ lines: 180 });
    expect(check.broken).toBeUndefined();
    expect(lines.map(({ call }) => call).toSorted()).toEqual([...calls, ...calls].toSorted());
  });

  it.each<[string, string, string]>([
    ['changed', `UPDATE calendar_mcp.audit SET text = replace(text, '"b"', '"B"') WHERE line = 2`, 'row 3'],
    ['removed', 'DELETE FROM calendar_mcp.audit WHERE line = 2', 'row 3'],
    ['removed from the end', 'DELETE FROM calendar_mcp.audit WHERE line = 3', 'row 2'],
    ['removed from the beginning', 'DELETE FROM calendar_mcp.audit WHERE line = 1', 'row 2'],
    ['deprived of its end', 'DELETE FROM calendar_mcp.audit_heads', 'row 3'],
  ])('tells that a line was %s', async (_, sql, where) => {
    const { url, database } = await written(['a', 'b', 'c']);
    await asAdmin(url, `SET session_replication_role = replica; ${sql}`);
    const { broken } = (await readAll(database)).check;
    expect(`row ${broken?.row} of ${broken?.file}`).toBe(`${where} of the database`);
  });

  it('is only added to, also by the owner of the tables', async () => {
    const { database } = await written(['a', 'b']);
    for (const sql of [
      "UPDATE calendar_mcp.audit SET text = 'x'",
      'TRUNCATE calendar_mcp.audit',
      "UPDATE calendar_mcp.audit_heads SET line = 1, hash = ''",
    ])
      await expect(database.query(sql)).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    expect((await readAll(database)).check).toMatchObject({ lines: 2 });
  });

  it('refuses before anything is sent where the database is away', async () => {
    const away = open('postgres://nobody@127.0.0.1:1/none');
    await expect(logOf(away).append([entry('a')])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      info: { outcome: 'not_applied' },
    });
  });
});
