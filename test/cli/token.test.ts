// @module-tag programs
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { call } from '../server/connect.js';
import { startProgram } from '../server/http/http-program.js';
import { connectHttp, HELLO, post } from '../server/http/http-server.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

/** A server with a configuration file, which is `{}` where nothing else is said. */
function household(settings: object = {}) {
  const box = sandbox();
  atEnd(box.remove);
  const { CALENDAR_DIR: _, ...env } = box.env;
  const config = join(box.root, 'calendar-mcp.json');
  writeFileSync(config, JSON.stringify(settings), { mode: 0o640 });
  const own = { ...env, CALENDAR_CONFIG: config };
  const token = (...args: string[]) => runInProcess(['token', ...args], { env: own });
  return { root: box.root, config, env: own, token, tokens: join(box.root, 'tokens') };
}
type Household = ReturnType<typeof household>;

const added = async ({ token }: Household, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await token('add', ...args);
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringMatching(/^[\w-]{43}\n$/),
    expect.stringMatching(/shown again/),
  ]);
  return stdout.trim();
};
const enters = async (server: { port: number }, token: string) =>
  (await post(server, HELLO, { Authorization: `Bearer ${token}` })).status;

describe('calendar-mcp token', () => {
  it('gives each person of a family calendars of their own, and takes them away again', async () => {
    const home = household();
    const ana = await added(home, 'ana', '--own');
    const ben = await added(home, 'ben', '--read-only');
    expect(JSON.parse(readFileSync(home.config, 'utf8'))).toEqual({
      http: {
        tokenFile: 'tokens',
        users: [
          { token: 'ana', config: 'users/ana.json' },
          { token: 'ben', config: 'users/ben.json' },
        ],
      },
    });
    expect([statSync(home.config).mode & 0o777, statSync(home.tokens).mode & 0o777]).toEqual([0o640, 0o600]);
    const server = await startProgram(home);
    const { client } = await connectHttp(server, ana);
    const data = { title: 'Choir', start: '2026-11-24T18:00', durationMinutes: 90 };
    const written = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    expect(written.json).toMatchObject({ success: true });
    const other = await connectHttp(server, ben);
    expect((await other.client.listTools()).tools.map(({ name }) => name)).not.toContain('calendar_write');
    const query = { type: 'events', filters: { when: '2026-11-24' } };
    const seen = await call(other.client, 'calendar_read', { query });
    expect(seen.json).toMatchObject({ success: true, data: { events: [] } });

    const gone = await home.token('revoke', 'ana');
    expect(gone).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('the next request') });
    expect([await enters(server, ana), await enters(server, ben)]).toEqual([401, 200]);
    // A token that is made again opens the same calendars.
    const again = await added(home, 'ana');
    expect(await enters(server, again)).toBe(200);
    const found = await call((await connectHttp(server, again)).client, 'calendar_read', { query });
    expect(found.json).toMatchObject({ data: { events: [{ title: 'Choir' }] } });
  });

  it('lists names, rights, age and calendars, and never a token', async () => {
    const home = household();
    expect((await home.token()).stdout).toMatch(/no tokens yet/);
    const secrets = [await added(home, 'ana', '--own'), await added(home, 'ben', '--read-only')];
    const byHand = 'written-by-hand-0123456789-0123456789';
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const kept = readFileSync(home.tokens, 'utf8').replace(/\d{4}-\d\d-\d\d$/m, day);
    writeFileSync(home.tokens, `# of the family\n${kept}old ${byHand} read\n`);
    const { stdout } = await home.token('list');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ana', 'reads and writes', '3 days old', join(home.root, 'users', 'ana.json')],
      ['ben', 'reads', 'made today', join(home.root, 'users', 'ben.json')],
      ['old', 'reads', 'written by hand', 'no calendars'],
      [''],
    ]);
    const json = await home.token('list', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'ana', readOnly: false, since: day }, {}, {}]);
    for (const text of [stdout, json.stdout, kept, readFileSync(home.config, 'utf8')])
      for (const secret of secrets) expect(text).not.toContain(secret);
    expect(stdout + json.stdout).not.toContain(byHand);
    await home.token('revoke', 'ben');
    expect(readFileSync(home.tokens, 'utf8')).toMatch(/^# of the family\nana .*\nold .* read\n$/);
  });

  it('shares the calendars of the file where nobody has their own', async () => {
    const accounts = [{ kind: 'local', name: 'home', dir: 'calendars' }];
    const home = household({ accounts });
    await added(home, 'laptop');
    expect(JSON.parse(readFileSync(home.config, 'utf8'))).toEqual({
      accounts,
      http: { tokenFile: 'tokens' },
    });
    expect((await home.token()).stdout).toContain('shared calendars');
    const own = await home.token('add', 'ben', '--own');
    expect(own).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('shared by all') });
    const bare = household();
    await added(bare, 'laptop');
    expect((await bare.token('add', 'ben', '--own')).stderr).toContain('laptop would lose');
    expect(existsSync(join(bare.root, 'users'))).toBe(false);
  });

  it.each([
    [['add']],
    [['add', '../ana']],
    [['add', '#ana']],
    [['add', 'ana']],
    [['add', 'Ana']],
    [['revoke', 'ben']],
    [['steal', 'ana']],
  ])('%j is refused, and nothing is written', async (args) => {
    const home = household();
    await added(home, 'ana');
    const before = readFileSync(home.tokens, 'utf8');
    expect(await home.token(...args)).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(home.tokens, 'utf8')).toBe(before);
  });

  it('keeps both of two tokens that are made at once', async () => {
    const home = household();
    await added(home, 'first', '--own');
    const { runToken } = await import('../../src/cli/http/token.js');
    const make = (name: string) =>
      runToken({ args: ['add', name], options: { json: true }, flags: {}, env: home.env });
    const write = process.stdout.write;
    process.stdout.write = () => true;
    try {
      await Promise.all(['a', 'b', 'c'].map(make));
    } finally {
      process.stdout.write = write;
    }
    expect(readFileSync(home.tokens, 'utf8').match(/^\w+/gm)?.toSorted()).toEqual(['a', 'b', 'c', 'first']);
    const { http } = JSON.parse(readFileSync(home.config, 'utf8')) as { http: { users: object[] } };
    expect(http.users).toHaveLength(4);
  });

  it('lets nobody in after the last one is revoked', async () => {
    const home = household();
    const token = await added(home, 'ana');
    const server = await startProgram(home);
    expect(await enters(server, token)).toBe(200);
    expect((await home.token('revoke', 'ana')).stderr).toContain('the last one');
    expect(await enters(server, token)).toBe(503);
    const next = await added(home, 'ana');
    expect([await enters(server, token), await enters(server, next)]).toEqual([401, 200]);
  });
});
