// @module-tag database
import { describe, expect, inject, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { startFaultServer } from '../backends/caldav/fault-server.js';
import { startAuthorizationServer } from '../login/authorization-server.js';
import { visit } from '../login/visit.js';
import { call } from '../server/connect.js';
import { connector, SECRET } from '../server/http/connector.js';
import { freshDatabase, open } from '../state/database/fresh-database.js';
import { host } from './hosted.js';

const isPossible = inject('replicas') && inject('database') !== null;
const CLIENT = { client_id: 'calendar-at-google', client_secret: 'canary-secret-at-google-0123456789' };
const CALLBACK = '/connect/google/signed-in';

/** A provider of the same kind, and a calendar server that takes its tokens only. Google itself was not tried. */
async function standIn(publicUrl: string) {
  const authority = await startAuthorizationServer({
    registration: {
      ...CLIENT,
      redirect_uris: [`${publicUrl}${CALLBACK}`],
      token_endpoint_auth_method: 'client_secret_post',
    },
  });
  atEnd(authority.close);
  const dav = await startFaultServer();
  atEnd(dav.close);
  dav.fault = ({ request, answer, apply }) => {
    const refused = { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="calendars"' } };
    void authority
      .accepts(request.headers.authorization)
      .then((isGood) => answer(isGood ? apply() : refused));
    return true;
  };
  const settings = {
    clientId: CLIENT.client_id,
    clientSecretCommand: [process.execPath, '-e', `process.stdout.write('${CLIENT.client_secret}')`],
    authorizationUrl: `${authority.issuer}/auth`,
    tokenUrl: `${authority.issuer}/token`,
    scope: 'openid offline_access calendar',
    url: `${dav.origin}/home/?user={username}`,
  };
  return { authority, dav, settings };
}

async function start() {
  const database = await freshDatabase();
  let google: Awaited<ReturnType<typeof standIn>> | undefined;
  const hosted = await host({
    database,
    google: async (publicUrl) => {
      google = await standIn(publicUrl);
      return google.settings;
    },
  });
  if (google === undefined) throw new Error('no provider');
  const ana = hosted.person();
  await ana.signIn();
  let program = hosted.program;
  return {
    ...hosted,
    ...google,
    database,
    ana,
    /** Another replica is at the public address from now on. */
    async another() {
      program.child.kill('SIGKILL');
      await program.exit();
      program = await hosted.start();
      return program;
    },
    /** What the page leads to. */
    async begin() {
      const answer = await ana.send('/connect/google', { username: 'ana@example.org' });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        ana.cookies.set(name, value);
      }
      return {
        status: answer.status,
        to: /^0; url=(.*)$/.exec(answer.headers.get('refresh') ?? '')?.[1] ?? '',
      };
    },
    consent: (to: string) =>
      visit(to, { cookies: new Map(), person: 'ana-at-google', stopAt: `${hosted.publicUrl}${CALLBACK}` }),
  };
}

describe.skipIf(!isPossible)('people who sign in at Google', () => {
  it('add an account at any replica, whose tokens are kept sealed and go on with each change', async () => {
    const { ana, begin, consent, another, endpoint, database, authority, dav, output } = await start();
    expect(await ana.page()).toContain('Sign in at Google');
    const { status, to } = await begin();
    expect(status).toBe(200);
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      scope: 'openid offline_access calendar',
      login_hint: 'ana@example.org',
      code_challenge_method: 'S256',
      state: expect.any(String),
    });
    const link = await consent(to);
    const second = await another();
    const added = await ana.own(link);
    expect([added.status, added.headers.get('location')]).toEqual([303, '/connect?done=added']);
    expect(await ana.page()).toContain('Works: 2 calendars.');
    expect(dav.requests.map(({ url }) => url)).toContain('/home/?user=ana%40example.org');
    const client = await connector(SECRET).connect(endpoint);
    const list = () => call(client, 'calendar_read', { query: { type: 'calendars' } });
    expect((await list()).json).toMatchObject({ success: true });
    // The provider gives another refresh token each time: the next replica, and a test, have the newest.
    await another();
    const later = await connector(SECRET).connect(endpoint);
    const calendars = await call(later, 'calendar_read', { query: { type: 'calendars', refresh: true } });
    expect(JSON.stringify(calendars.json)).toContain('Google');
    await ana.send('/connect/accounts/try', { account: 'Google' });
    expect(await ana.page()).toContain('Works: 2 calendars.');
    authority.endLogins();
    await ana.send('/connect/accounts/try', { account: 'Google' });
    expect(await ana.page()).toContain('sign in again on the page /connect of this server');
    authority.startLogins();
    // Again: the same account, with another token.
    await ana.own(await consent((await begin()).to));
    expect(await ana.page()).toContain('Works: 2 calendars.');
    const rows = await open(database).query('SELECT account, kind, sealed FROM calendar_mcp.secrets');
    expect(rows.map(({ account, kind }) => `${account} ${kind}`).toSorted()).toEqual([
      'Google password',
      'Google refresh token',
    ]);
    await ana.send('/connect/accounts/remove', { account: 'Google' });
    expect(await open(database).query('SELECT 1 FROM calendar_mcp.secrets')).toEqual([]);
    const said = [output(), second.output()].map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(said).not.toMatch(/canary|refresh_token|code=/);
  });

  it('are who began, in the same browser', async () => {
    const { ana, begin, consent, person, database, publicUrl } = await start();
    const link = await consent((await begin()).to);
    // From another site, browsers send no cookie of the session: the page leads to itself.
    const first = await fetch(link, { redirect: 'manual' });
    expect([first.status, first.headers.get('refresh')]).toEqual([
      200,
      `0; url=${link.slice(publicUrl.length)}&again=`,
    ]);
    const nobody = await fetch(`${link}&again=`, { redirect: 'manual' });
    expect([nobody.status, nobody.headers.get('location')]).toEqual([303, '/connect']);
    const eve = person('eve');
    await eve.signIn();
    expect((await eve.own(link)).status).toBe(422);
    // With what ana's browser keeps, too: it is sealed for her session.
    for (const [name, value] of ana.cookies) if (name.endsWith('-sign-in')) eve.cookies.set(name, value);
    expect((await eve.own(link)).status).toBe(422);
    expect((await ana.own(`${CALLBACK}?code=x&state=y`)).status).toBe(422);
    const denied = new URL(link);
    denied.searchParams.delete('code');
    denied.searchParams.set('error', 'access_denied');
    const answer = await ana.own(denied.href);
    expect(await answer.text()).toContain('Access was not granted');
    const forged = await ana.own('/connect/google', { method: 'POST', body: new URLSearchParams({}) });
    expect(forged.status).toBe(403);
    expect(await open(database).query('SELECT 1 FROM calendar_mcp.accounts')).toEqual([]);
    expect((await ana.own(link)).headers.get('location')).toBe('/connect?done=added');
  });
});
