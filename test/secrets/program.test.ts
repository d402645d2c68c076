// @module-tag programs
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventText } from '../backends/caldav/event-text.js';
import { type FaultServer, startFaultServer } from '../backends/caldav/fault-server.js';
import { builtMain } from '../server/built-server.js';
import { call } from '../server/connect.js';
import { connectStdio, type Sandbox, sandbox } from '../server/stdio-process.js';
import { hasSecretService, keyringHome } from './secret-service.js';
import { startTokenServer, type TokenServer } from './token-server.js';

/** The shipped program, and accounts that only it and its files remember. */
let dav: FaultServer;
let provider: TokenServer;
let box: Sandbox;
let tokenFile: string;
/** What the token file held when the first request with an access token came. */
let keptAtFirstUse: string | undefined;

beforeEach(async () => {
  dav = await startFaultServer();
  dav.objects.set('/home/cal/one.ics', { etag: '"1"', ics: eventText('one', 'Kept') });
  provider = await startTokenServer('canary-first');
  box = sandbox({ CALENDAR_DIR: '' });
  tokenFile = join(box.root, 'config', 'token');
  mkdirSync(join(box.root, 'config'));
  writeFileSync(tokenFile, 'canary-first', { mode: 0o600 });
  keptAtFirstUse = undefined;
  dav.fault = ({ request, answer }) => {
    if (!provider.accepts(request.headers.authorization)) {
      answer({ status: 401 });
      return true;
    }
    keptAtFirstUse ??= readFileSync(tokenFile, 'utf8').trim();
    return false;
  };
});
afterEach(async () => {
  provider.close();
  await dav.close();
  box.remove();
});

function configure(account: object): void {
  const oauth = { tokenUrl: provider.url, clientId: 'client', refreshTokenFile: 'token' };
  const common = { kind: 'caldav', name: 'work', url: dav.origin, username: 'ana', oauth };
  const path = join(box.root, 'config', 'calendar-mcp.json');
  writeFileSync(path, JSON.stringify({ accounts: [{ ...common, ...account }] }));
  box.env.CALENDAR_CONFIG = path;
}

/** A fresh process answers one question; what it asked of the server for that. */
async function fresh(query: object = { type: 'events', filters: { when: 'this year' } }) {
  const { client, stderr } = await connectStdio(box);
  dav.requests.length = 0;
  const { json } = await call(client, 'calendar_read', { query });
  const asked = dav.requests.map(({ method, url }) => `${method} ${url}`);
  await client.close();
  return { json, asked, stderr: stderr() };
}

describe('a provider that changes refresh tokens', () => {
  it('keeps its account through restarts, and the new token is on disk before its access token is used', async () => {
    configure({ mirror: false });
    for (const n of [1, 2, 3]) {
      expect((await fresh()).json).toMatchObject({ success: true });
      expect(readFileSync(tokenFile, 'utf8')).toBe(`refresh-${n}\n`);
    }
    expect(keptAtFirstUse).toBe('refresh-1');
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  });

  it('serves two processes on one file', async () => {
    configure({ mirror: false });
    const answers = await Promise.all([fresh(), fresh(), fresh()]);
    for (const { json } of answers) expect(json).toMatchObject({ success: true });
    expect(new Set(provider.seen).size).toBe(3);
    expect(readFileSync(tokenFile, 'utf8').trim()).toBe(provider.good());
  });

  it('outlives a process that is killed as soon as it uses the new token', async () => {
    configure({ mirror: false });
    const { client, pid } = await connectStdio(box);
    const correct = dav.fault;
    dav.fault = (context) => {
      if (pid !== null) process.kill(pid, 'SIGKILL');
      context.socket.destroy();
      return true;
    };
    await expect(call(client, 'calendar_read', { query: { type: 'calendars' } })).rejects.toThrow();
    dav.fault = correct;
    expect((await fresh()).json).toMatchObject({ success: true });
    expect(provider.seen).toEqual(['canary-first', 'refresh-1']);
  });

  it('is warned of where the token comes from a variable, and the token is not shown', async () => {
    const oauth = { tokenUrl: provider.url, clientId: 'client', refreshTokenEnv: 'TOKEN' };
    configure({ mirror: false, oauth });
    box.env.TOKEN = 'canary-first';
    const { json, stderr } = await fresh();
    expect(json).toMatchObject({ success: true });
    expect(stderr).toContain('refreshTokenFile');
    expect(stderr).not.toContain('canary');
  });
});

describe.skipIf(!hasSecretService())('a password in the keychain', () => {
  it('opens the account, and is got again when it was changed', async () => {
    const home = keyringHome();
    const session = await home.session('open');
    const store = (password: string): void => {
      const names = ['service', 'calendar', 'username', 'ana'];
      const options = { env: session.env, input: password };
      execFileSync('/usr/bin/secret-tool', ['store', '--label=calendar', ...names], options);
    };
    let good = 'canary-one';
    dav.fault = ({ request, answer }) => {
      const expected = `Basic ${Buffer.from(`ana:${good}`).toString('base64')}`;
      if (request.headers.authorization === expected) return false;
      answer({ status: 401 });
      return true;
    };
    configure({ mirror: false, oauth: undefined, passwordKeychain: { service: 'calendar' } });
    Object.assign(box.env, session.env, { XDG_CONFIG_HOME: join(box.root, 'config') });
    const { client, stderr } = await connectStdio(box);
    const query = { type: 'events', filters: { when: 'this year' } };
    const read = async (more = {}) =>
      (await call(client, 'calendar_read', { query: { ...query, ...more } })).json;
    expect(await read()).toMatchObject({ success: false, error: { code: 'CONFIGURATION' } });
    store(good);
    expect(await read()).toMatchObject({ success: true });
    good = 'canary-two';
    expect(await read()).toMatchObject({ error: { code: 'AUTH_FAILED' } });
    const sent = dav.requests.length;
    expect((await read()).error).not.toHaveProperty('retryable');
    expect(await read()).toMatchObject({ error: { code: 'AUTH_FAILED' } });
    expect(dav.requests).toHaveLength(sent);
    store(good);
    expect(await read()).toMatchObject({ error: { code: 'AUTH_FAILED' } });
    expect(await read({ refresh: true })).toMatchObject({ success: true });
    expect(stderr()).not.toContain('canary');
    await client.close();
    await session.end();
    home.remove();
  });
});

describe('a process that starts again', () => {
  const LIST = 'PROPFIND /home/';

  it('asks for nothing while its copy is fresh, and for one list when it must compare', async () => {
    configure({});
    const first = await fresh();
    expect(first.json).toMatchObject({ success: true, data: { events: [{ title: 'Kept' }] } });
    expect(first.asked).toEqual(expect.arrayContaining(['PROPFIND /', 'PROPFIND /principal/', LIST]));
    // The copies are complete once this has been said.
    const { client } = await connectStdio(box);
    await call(client, 'calendar_write', { mutation: { operation: 'sync' } });
    await client.close();
    expect(await fresh()).toMatchObject({ asked: [], json: { success: true } });
    const query = { type: 'events', filters: { when: 'this year' }, refresh: true };
    const compared = await fresh(query);
    expect(compared.json).toMatchObject({ success: true, data: { events: [{ title: 'Kept' }] } });
    expect(compared.asked[0]).toBe(LIST);
    expect(compared.asked.filter((one) => one.startsWith('PROPFIND'))).toEqual([LIST]);
  });

  it('without a copy asks for the list and the events, and makes none', async () => {
    configure({ mirror: false });
    expect((await fresh()).asked).toEqual(
      expect.arrayContaining(['PROPFIND /', 'PROPFIND /principal/', LIST]),
    );
    const again = await fresh();
    expect(again.json).toMatchObject({ success: true, data: { events: [{ title: 'Kept' }] } });
    expect(again.asked.filter((one) => one.startsWith('PROPFIND'))).toEqual([LIST]);
    expect(again.asked.filter((one) => one.startsWith('REPORT'))).toHaveLength(2);
    expect(statSync(join(box.root, 'state', 'mirror.sqlite'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('from the shell leaves as soon as it has answered, uses a copy, and fills one when told to', async () => {
    configure({});
    const shell = async (command: string, input: object) => {
      dav.requests.length = 0;
      const args = [builtMain(), command, JSON.stringify(input)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: box.env });
      return { stdout, asked: dav.requests.length };
    };
    const read = { query: { type: 'events', filters: { when: 'this year' } } };
    expect((await shell('read', read)).stdout).toContain('Kept');
    await shell('write', { mutation: { operation: 'sync' } });
    const again = await shell('read', read);
    expect(again.stdout).toContain('Kept');
    expect(again.asked).toBe(0);
  });
});
