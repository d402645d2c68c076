// @module-tag database
import { describe, expect, it } from 'vitest';
import { ownerOf } from '../../../../src/ports/users/user-directory.js';
import { createDatabaseAuditLog } from '../../../../src/state/database/database-audit-log.js';
import { createDatabaseStore } from '../../../../src/state/database/database-store.js';
import {
  createDatabaseSignIns,
  sweepSignIns,
} from '../../../../src/state/database/users/database-sign-ins.js';
import { createDatabaseUsers } from '../../../../src/state/database/users/database-users.js';
import { sweepDeleted } from '../../../../src/state/database/users/delete-user.js';
import { auditOfUser, objectsOfUser, stateOfUser } from '../../../../src/state/database/users/export-user.js';
import { clockAt } from '../../state-store-suite.js';
import { asAdmin, freshDatabase, open, server } from '../fresh-database.js';

const account = (name: string) =>
  ({ name, provider: 'icloud', username: 'ana@icloud.com', test: { at: 1, calendars: 3 } }) as const;

async function people() {
  const url = await freshDatabase();
  const database = open(url);
  const users = createDatabaseUsers(database);
  const [ana, ben] = [await users.signedIn('a1', 'Ana'), await users.signedIn('b1', 'Ben')];
  return { url, database, users, ana, ben };
}

describe.skipIf(server === null)('users who sign in', () => {
  it('are rows, and come again as who they were', async () => {
    const { users, ana } = await people();
    expect(ana).toMatchObject({ id: 'a1', name: 'Ana', suspended: false, revision: 0 });
    expect(await users.signedIn('a1', 'Ana B.')).toMatchObject({ createdAt: ana.createdAt, name: 'Ana B.' });
    expect(await users.find('nobody')).toBeUndefined();
    expect((await users.list()).map(({ id, accounts }) => [id, accounts])).toEqual([
      ['a1', 0],
      ['b1', 0],
    ]);
  });

  it('have accounts of their own, as many as they may', async () => {
    const { users } = await people();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'a'];
    const added = await Promise.all(names.map((name) => users.addAccount('a1', account(name), 3)));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await users.addAccount('nobody', account('x'), 3)).toBe(false);
    const own = await users.accounts('a1');
    expect(own).toHaveLength(3);
    const [first] = own;
    expect(first).toEqual(account(first?.name ?? ''));
    await users.tested('a1', first?.name ?? '', { at: 2, problem: 'It is away.' });
    expect((await users.accounts('a1'))[0]?.test).toEqual({ at: 2, problem: 'It is away.' });
    await users.removeAccount('a1', first?.name ?? '');
    expect(await users.accounts('a1')).toHaveLength(2);
    expect(await users.accounts('b1')).toEqual([]);
  });

  it('have another revision with each change, and may be suspended', async () => {
    const { users } = await people();
    await users.choose('a1', 'trusted');
    await users.changed('a1');
    expect(await users.find('a1')).toMatchObject({ policy: 'trusted', revision: 2 });
    expect(await users.suspend('a1', { suspended: true })).toBe(true);
    expect(await users.find('a1')).toMatchObject({ suspended: true });
    expect(await users.suspend('nobody', { suspended: true })).toBe(false);
  });

  it('are signed in at every replica, until they end it or it expires', async () => {
    const { url, database } = await people();
    const [one, two] = [createDatabaseSignIns(database, 60_000), createDatabaseSignIns(open(url), 60_000)];
    const secrets = [await one.begin('a1'), await two.begin('a1'), await one.begin('b1')];
    expect(await two.userOf(secrets[0] ?? '')).toBe('a1');
    expect(await one.count('a1')).toBe(2);
    const rows = JSON.stringify(await database.query('SELECT s::text AS row FROM calendar_mcp.sign_ins s'));
    for (const secret of secrets) expect(rows).not.toContain(secret);
    await two.end(secrets[0] ?? '');
    expect(await one.userOf(secrets[0] ?? '')).toBeUndefined();
    await one.endAll('a1');
    expect(await one.userOf(secrets[1] ?? '')).toBeUndefined();
    expect(await one.userOf(secrets[2] ?? '')).toBe('b1');
    await asAdmin(url, "UPDATE calendar_mcp.sign_ins SET expires_at = now() - interval '1 second'");
    expect(await one.userOf(secrets[2] ?? '')).toBeUndefined();
    await sweepSignIns(database);
    expect(await database.query('SELECT 1 FROM calendar_mcp.sign_ins')).toEqual([]);
  });

  it('are deleted with everything kept of them, and of nobody else', async () => {
    const { database, users } = await people();
    for (const id of ['a1', 'b1']) {
      await users.addAccount(id, account('icloud'), 3);
      await createDatabaseSignIns(database, 60_000).begin(id);
      const store = createDatabaseStore(database, { owner: ownerOf(id), userMegabytes: 1 }, clockAt(0));
      for (const at of Array.from({ length: 700 }, (_, n) => n)) await store.put(`k/${at}`, at);
      await createDatabaseAuditLog(database, ownerOf(id), Date.now).append([
        {
          ...{ type: 'ended', call: id, by: { kind: 'person' }, operations: [] },
          ...{ outcome: 'applied', policy: 'allow', changes: [] },
        },
      ]);
      await database.query("INSERT INTO calendar_mcp.secrets VALUES ($1, 'icloud', 'password', 'k', 'x')", [
        ownerOf(id),
      ]);
      await database.query(
        `WITH made AS (INSERT INTO calendar_mcp.calendars (owner, folder) VALUES ($1, 'Work') RETURNING id)
        INSERT INTO calendar_mcp.objects (calendar, file, owner, ics, changed) SELECT id, 'a.ics', $1, 'BEGIN', 1 FROM made`,
        [ownerOf(id)],
      );
    }
    const rows = async (id: string) => {
      const state = [];
      for await (const entry of stateOfUser(database, id)) state.push(entry);
      const audit = [];
      for await (const line of auditOfUser(database, id)) audit.push(line);
      const objects = [];
      for await (const object of objectsOfUser(database, id)) objects.push(JSON.parse(object));
      for (const one of objects) expect(one).toEqual({ calendar: 'Work', file: 'a.ics', ics: 'BEGIN' });
      return [state.length, audit.length, objects.length];
    };
    expect(await rows('a1')).toEqual([700, 1, 1]);
    expect(await users.delete('a1')).toEqual({ found: true, keptAudit: false });
    expect(await users.delete('a1')).toEqual({ found: false, keptAudit: false });
    expect([await rows('a1'), await rows('b1')]).toEqual([
      [0, 0, 0],
      [700, 1, 1],
    ]);
    const late = createDatabaseStore(database, { owner: ownerOf('a1'), userMegabytes: 1 }, clockAt(0));
    await late.put('k', 'of a call that was under way');
    await sweepDeleted(database);
    expect([await rows('a1'), await rows('b1')]).toEqual([
      [0, 0, 0],
      [700, 1, 1],
    ]);
    for (const table of ['secrets', 'usage', 'audit_heads', 'accounts', 'sign_ins', 'users', 'objects'])
      expect(await database.query(`SELECT 1 FROM calendar_mcp.${table}`)).toHaveLength(1);
  });
});
