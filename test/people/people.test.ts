// @module-tag database
import { describe, expect, inject, it } from 'vitest';
import { visit } from '../login/visit.js';
import { call } from '../server/connect.js';
import { connector, SECRET } from '../server/http/connector.js';
import { asAdmin, freshDatabase, open } from '../state/database/fresh-database.js';
import { accountOf, type Hosting, host } from './hosted.js';

/** The hosted program keeps the real time, as the provider does. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const isPossible = inject('replicas') && inject('database') !== null;

const start = async (hosting: Omit<Hosting, 'database'> = {}) => {
  const database = await freshDatabase();
  return { database, ...(await host({ database, ...hosting })) };
};

/** Ana, signed in, with the calendars of Radicale. */
async function connected(hosting: Omit<Hosting, 'database'> = {}) {
  const hosted = await start(hosting);
  const ana = hosted.person();
  await ana.signIn();
  const answer = await ana.send('/connect/accounts', accountOf(hosted));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/connect?done=added']);
  return { ...hosted, ana };
}

describe.skipIf(!isPossible)('people who sign in by themselves', () => {
  it('connect their calendars, which their assistant then reads and writes', async () => {
    const hosted = await connected();
    const { ana, endpoint, output, radicale } = hosted;
    const page = await ana.page('/connect?done=added');
    expect(page).toContain('The account works and was added.');
    expect(page).toContain('Works: 1 calendar.');
    expect(page).not.toContain(radicale.password);
    const client = await connector(SECRET).connect(endpoint);
    const data = { title: 'Lunch', start: `${TOMORROW}T12:00`, durationMinutes: 60 };
    const written = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    expect(written.json).toMatchObject({ success: true });
    const read = await call(client, 'calendar_read', {
      query: { type: 'events', filters: { text: { contains: 'lunch' } } },
    });
    expect(JSON.stringify(read.json)).toContain('Lunch');
    expect(await ana.page(`/week?from=${TOMORROW}`)).toContain('Lunch');
    expect(await ana.page('/connect/log')).toMatch(/<td>create<\/td><td>applied<\/td>/);
    // Entered again, as when the password has changed, it is still one account.
    expect((await ana.send('/connect/accounts', accountOf(hosted))).status).toBe(303);
    expect(await open(hosted.database).query('SELECT name FROM calendar_mcp.accounts')).toEqual([
      { name: '127.0.0.1' },
    ]);
    expect(output().stderr + output().stdout).not.toMatch(
      new RegExp(`canary|${SECRET.client_secret}|${radicale.password}`),
    );
  });

  it('have nothing in common', async () => {
    const { person, endpoint, ana } = await connected();
    const ben = person('ben');
    await ben.signIn();
    expect(await ben.page()).toContain('You have added no account yet.');
    expect(await ana.page()).toContain('Works: 1 calendar.');
    const client = await connector(SECRET, 'ben').connect(endpoint);
    const calendars = await call(client, 'calendar_read', { query: { type: 'calendars' } });
    expect(JSON.stringify(calendars.json)).not.toContain('Work');
    await expect(connector(SECRET, 'eve').connect(endpoint)).rejects.toThrow(/First sign in with a browser/);
  });

  it('whose password is wrong keep what they entered, but for the password, and nothing is kept', async () => {
    const hosted = await start();
    const ana = hosted.person();
    await ana.signIn();
    const answer = await ana.send('/connect/accounts', accountOf(hosted, { password: 'canary-wrong' }));
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toMatch(/role="alert"[^>]*>The server rejected this user name or password/);
    expect(page).toContain(`value="${hosted.radicale.username}"`);
    expect(page).not.toContain('canary');
    const database = open(hosted.database);
    expect(await database.query('SELECT 1 FROM calendar_mcp.secrets')).toEqual([]);
    expect(await database.query('SELECT 1 FROM calendar_mcp.accounts')).toEqual([]);
  });

  it('remove an account, with everything but their calendars', async () => {
    const { ana, database, endpoint } = await connected();
    const client = await connector(SECRET).connect(endpoint);
    const data = { title: 'Lunch', start: `${TOMORROW}T12:00`, durationMinutes: 60 };
    await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    await call(client, 'calendar_write', {
      mutation: { operation: 'delete', filters: { text: { contains: 'Lunch' } } },
    });
    const left = async () => JSON.parse(await (await ana.own('/connect/data')).text()).state;
    expect(Object.keys(await left()).filter((key) => /^(?:trash|undo)/.test(key))).not.toEqual([]);
    const tried = await ana.send('/connect/accounts/try', { account: '127.0.0.1' });
    expect(tried.headers.get('location')).toBe('/connect?done=tried');
    const removed = await ana.send('/connect/accounts/remove', { account: '127.0.0.1' });
    expect(removed.headers.get('location')).toBe('/connect?done=removed');
    expect(await open(database).query('SELECT 1 FROM calendar_mcp.secrets')).toEqual([]);
    expect(JSON.stringify(await left())).not.toContain('Lunch');
    const again = await connector(SECRET).connect(endpoint);
    const calendars = await call(again, 'calendar_read', { query: { type: 'calendars' } });
    expect(JSON.stringify(calendars.json)).not.toContain('Work');
  });

  it('download what is kept of them, sign out everywhere, and delete everything', async () => {
    const { ana, person, database, radicale } = await connected();
    const other = person();
    await other.signIn();
    const download = await ana.own('/connect/data');
    const text = await download.text();
    expect(JSON.parse(text)).toMatchObject({
      accounts: [{ name: '127.0.0.1', password: 'kept, sealed' }],
      signedInBrowsers: 2,
      state: expect.anything(),
      audit: [],
    });
    expect(text).not.toContain(radicale.password);
    await ana.send('/connect/sign-out-everywhere', {});
    expect(await other.page()).toContain('href="/connect/sign-in"');
    await ana.signIn();
    expect((await ana.send('/connect/delete', {})).status).toBe(400);
    expect(await (await ana.send('/connect/delete', { sure: 'yes' })).text()).toContain(
      'Everything kept about you was deleted.',
    );
    expect(await ana.page()).toContain('href="/connect/sign-in"');
    for (const table of ['users', 'accounts', 'sessions', 'secrets', 'state', 'usage'])
      expect(await open(database).query(`SELECT 1 FROM calendar_mcp.${table}`)).toEqual([]);
  });

  it('choose among the policies that are left to them', async () => {
    const { ana, endpoint } = await connected({ signIn: { mayChoose: ['careful', 'read-only'] } });
    await ana.send('/connect/policy', { policy: 'read-only' });
    expect(await ana.page()).toMatch(/value="read-only" checked/);
    const client = await connector(SECRET).connect(endpoint);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('calendar_write');
    await ana.send('/connect/policy', { policy: 'dedicated' });
    expect(await ana.page()).toMatch(/value="trusted" checked/);
  });

  it('stay within the bounds: hosts, numbers, groups, private addresses', async () => {
    const hosted = await connected({
      signIn: { accounts: 1, allow: { claim: 'groups', values: ['staff'] } },
      claims: (sub) => ({ name: 'Ana <b>', groups: sub === 'ana' ? ['staff'] : ['guests'] }),
    });
    expect(await hosted.ana.page()).toContain('Ana &lt;b&gt;');
    const second = await hosted.ana.send('/connect/accounts', accountOf(hosted, { username: 'other' }));
    expect(await second.text()).toContain('You have 1, and can add no more.');
    const eve = hosted.person('eve');
    await eve.signIn();
    expect(await eve.page()).toContain('href="/connect/sign-in"');
    expect(await hosted.run(['users'])).toMatchObject({ stdout: expect.not.stringContaining('eve') });
  });

  it('reach no host that is not allowed, and nothing inside the network', async () => {
    const bounded = await start({ signIn: { hosts: ['*.example.net'] } });
    const ana = bounded.person();
    await ana.signIn();
    expect(await (await ana.send('/connect/accounts', accountOf(bounded))).text()).toContain(
      'This server does not use calendars of this host.',
    );
    expect(await ana.page()).not.toContain('iCloud');
  });

  it('reach nothing inside the network of the server', async () => {
    const hosted = await start({ signIn: { privateAddresses: false } });
    const ana = hosted.person();
    await ana.signIn();
    for (const url of [
      hosted.radicale.url,
      'https://127.0.0.1:9443/',
      'https://localhost:9443/',
      'http://10.0.0.1/',
    ]) {
      const answer = await ana.send('/connect/accounts', accountOf(hosted, { url }));
      expect(answer.status).toBe(422);
      expect(await answer.text()).toMatch(/private network|must start with https/);
    }
  });

  it('are let in by nothing but their own form, and not too often', async () => {
    const hosted = await connected();
    const { ana, publicUrl } = hosted;
    const forged = await ana.send('/connect/accounts/remove', { form: 'forged', account: '127.0.0.1' });
    expect(forged.status).toBe(403);
    const crossSite = await ana.send('/connect/delete', { sure: 'yes' }, { Origin: 'https://evil.test' });
    expect(crossSite.status).toBe(403);
    expect(await ana.page()).toContain('Works: 1 calendar.');
    // Somebody has begun to sign in, and sends the link with their code to another browser.
    const eve = hosted.person('eve');
    const link = await visit(`${publicUrl}/connect/sign-in`, {
      cookies: eve.cookies,
      person: 'eve',
      stopAt: `${publicUrl}/connect/signed-in`,
    });
    for (const path of [link, '/connect/signed-in?code=x&state=y'])
      expect(await (await ana.own(path)).text()).toMatch(/role="alert">[^<]*Sign in again/);
    const [name] = [...ana.cookies.keys()].filter((key) => /^calendar-\d+$/.test(key));
    const page = await fetch(`${publicUrl}/connect`, { headers: { Cookie: `${name}=${'x'.repeat(43)}` } });
    expect(await page.text()).toContain('href="/connect/sign-in"');
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    // Stops the refill, because a busy machine may take a minute for these.
    await asAdmin(
      hosted.database,
      "UPDATE calendar_mcp.call_limits SET counted_at = now() + interval '1 day'",
    );
    const wrong = accountOf(hosted, { username: 'nobody', password: 'wrong-password' });
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await ana.send('/connect/accounts', wrong)).status);
    expect(statuses.at(-1)).toBe(429);
    const begun = [];
    for (let n = 0; n < 70; n++) begun.push((await hosted.person().own('/connect/sign-in')).status);
    expect([begun[0], begun.at(-1)]).toEqual([303, 429]);
    const elsewhere = { headers: { 'X-Forwarded-For': '203.0.113.7' } };
    expect((await hosted.person().own('/connect/sign-in', elsewhere)).status).toBe(303);
  });

  it('are suspended, resumed and deleted by those who run the server', async () => {
    const { ana, database, endpoint, run } = await connected();
    const client = await connector(SECRET).connect(endpoint);
    await client.listTools();
    const { stdout } = await run(['users']);
    const [, id = ''] = /^([0-9a-f]{32}) {2}- {2}1 account, signed in [\d-]+\n$/.exec(stdout) ?? [];
    expect(await run(['users', 'suspend', id])).toMatchObject({ code: 0 });
    expect((await run(['users', 'list'])).stdout).toMatch(/, suspended\n$/);
    const answer = () =>
      client.listTools().then(
        () => 'served',
        () => 'refused',
      );
    await expect.poll(answer).toBe('refused');
    expect((await ana.own('/connect')).status).toBe(403);
    expect((await ana.own('/week')).status).toBe(403);
    await run(['users', 'resume', id.slice(0, 8)]);
    await expect.poll(answer).toBe('served');
    expect(JSON.parse((await run(['users', '--json'])).stdout)).toMatchObject([{ id, accounts: 1 }]);
    expect(await run(['users', 'delete', id])).toMatchObject({ code: 2 });
    expect(await run(['users', 'delete', id, '--yes'])).toMatchObject({ code: 0 });
    expect(await run(['users', 'delete', id, '--yes'])).toMatchObject({ code: 2 });
    expect(await ana.page()).toContain('href="/connect/sign-in"');
    expect(await open(database).query('SELECT 1 FROM calendar_mcp.secrets')).toEqual([]);
  });
});
