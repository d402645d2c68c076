import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultFolders } from '../../src/config/default-folders.js';
import { loadSettings, type SettingFlags } from '../../src/config/settings.js';
import { failureOf } from '../thrown.js';
import { caldav, empty, inNewFolder, load, withFile } from './load-settings.js';

inNewFolder();

describe('a folder named on the command line', () => {
  it('has a trash and an undo log of its own', async () => {
    const states = await Promise.all(
      ['/a', '/b', '/a'].map(
        async (dir) => (await load({ XDG_STATE_HOME: '/state', CALENDAR_DIR: dir })).stateDir,
      ),
    );
    expect(new Set(states).size).toBe(2);
    expect(states[0]).toBe(states[2]);
    expect((await load({ CALENDAR_DIR: '/a', CALENDAR_STATE_DIR: '/s' })).stateDir).toBe('/s');
  });
});

describe('CALENDAR_READ_ONLY', () => {
  it.each(['1', 'true', 'TRUE', 'yes', 'on'])('%s leaves everything as it is', async (text) => {
    expect((await load({ CALENDAR_READ_ONLY: text })).policy.readOnly).toBe(true);
  });

  it.each(['', '0', 'false', 'no', 'off', '\u0024{user_config.read_only}'])('%s does not', async (text) => {
    expect((await load({ CALENDAR_READ_ONLY: text })).policy.readOnly).toBe(false);
  });

  it.each(['2', 'please', 'readonly'])('%s is no answer', async (text) => {
    expect((await failureOf(load({ CALENDAR_READ_ONLY: text }))).code).toBe('CONFIGURATION');
  });
});

describe("the person's own addresses", () => {
  it('come from the variable, else from the file, and belong to every account', async () => {
    expect(
      (await load({ CALENDAR_ADDRESSES: ' ana@example.org, mailto:Ana.Prado@work.example ,' })).addresses,
    ).toEqual(['ana@example.org', 'Ana.Prado@work.example']);
    const file = { addresses: ['file@example.org'] };
    expect((await withFile(file).load()).addresses).toEqual(['file@example.org']);
    expect((await withFile(file, { CALENDAR_ADDRESSES: 'env@example.org' }).load()).addresses).toEqual([
      'env@example.org',
    ]);
    expect((await load()).addresses).toEqual([]);
  });

  it.each(['ana', 'ana@', 'ana@x.org bob@x.org'])('must be addresses: %s', async (text) => {
    expect((await failureOf(load({ CALENDAR_ADDRESSES: text }))).code).toBe('CONFIGURATION');
    expect((await failureOf(withFile({ addresses: [text] }).load())).code).toBe('CONFIGURATION');
  });
});

describe('without anything', () => {
  it('serves calendars of the database where there is one, and a folder where that is named', async () => {
    const database = { CALENDAR_DATABASE: 'postgres://calendar@db.example.org/calendar' };
    const kinds = async (env: NodeJS.ProcessEnv) => (await load(env)).accounts.map(({ kind }) => kind);
    if (process.platform !== 'linux') return;
    expect(await kinds(database)).toEqual(['stored']);
    expect(await kinds({ ...database, CALENDAR_DIR: '/calendars' })).toEqual(['local']);
  });

  it('serves a local store in the data folder', async () => {
    const settings = await load({ XDG_DATA_HOME: '/data', XDG_STATE_HOME: '/state' });
    if (process.platform === 'linux') {
      expect(settings.accounts).toEqual([
        {
          ...{ kind: 'local', name: 'local', dir: '/data/calendar-mcp/calendars', create: true },
          ...{ standsIn: true, addresses: [] },
        },
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

  it('takes empty variables for absent ones', async () => {
    const settings = await load({
      CALDAV_URL: '',
      CALDAV_USERNAME: ' ',
      CALENDAR_NOW: '',
      CALENDAR_CONFIG: '',
    });
    expect(settings.accounts).toHaveLength(1);
    expect(settings.failedAccounts).toEqual([]);
    expect(settings.now).toBeUndefined();
  });
});

describe('folders', () => {
  it('are those of each platform', async () => {
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

  it('come from flags before the environment, and ~ is the home folder', async () => {
    const settings = await load({ CALENDAR_DIR: '/env', CALENDAR_STATE_DIR: '~/state' }, { dir: '/flag' });
    expect(settings.accounts).toMatchObject([{ dir: '/flag' }]);
    expect(settings.stateDir).toBe(join(homedir(), 'state'));
  });
});

describe('a folder on the command line', () => {
  it('is all there is, unlike one of the environment', async () => {
    const kinds = async (env: NodeJS.ProcessEnv, flags: SettingFlags = {}) =>
      (await load({ ...caldav, ...env }, flags)).accounts.map(({ kind }) => kind);
    expect(await kinds({}, { dir: '/flag' })).toEqual(['local']);
    expect(await kinds({ CALENDAR_DIR: '/env' })).toEqual(['caldav', 'local']);
  });
});

describe('the Calendar app', () => {
  const on = async (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}, flags: SettingFlags = {}) =>
    (await loadSettings(flags, { ...empty, ...env }, platform)).accounts.map(({ kind }) => kind);

  it('serves a Mac where nothing else is configured, and nobody else', async () => {
    expect(await on('darwin')).toEqual(['applescript']);
    expect(await on('darwin', caldav)).toEqual(['caldav']);
    expect(await on('darwin', { CALENDAR_DIR: '/c' })).toEqual(['local']);
    expect(await on('darwin', caldav, { backend: 'applescript' })).toEqual(['applescript']);
    expect(await on('darwin', {}, { backend: 'local' })).toEqual(['local']);
    expect(await on('linux')).toEqual(['local']);
  });

  it('is given more time than servers, unless told otherwise', async () => {
    const times = async (env: NodeJS.ProcessEnv) =>
      (await loadSettings({}, { ...empty, ...env }, 'darwin')).deadlines;
    expect(await times({})).toEqual({ read: 45, write: 55 });
    expect(await times({ CALENDAR_READ_DEADLINE: '7' })).toEqual({ read: 7, write: 55 });
    expect(await times(caldav)).toEqual({ read: 10, write: 25 });
  });

  it('is refused on another system in one sentence', async () => {
    const error = await failureOf(on('linux', {}, { backend: 'applescript' }));
    expect(error).toMatchObject({
      code: 'CONFIGURATION',
      message: 'The Calendar app can be used on macOS only; this is another system.',
    });
  });
});

it('refuses an unknown log level', async () => {
  expect((await failureOf(load({ CALENDAR_LOG: 'loud' }))).code).toBe('CONFIGURATION');
});
