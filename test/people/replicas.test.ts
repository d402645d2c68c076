// @module-tag database
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { visit } from '../login/visit.js';
import { call } from '../server/connect.js';
import { connector, SECRET } from '../server/http/connector.js';
import { asAdmin, freshDatabase, open } from '../state/database/fresh-database.js';
import { accountOf, host } from './hosted.js';

const isPossible = inject('replicas') && inject('database') !== null;

describe.skipIf(!isPossible)('people at several replicas', () => {
  it('sign in at one and go on at another, which has their accounts', async () => {
    const hosted = await host({ database: await freshDatabase() });
    const { program, publicUrl, start, endpoint, person } = hosted;
    const ana = person();
    // Each replica is at the public address in turn, as behind a balancer.
    const another = async () => {
      program.child.kill('SIGKILL');
      await program.exit();
      return start();
    };
    const link = await visit(`${publicUrl}/connect/sign-in`, {
      cookies: ana.cookies,
      stopAt: `${publicUrl}/connect/signed-in`,
    });
    const second = await another();
    await visit(link, { cookies: ana.cookies });
    await ana.send('/connect/accounts', accountOf(hosted));
    second.child.kill('SIGKILL');
    await second.exit();
    await start();
    expect(await ana.page()).toContain('Works: 1 calendar.');
    const client = await connector(SECRET).connect(endpoint);
    const calendars = await call(client, 'calendar_read', { query: { type: 'calendars' } });
    expect(JSON.stringify(calendars.json)).toContain('Work');
  });

  it('are limited together, also after a restart', async () => {
    const database = await freshDatabase();
    const hosted = await host({ database });
    const { program, start, person } = hosted;
    const ana = person();
    await ana.signIn();
    // Who only looks is not counted.
    expect(await open(database).query('SELECT identity FROM calendar_mcp.call_limits')).toHaveLength(1);
    const wrong = accountOf(hosted, { username: 'nobody', password: 'wrong-password' });
    const test = async () => (await ana.send('/connect/accounts', wrong)).status;
    const begin = async () => (await person().own('/connect/sign-in')).status;
    const many = async (count: number, once: () => Promise<number>) => {
      const statuses = [];
      for (let n = 0; n < count; n++) statuses.push(await once());
      return statuses;
    };
    expect(await many(6, test)).not.toContain(429);
    expect(await many(50, begin)).not.toContain(429);
    program.child.kill('SIGKILL');
    await program.exit();
    // Stops the refill until tomorrow, because a start may take long.
    await asAdmin(
      database,
      "UPDATE calendar_mcp.call_limits SET calls = calls + 1000, counted_at = now() + interval '1 day'",
    );
    await start();
    expect([await test(), await begin()]).toEqual([429, 429]);
    expect(
      JSON.stringify(await open(database).query('SELECT * FROM calendar_mcp.call_limits')),
    ).not.toContain('127.0.0.1');
  });

  it('leave no copies at a replica behind that was away when they were deleted', async () => {
    const hosted = await host({ database: await freshDatabase() });
    const { program, start, endpoint, person, run, folder } = hosted;
    const ana = person();
    await ana.signIn();
    await ana.send('/connect/accounts', accountOf(hosted));
    const client = await connector(SECRET).connect(endpoint);
    await call(client, 'calendar_read', { query: { type: 'events', filters: { when: 'today' } } });
    const [{ id }] = JSON.parse((await run(['users', '--json'])).stdout);
    const copies = join(folder, 'state', 'people', id);
    expect(existsSync(copies)).toBe(true);
    program.child.kill('SIGKILL');
    await program.exit();
    const elsewhere = ['--state-dir', join(folder, 'other')];
    await run(['users', 'delete', id, '--yes', ...elsewhere]);
    expect(existsSync(copies)).toBe(true);
    await start();
    await expect.poll(() => existsSync(copies)).toBe(false);
  });
});
