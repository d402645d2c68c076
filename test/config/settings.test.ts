import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultFolders } from '../../src/config/default-folders.js';
import { loadSettings, type SettingFlags, secretsOf } from '../../src/config/settings.js';
import { errorOf } from '../thrown.js';

const folder = mkdtempSync(join(tmpdir(), 'calendar-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const empty = { XDG_CONFIG_HOME: folder, HOME: folder };
const caldav = {
  CALDAV_URL: 'https://dav.fastmail.com/',
  CALDAV_USERNAME: 'ana',
  CALDAV_PASSWORD: 'canary-Pa55',
};

function load(env: NodeJS.ProcessEnv = {}, flags: SettingFlags = {}) {
  return loadSettings(flags, { ...empty, ...env });
}

function withFile(content: unknown, env: NodeJS.ProcessEnv = {}) {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return { path, load: () => load({ ...env, CALENDAR_CONFIG: path }) };
}

describe('a folder named on the command line', () => {
  it('has a trash and an undo log of its own', () => {
    const states = ['/a', '/b', '/a'].map(
      (dir) => load({ XDG_STATE_HOME: '/state', CALENDAR_DIR: dir }).stateDir,
    );
    expect(new Set(states).size).toBe(2);
    expect(states[0]).toBe(states[2]);
    expect(load({ CALENDAR_DIR: '/a', CALENDAR_STATE_DIR: '/s' }).stateDir).toBe('/s');
  });
});

describe("the person's own addresses", () => {
  it('come from the variable, else from the file, and belong to every account', () => {
    expect(
      load({ CALENDAR_ADDRESSES: ' ana@example.org, mailto:Ana.Prado@work.example ,' }).addresses,
    ).toEqual(['ana@example.org', 'Ana.Prado@work.example']);
    const file = { addresses: ['file@example.org'] };
    expect(withFile(file).load().addresses).toEqual(['file@example.org']);
    expect(withFile(file, { CALENDAR_ADDRESSES: 'env@example.org' }).load().addresses).toEqual([
      'env@example.org',
    ]);
    expect(load().addresses).toEqual([]);
  });

  it.each(['ana', 'ana@', 'ana@x.org bob@x.org'])('must be addresses: %s', (text) => {
    expect(errorOf(() => load({ CALENDAR_ADDRESSES: text })).code).toBe('CONFIGURATION');
    expect(errorOf(() => withFile({ addresses: [text] }).load()).code).toBe('CONFIGURATION');
  });
});

describe('without anything', () => {
  it('serves a local store in the data folder', () => {
    const settings = load({ XDG_DATA_HOME: '/data', XDG_STATE_HOME: '/state' });
    if (process.platform === 'linux') {
      expect(settings.accounts).toEqual([
        { kind: 'local', name: 'local', dir: '/data/calendar-mcp/calendars', create: true, addresses: [] },
      ]);
      expect(settings.stateDir).toBe('/state/calendar-mcp');
    }
    expect(settings).toMatchObject({ failedAccounts: [], weekStart: 1, logLevel: 'warn', warnings: [] });
    expect(settings.workingHours).toEqual({
      start: '09:00',
      end: '17:00',
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    });
  });

  it('takes empty variables for absent ones', () => {
    const settings = load({ CALDAV_URL: '', CALDAV_USERNAME: ' ', CALENDAR_NOW: '', CALENDAR_CONFIG: '' });
    expect(settings.accounts).toHaveLength(1);
    expect(settings.failedAccounts).toEqual([]);
    expect(settings.now).toBeUndefined();
  });
});

describe('folders', () => {
  it('are those of each platform', () => {
    expect(defaultFolders('linux', {}, '/h')).toEqual({
      data: '/h/.local/share/calendar-mcp/calendars',
      state: '/h/.local/state/calendar-mcp',
      config: '/h/.config/calendar-mcp',
    });
    expect(defaultFolders('linux', { XDG_DATA_HOME: 'relative' }, '/h').data).toBe(
      '/h/.local/share/calendar-mcp/calendars',
    );
    expect(defaultFolders('darwin', {}, '/h').data).toBe(
      '/h/Library/Application Support/calendar-mcp/calendars',
    );
    expect(defaultFolders('win32', { LOCALAPPDATA: '/l', APPDATA: '/r' }, '/h')).toMatchObject({
      data: '/l/calendar-mcp/calendars',
      config: '/r/calendar-mcp',
    });
  });

  it('come from flags before the environment, and ~ is the home folder', () => {
    const settings = load({ CALENDAR_DIR: '/env', CALENDAR_STATE_DIR: '~/state' }, { dir: '/flag' });
    expect(settings.accounts).toMatchObject([{ dir: '/flag' }]);
    expect(settings.stateDir).toBe(join(homedir(), 'state'));
  });
});

describe('the Calendar app', () => {
  const on = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}, flags: SettingFlags = {}) =>
    loadSettings(flags, { ...empty, ...env }, platform).accounts.map(({ kind }) => kind);

  it('serves a Mac where nothing else is configured, and nobody else', () => {
    expect(on('darwin')).toEqual(['applescript']);
    expect(on('darwin', caldav)).toEqual(['caldav']);
    expect(on('darwin', { CALENDAR_DIR: '/c' })).toEqual(['local']);
    expect(on('darwin', caldav, { backend: 'applescript' })).toEqual(['applescript']);
    expect(on('darwin', {}, { backend: 'local' })).toEqual(['local']);
    expect(on('linux')).toEqual(['local']);
  });

  it('is given more time than servers, unless told otherwise', () => {
    const times = (env: NodeJS.ProcessEnv) => loadSettings({}, { ...empty, ...env }, 'darwin').deadlines;
    expect(times({})).toEqual({ read: 45, write: 55 });
    expect(times({ CALENDAR_READ_DEADLINE: '7' })).toEqual({ read: 7, write: 55 });
    expect(times(caldav)).toEqual({ read: 10, write: 25 });
  });

  it('is refused on another system in one sentence', () => {
    const error = errorOf(() => on('linux', {}, { backend: 'applescript' }));
    expect(error).toMatchObject({
      code: 'CONFIGURATION',
      message: 'The Calendar app can be used on macOS only; this is another system.',
    });
  });
});

describe('an account in the configuration file', () => {
  const account = { kind: 'caldav', name: 'a', username: 'ana@icloud.example' };

  it('of a known provider needs no address, and takes its further hosts along', () => {
    const { load: loaded } = withFile({
      accounts: [{ ...account, provider: 'icloud', password: 'abcd-efgh' }],
    });
    expect(loaded().accounts).toMatchObject([
      {
        url: 'https://caldav.icloud.com/',
        allowedHosts: ['https://*.icloud.com'],
        access: { kind: 'password' },
      },
    ]);
  });

  it('may be a subscription, whose address is kept secret', () => {
    const url = 'https://cal.real.test/private-canary/basic.ics';
    const settings = withFile({ accounts: [{ kind: 'webcal', name: 'team', url }] }).load();
    expect(settings.accounts).toMatchObject([{ kind: 'webcal', allowPrivate: false }]);
    expect(JSON.stringify(settings)).not.toContain('canary');
    expect(secretsOf(settings)).toEqual([url]);
  });

  it('may get its secret from a command or by OAuth, and no secret is shown', () => {
    const own = { ...account, url: 'https://dav.real.test/' };
    const oauth = { tokenUrl: 'https://id.real.test/token', clientId: 'c', refreshTokenEnv: 'REFRESH' };
    const accounts = [
      { ...own, name: 'command', passwordCommand: ['pass', 'show', 'dav'] },
      { ...own, name: 'oauth', oauth },
    ];
    const settings = withFile({ accounts }, { REFRESH: 'r3fr3sh-canary' }).load();
    expect(settings.accounts).toMatchObject([
      { access: { kind: 'password', password: { kind: 'command', command: ['pass', 'show', 'dav'] } } },
      { access: { kind: 'oauth', tokenUrl: oauth.tokenUrl, clientId: 'c' } },
    ]);
    expect(JSON.stringify(settings)).not.toContain('canary');
    expect(secretsOf(settings)).toEqual(['r3fr3sh-canary']);
    const [failed] = withFile({ accounts: [{ ...own, oauth }] }).load().failedAccounts;
    expect(failed).toMatchObject({ name: 'a', error: { code: 'CONFIGURATION' } });
  });
});

describe('secrets that are kept elsewhere', () => {
  const own = { kind: 'caldav', name: 'a', username: 'ana', url: 'https://dav.real.test/' };

  it('are entries of the keychain, of the user where nobody else is named', () => {
    const { accounts } = withFile({
      accounts: [
        { ...own, passwordKeychain: { service: 'calendar' } },
        { ...own, name: 'b', passwordKeychain: { service: 'calendar', account: 'other' } },
      ],
    }).load();
    expect(accounts).toMatchObject([
      {
        access: { password: { kind: 'keychain', entry: { service: 'calendar', account: 'ana' } } },
        mirror: true,
      },
      { access: { password: { kind: 'keychain', entry: { service: 'calendar', account: 'other' } } } },
    ]);
  });

  it('are a file beside the configuration, and none of it is read or missed at the start', () => {
    const oauth = { tokenUrl: 'https://id.real.test/token', clientId: 'c', refreshTokenFile: 'token' };
    const { accounts, failedAccounts } = withFile({ accounts: [{ ...own, oauth, mirror: false }] }).load();
    expect(failedAccounts).toEqual([]);
    expect(accounts).toMatchObject([
      {
        access: { kind: 'oauth', refreshToken: { kind: 'file', path: join(folder, 'token') } },
        mirror: false,
      },
    ]);
  });
});

describe('an account by environment', () => {
  it('is used alone, without the local store', () => {
    expect(load(caldav).accounts).toMatchObject([{ kind: 'caldav', name: 'caldav', url: caldav.CALDAV_URL }]);
  });

  it('stands beside a local store that was asked for', () => {
    const { accounts } = load({ ...caldav, CALENDAR_DIR: '/calendars' });
    expect(accounts.map(({ kind }) => kind)).toEqual(['caldav', 'local']);
  });

  it('may be a bare host name', () => {
    expect(load({ ...caldav, CALDAV_URL: 'caldav.icloud.com' }).accounts).toMatchObject([
      { url: 'https://caldav.icloud.com' },
    ]);
  });

  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    ['no address', { CALDAV_URL: '' }, /address is missing/],
    ['no user name', { CALDAV_USERNAME: '' }, /user name is missing/],
    ['no password', { CALDAV_PASSWORD: '' }, /password is missing/],
    ['a broken address', { CALDAV_URL: 'https://' }, /no valid URL/],
    ['another scheme', { CALDAV_URL: 'ftp://dav.fastmail.com' }, /https/],
    ['a password in the address', { CALDAV_URL: 'https://ana:pw@dav.fastmail.com' }, /must not hold/],
    ['an example host', { CALDAV_URL: 'https://caldav.example.com/' }, /address is a placeholder/],
    ['a template password', { CALDAV_PASSWORD: 'your-app-password' }, /password is a placeholder/],
    ['an unexpanded variable', { CALDAV_PASSWORD: `\${CAL_PASS}` }, /password is a placeholder/],
    ["Apple's pattern", { CALDAV_PASSWORD: 'xxxx-xxxx-xxxx-xxxx' }, /password is a placeholder/],
    ['a default password', { CALDAV_PASSWORD: 'changeme' }, /placeholder/],
    ['a well-known password', { CALDAV_PASSWORD: 'password' }, /well-known default/],
    ['the user name as password', { CALDAV_USERNAME: 'radicale', CALDAV_PASSWORD: 'radicale' }, /well-known/],
    ['a template user name', { CALDAV_USERNAME: 'your-username' }, /user name is a placeholder/],
  ])('with %s is refused with the reason, and nothing takes its place', (_, env, reason) => {
    const { accounts, failedAccounts } = load({ ...caldav, ...env });
    expect(accounts).toEqual([]);
    expect(failedAccounts).toHaveLength(1);
    expect(failedAccounts[0]?.error.code).toBe('CONFIGURATION');
    expect(failedAccounts[0]?.error.message).toMatch(reason);
  });

  it('warns when the password would cross a network in clear, but not on the same machine', () => {
    expect(load({ ...caldav, CALDAV_URL: 'http://nas.local:5232' }).warnings).toHaveLength(1);
    for (const url of ['http://127.0.0.1:5232', 'http://localhost:5232', 'http://[::1]:5232']) {
      expect(load({ ...caldav, CALDAV_URL: url }).warnings).toEqual([]);
    }
  });

  it('never shows its password', () => {
    const settings = load(caldav);
    for (const shown of [
      inspect(settings, { depth: 9, showHidden: true }),
      JSON.stringify(settings),
      `${settings.accounts}`,
    ]) {
      expect(shown).not.toContain('canary');
    }
    expect(secretsOf(settings)).toContain('canary-Pa55');
  });
});

describe('the configuration file', () => {
  it('gives accounts of every kind, with paths beside the file', () => {
    const accounts = [
      {
        kind: 'caldav',
        name: 'work',
        url: 'https://dav.fastmail.com',
        username: 'ana',
        passwordEnv: 'WORK_PW',
      },
      { kind: 'local', name: 'home', dir: 'calendars' },
      { kind: 'ics', name: 'holidays', path: '/data/holidays.ics' },
    ];
    const content = {
      accounts,
      timezone: 'Europe/Berlin',
      weekStart: 'sun',
      calendar: 'Work',
      stateDir: 'state',
    };
    const settings = withFile(content, { WORK_PW: 'hunter-hunter' }).load();
    expect(settings.accounts).toMatchObject([
      { kind: 'caldav', name: 'work' },
      { kind: 'local', dir: join(folder, 'calendars') },
      { kind: 'ics', path: '/data/holidays.ics' },
    ]);
    expect(settings).toMatchObject({
      timezone: 'Europe/Berlin',
      weekStart: 7,
      calendar: 'Work',
      stateDir: join(folder, 'state'),
    });
  });

  it('loses to the environment', () => {
    const file = withFile(
      { timezone: 'Europe/Berlin', calendar: 'Work', deadlines: { read: 20, write: 30 } },
      { CALENDAR_TIMEZONE: 'UTC', CALDAV_CALENDAR_NAME: 'AI', CALENDAR_READ_DEADLINE: '7' },
    );
    expect(file.load()).toMatchObject({ timezone: 'UTC', calendar: 'AI', deadlines: { read: 7, write: 30 } });
  });

  it('keeps the other accounts when one has no password', () => {
    const accounts = [
      {
        kind: 'caldav',
        name: 'work',
        url: 'https://dav.fastmail.com',
        username: 'ana',
        passwordEnv: 'NOT_SET',
      },
      { kind: 'local', name: 'home', dir: '/calendars' },
    ];
    const settings = withFile({ accounts }).load();
    expect(settings.accounts.map(({ name }) => name)).toEqual(['home']);
    expect(settings.failedAccounts.map(({ name }) => name)).toEqual(['work']);
    expect(settings.failedAccounts[0]?.error.info.suggestion).toContain('NOT_SET');
  });

  it('warns when others can read a password in it', () => {
    const account = {
      kind: 'caldav',
      name: 'a',
      url: 'https://dav.fastmail.com',
      username: 'ana',
      password: 'canary-x',
    };
    const file = withFile({ accounts: [account] });
    expect(file.load().warnings).toEqual([]);
    chmodSync(file.path, 0o644);
    const { warnings } = file.load();
    if (process.platform !== 'win32') expect(warnings[0]).toContain('chmod 600');
    expect(warnings.join()).not.toContain('canary');
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"accounts": [\n {"password": "canary-x",,}', /not valid JSON/],
    ['an unknown key', { acounts: [] }, /acounts/],
    ['a wrong value', { weekStart: 'noon' }, /weekStart/],
    ['a deadline longer than anybody waits', { deadlines: { read: 3600 } }, /deadlines/],
    [
      'two accounts of one name',
      {
        accounts: [
          { kind: 'local', name: 'a', dir: 'x' },
          { kind: 'local', name: 'a', dir: 'y' },
        ],
      },
      /this name/,
    ],
    ['a list', [], /not valid/],
    [
      'a password in the wrong place',
      {
        accounts: [
          { kind: 'caldav', name: 'a', url: 'https://ana:canary-x@dav.fastmail.com', usrname: 'canary-x' },
        ],
      },
      /accounts/,
    ],
  ])('with %s is refused, and not quoted', (_, content, reason) => {
    const error = errorOf(withFile(content).load);
    expect(error.code).toBe('CONFIGURATION');
    expect(`${error.message} ${error.info.path} ${error.info.didYouMean}`).toMatch(reason);
    expect(JSON.stringify([error.message, error.info])).not.toContain('canary');
  });

  it('must exist when it is named', () => {
    expect(errorOf(() => load({ CALENDAR_CONFIG: join(folder, 'nope.json') })).message).toMatch(
      /does not exist/,
    );
  });
});

it('refuses an unknown log level', () => {
  expect(errorOf(() => load({ CALENDAR_LOG: 'loud' })).code).toBe('CONFIGURATION');
});
