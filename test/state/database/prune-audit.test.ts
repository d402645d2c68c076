// @module-tag database
import { expect, it } from 'vitest';
import type { Database } from '../../../src/state/database/database.js';
import { createDatabaseAuditLog, readDatabaseAudit } from '../../../src/state/database/database-audit-log.js';
import { pruneAudit } from '../../../src/state/database/prune-audit.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';

const DAY_MS = 86_400_000;
const LIMITS = { keepDays: 30, maxMegabytes: 50 };

/** Writes lines of so many days ago. */
async function write(database: Database, owner: string, ages: readonly number[], text = 'a'): Promise<void> {
  let age = 0;
  const log = createDatabaseAuditLog(database, owner, () => Date.now() - age * DAY_MS);
  const by = { kind: 'assistant', client: text } as const;
  for (age of ages)
    await log.append([
      { type: 'ended', call: 'a', by, operations: [], outcome: 'applied', policy: 'allow', changes: [] },
    ]);
}

async function read(database: Database, owner: string) {
  const lines: number[] = [];
  const { broken } = await readDatabaseAudit(database, owner, ({ line }) => lines.push(line));
  return { broken, lines };
}

it.skipIf(server === null)('removes what is too old, and the rest is still proven whole', async () => {
  const database = open(await freshDatabase());
  await write(database, 'ana', [90, 60, 40, 20, 50, 1]);
  await write(database, 'ben', [1]);
  await write(database, 'cy', [99, 98]);
  expect(await pruneAudit(database, LIMITS)).toEqual({ users: 3, lines: 5, broken: 0 });
  // Line 5 is of a replica whose clock was wrong: it came after one that stays.
  expect(await read(database, 'ana')).toEqual({ broken: undefined, lines: [4, 5, 6, 7] });
  expect(await read(database, 'ben')).toEqual({ broken: undefined, lines: [1] });
  expect(await read(database, 'cy')).toEqual({ broken: undefined, lines: [3] });
  expect(await pruneAudit(database, LIMITS)).toEqual({ users: 3, lines: 0, broken: 0 });
  // A server that has written before goes on.
  await write(database, 'ana', [0]);
  expect((await read(database, 'ana')).broken).toBeUndefined();
});

it.skipIf(server === null)('removes the oldest where there is too much', async () => {
  const database = open(await freshDatabase());
  await write(database, 'ana', [5, 4, 3, 2, 1], 'x'.repeat(400_000));
  expect(await pruneAudit(database, { ...LIMITS, maxMegabytes: 1 })).toEqual({
    users: 1,
    lines: 3,
    broken: 0,
  });
  expect(await read(database, 'ana')).toEqual({ broken: undefined, lines: [4, 5, 6] });
});

it.skipIf(server === null)('leaves a log alone that is not what was written', async () => {
  const url = await freshDatabase();
  const database = open(url);
  await write(database, 'ana', [90, 80, 70, 1]);
  await asAdmin(url, 'DELETE FROM calendar_mcp.audit WHERE line = 2');
  expect(await pruneAudit(database, LIMITS)).toEqual({ users: 1, lines: 0, broken: 1 });
  expect((await read(database, 'ana')).lines).toEqual([1, 3, 4]);
});
