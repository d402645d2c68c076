import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { visit } from '../login/visit.js';
import { call } from '../server/connect.js';
import { connector, SECRET } from '../server/http/connector.js';
import { freshDatabase } from '../state/database/fresh-database.js';
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
