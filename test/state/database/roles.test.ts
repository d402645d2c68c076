// @module-tag database
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/state/database/database.js';
import { createDatabaseAuditLog, readDatabaseAudit } from '../../../src/state/database/database-audit-log.js';
import { createDatabaseStore, sweepState } from '../../../src/state/database/database-store.js';
import { createDatabaseUsers } from '../../../src/state/database/users/database-users.js';
import { clockAt } from '../state-store-suite.js';
import { asAdmin, freshDatabase, open, SILENT, server } from './fresh-database.js';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/host.md'), 'utf8');
const grants = /```sql\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';

it.skipIf(server === null)('the user of the guide can do everything but change the audit log', async () => {
  const url = await freshDatabase();
  await open(url).migrate();
  const role = `calendar_${randomBytes(4).toString('hex')}`;
  await asAdmin(url, `CREATE ROLE ${role} LOGIN; ${grants.replace(/\bcalendar(?=;)/g, role)}`);
  const database = openDatabase({ url: url.replace('postgres@', `${role}@`), connections: 2 }, SILENT);
  try {
    const store = createDatabaseStore(database, { owner: 'ana', userMegabytes: 1 }, clockAt(0));
    await store.put('a', 1, { expiresAt: 1 });
    expect(await store.claim('b', 1)).toBe(true);
    expect(await store.take('b')).toBe(1);
    expect(await sweepState(database)).toBe(1);
    const log = createDatabaseAuditLog(database, 'ana', Date.now);
    const by = { kind: 'person' } as const;
    for (const outcome of ['applied', 'not_applied'])
      await log.append([
        { type: 'ended', call: outcome, by, operations: [], outcome, policy: 'allow', changes: [] },
      ]);
    for (const sql of [
      "UPDATE calendar_mcp.audit SET text = ''",
      'DELETE FROM calendar_mcp.audit',
      'DELETE FROM calendar_mcp.audit_heads',
      'TRUNCATE calendar_mcp.audit',
      'ALTER TABLE calendar_mcp.audit DISABLE TRIGGER ALL',
      'DELETE FROM calendar_mcp.migrations',
    ])
      await expect(database.query(sql)).rejects.toMatchObject({ info: { cause: { code: '42501' } } });
    expect(await readDatabaseAudit(database, 'ana', () => undefined)).toMatchObject({ lines: 2 });
    const users = createDatabaseUsers(database);
    await users.signedIn('a1', 'Ana');
    expect(await users.delete('a1')).toEqual({ found: true, keptAudit: true });
  } finally {
    await database.close();
    await asAdmin(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});
