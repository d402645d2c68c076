// @module-tag programs
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventText } from '../../backends/caldav/event-text.js';
import { runProgram } from '../../server/run-program.js';
import { treeOf } from '../../setup/tree-of.js';
import { runInProcess } from '../run-in-process.js';
import { CURSOR, PASSWORD, type SetupHome, setupHome, USER } from './setup-home.js';

let home: SetupHome;
beforeEach(async () => {
  home = await setupHome();
});
afterEach(() => home.remove());

const run = (args: readonly string[], stdin = '', env: Record<string, string> = {}) =>
  runProgram(args, { env: { ...home.env, ...env }, stdin });
const account = () => ['--url', home.dav.origin, '--user', USER];
const QUIETLY = ['--client', 'none', '--yes'];
const config = () => join(home.root, '.config/calendar-mcp/calendar-mcp.json');
const settings = () => JSON.parse(readFileSync(config(), 'utf8'));
describe('a setup that nobody watches', () => {
  it('goes from nothing to the first answer, with no file edited by hand', async () => {
    const now = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const times = [`DTSTART:${now}T110000Z`, `DTEND:${now}T120000Z`];
    home.dav.objects.set('/home/cal/a.ics', { etag: '"1"', ics: eventText('a', 'Dentist', times) });
    const { code, stdout, stderr } = await run(
      ['setup', ...account(), '--password-stdin', '--client', 'cursor,codex', '--yes'],
      `${PASSWORD}\n`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /1 event\b[\s\S]*The server answers\.[\s\S]* – [\d:]+ .*Dentist[\s\S]*ask your assistant/,
    );
    expect(stdout + JSON.stringify(settings())).not.toContain(PASSWORD);
    const [{ name, passwordFile, ...rest }] = settings().accounts;
    expect(rest).toEqual({ kind: 'caldav', url: home.dav.origin, username: USER });
    const secret = join(home.root, '.config/calendar-mcp', passwordFile);
    expect(readFileSync(secret, 'utf8')).toBe(`${PASSWORD}\n`);
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    const cursor = readFileSync(join(home.root, '.cursor/mcp.json'), 'utf8');
    expect(cursor).toContain('// not yours');
    expect(parse(cursor).mcpServers.calendar).toEqual({
      command: process.execPath,
      args: [expect.stringMatching(/dist\/main\.js$/)],
    });
    expect(readFileSync(join(home.root, '.codex/config.toml'), 'utf8')).toMatch(
      /^model = "o3" # fast\n\n\[mcp_servers\.calendar\]\n/,
    );
    const agenda = await run(['agenda']);
    expect(agenda.stdout).toContain('Dentist');
    expect((await run(['accounts'])).stdout).toContain(`${name}  caldav`);
  });

  it('says of a password that cannot be one what is wrong with it, and no name of its own', async () => {
    const { code, stderr } = await run(['setup', ...account(), '--password-stdin', ...QUIETLY], 'secret\n');
    expect([code, stderr]).toEqual([
      1,
      'CONFIGURATION: The account is not used: its password is a well-known default.\n' +
        '  Enter the one that the calendar server knows.\n',
    ]);
  });

  it('keeps a password command as it is, and no password', async () => {
    const command = `printf '%s\\n' "${PASSWORD}"`;
    const { code } = await run(['setup', ...account(), '--password-command', command, ...QUIETLY]);
    expect(code).toBe(0);
    expect(settings().accounts).toMatchObject([{ passwordCommand: ['printf', '%s\\n', PASSWORD] }]);
    expect(existsSync(join(home.root, '.config/calendar-mcp/secrets'))).toBe(false);
    expect(readFileSync(join(home.root, '.cursor/mcp.json'), 'utf8')).toBe(CURSOR);
  });

  it('adds to what is there, keeps its comments, and changes the same account instead of adding it twice', async () => {
    await run(['setup', ...account(), '--password-stdin', ...QUIETLY], PASSWORD);
    writeFileSync(
      config(),
      readFileSync(config(), 'utf8')
        .replace('{', '{\n  // my own words')
        .replace(
          '"passwordFile": "secrets/calendars"',
          '"addresses": ["ana@example.org"], "passwordEnv": "GONE"',
        ),
    );
    const feed = ['--provider', 'webcal', '--url', 'webcal://calendar.test/team.ics'];
    expect((await run(['setup', ...feed, '--account', 'team', ...QUIETLY])).code).toBe(1);
    const again = [...account(), '--password-stdin', '--policy', 'read-only', ...QUIETLY];
    expect(await run(['setup', ...again], PASSWORD)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(config(), 'utf8')).toContain('// my own words');
    expect(parse(readFileSync(config(), 'utf8')).accounts[0]).toEqual({
      ...{ kind: 'caldav', name: 'calendars', url: home.dav.origin, username: USER },
      ...{ addresses: ['ana@example.org'], passwordFile: 'secrets/calendars' },
    });
    expect(parse(readFileSync(config(), 'utf8'))).toMatchObject({
      accounts: [{ kind: 'caldav', username: USER }],
      policy: 'read-only',
    });
  });

  it('shows the assistant only the calendars that were chosen, and hides none of another account by that', async () => {
    home.put('cal/Home/a.ics', eventText('h', 'Mine'));
    const folder = ['--provider', 'folder', '--url', '~/cal', '--account', 'own', ...QUIETLY];
    expect((await run(['setup', ...folder])).code).toBe(0);
    const listed = JSON.parse((await run(['read', '{"query":{"type":"calendars"}}'])).stdout);
    expect(listed.data.calendars.map((one: { name: string }) => one.name)).toEqual(['Home']);
    const some = [...account(), '--account', 'work', '--password-stdin', '--calendars', 'cal', ...QUIETLY];
    expect(await run(['setup', ...some], PASSWORD)).toMatchObject({ code: 0 });
    expect(settings().policy).toEqual({ calendars: { visible: ['own/*', 'work/cal'] } });
    const seen = JSON.parse((await run(['read', '{"query":{"type":"calendars"}}'])).stdout);
    expect(seen.data.calendars.map((one: { name: string }) => one.name).toSorted()).toEqual(['Home', 'cal']);
  });

  it.each<[string, readonly string[], Record<string, string>, string]>([
    ['an option', ['--timezone', 'Asia/Tokyo'], {}, 'Asia/Tokyo'],
    ['a variable', [], { CALENDAR_TIMEZONE: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    // Clients do not pass it on.
    ['the shell', [], { TZ: 'Asia/Tokyo' }, 'Asia/Tokyo'],
  ])('says its time zone, and keeps the one of %s', async (_, args, env, zone) => {
    const all = ['setup', ...account(), '--password-stdin', '--client', 'cursor', '--yes', ...args];
    const { code, stdout } = await run(all, PASSWORD, env);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Time zone: ${zone} (setup --timezone ZONE changes it).`),
    });
    expect(settings().timezone).toBe(zone);
    const again = await run(['setup', '--provider', 'none', ...QUIETLY], '', { TZ: 'UTC' });
    expect(again.stdout).toContain(`Time zone: ${zone} (`);
    expect(settings().timezone).toBe(zone);
  });

  it('says that invitations are not recognized where nobody knows the address of the person', async () => {
    const args = ['setup', ...account(), '--password-stdin', ...QUIETLY];
    const words = /does not say what your email address is.*\n.*"addresses"/;
    expect((await run(args, PASSWORD)).stdout).toMatch(words);
    expect((await run([...args, '--address', 'ana@example.org'], PASSWORD)).stdout).not.toMatch(words);
    expect(settings().accounts).toMatchObject([{ addresses: ['ana@example.org'] }]);
    expect((await run(args, PASSWORD)).stdout).not.toMatch(words);
  });

  it('leaves the time zone to the computer where nothing else says it', async () => {
    const { TZ: _, ...env } = home.env;
    const args = ['setup', ...account(), '--password-stdin', ...QUIETLY];
    expect(await runProgram(args, { env, stdin: PASSWORD })).toMatchObject({ code: 0 });
    expect(settings().timezone).toBeUndefined();
  });

  it('takes over what khal reads', async () => {
    home.put('cal/Home/a.ics', eventText('h', 'Mine'));
    home.put('.config/khal/config', `[calendars]\n[[home]]\npath = ${home.root}/cal/*\ntype = discover\n`);
    const { code, stdout } = await run(['setup', '--provider', 'khal', ...QUIETLY]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Home (1 event)') });
    expect(settings().accounts).toEqual([{ kind: 'local', name: 'khal', dir: join(home.root, 'cal') }]);
  });

  it('works with a configuration file elsewhere, which the clients are given', async () => {
    const elsewhere = join(home.root, 'elsewhere', 'mine.json');
    const args = ['--config', elsewhere, ...account(), '--password-stdin', '--client', 'cursor', '--yes'];
    expect(await run(['setup', ...args], PASSWORD)).toMatchObject({ code: 0, stderr: '' });
    const { args: given } = parse(readFileSync(join(home.root, '.cursor/mcp.json'), 'utf8')).mcpServers
      .calendar;
    expect(given.slice(1)).toEqual(['--config', elsewhere]);
    expect(existsSync(config())).toBe(false);
  });
});

describe('a setup that cannot be', () => {
  it.each<[string, () => readonly string[], string, number, RegExp]>([
    [
      'a wrong password',
      () => [...account(), '--password-stdin', '--yes'],
      'wrong',
      1,
      /^AUTH_FAILED: The server rejected this user name or password .*\n {2}Check the user name/,
    ],
    [
      'no server',
      () => ['--url', 'http://127.0.0.1:45998', '--user', USER, '--password-stdin', '--yes'],
      PASSWORD,
      1,
      /^UNAVAILABLE/,
    ],
    [
      'no --yes',
      () => [
        ...account(),
        '--password-stdin',
        '--policy',
        'careful',
        '--client',
        'none',
        '--keep',
        'file',
        '--calendars',
        'cal',
      ],
      PASSWORD,
      2,
      /add --yes/,
    ],
    ['no user', () => ['--provider', 'fastmail', '--yes'], '', 2, /--user is needed/],
    [
      'a time zone that does not exist',
      () => [...account(), '--password-stdin', '--timezone', 'Mars/Base', '--yes'],
      PASSWORD,
      1,
      /^CONFIGURATION: .*time zone/,
    ],
    ['no password', () => [...account(), '--yes'], '', 2, /--password-stdin is needed/],
    [
      'a client that does not exist',
      () => ['--provider', 'none', '--client', 'cursr', '--yes'],
      '',
      2,
      /no "cursr": .*cursor/,
    ],
    [
      'a policy that does not exist',
      () => ['--provider', 'none', '--policy', 'bold', '--yes'],
      '',
      2,
      /no "bold"/,
    ],
    [
      'a provider without CalDAV',
      () => ['--user', 'ana@outlook.com', '--yes'],
      '',
      1,
      /do not support CalDAV[\s\S]*DavMail/,
    ],
    [
      'a password for Google',
      () => ['--user', 'ana@gmail.com', '--password-stdin', '--yes'],
      'x',
      2,
      /--client-id is needed/,
    ],
    [
      'a keychain that is not there',
      () => [...account(), '--password-stdin', '--keep', 'keychain', '--yes'],
      PASSWORD,
      2,
      /--keep has no "keychain"/,
    ],
  ])('with %s says so and writes nothing', async (_, args, stdin, code, expected) => {
    const before = treeOf(home.root);
    const ended = await runInProcess(['setup', ...args()], { env: home.env, stdin });
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(expected) });
    expect(treeOf(home.root)).toEqual(before);
  });

  it('because the file of a client cannot be read does not show it as new', async () => {
    rmSync(join(home.root, '.cursor/mcp.json'));
    mkdirSync(join(home.root, '.cursor/mcp.json'));
    const before = treeOf(home.root);
    const ended = await run(['setup', '--provider', 'none', '--client', 'codex,cursor', '--yes']);
    expect(ended).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining('.cursor'),
      stderr: expect.stringMatching(/^STORAGE_ERROR: .*mcp\.json cannot be read or written \(EISDIR\)/),
    });
    expect(treeOf(home.root)).toEqual(before);
  });

  it('because the file of a client is wrong leaves everything as it is', async () => {
    home.put('.cursor/mcp.json', '{ "mcpServers": {');
    const before = treeOf(home.root);
    const ended = await run(['setup', '--provider', 'none', '--client', 'cursor,codex', '--yes']);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^CONFIGURATION: .*mcp\.json/) });
    expect(treeOf(home.root)).toEqual(before);
  });
});
