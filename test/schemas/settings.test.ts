import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseSettings, settingsJsonSchema } from '../../schemas/settings/parse-settings.js';
import { errorOf } from '../thrown.js';

const FULL = {
  $schema: './calendar-mcp.schema.json',
  accounts: [
    {
      kind: 'caldav',
      name: 'work',
      url: 'https://dav.example.org/',
      username: 'ana',
      passwordEnv: 'WORK_PASSWORD',
    },
    {
      kind: 'caldav',
      name: 'club',
      url: 'http://127.0.0.1:5232/',
      username: 'ana',
      password: 'hunter2-secret',
    },
    {
      kind: 'caldav',
      name: 'phone',
      provider: 'icloud',
      username: 'ana@example.org',
      passwordCommand: ['pass', 'show', 'icloud'],
      allowedHosts: ['https://*.example.org'],
    },
    {
      kind: 'caldav',
      name: 'google',
      provider: 'google',
      username: 'ana@example.org',
      oauth: {
        tokenUrl: 'https://oauth2.example.org/token',
        clientId: 'client',
        clientSecretEnv: 'GOOGLE_SECRET',
        refreshTokenEnv: 'GOOGLE_TOKEN',
      },
    },
    {
      kind: 'caldav',
      name: 'nas',
      provider: 'synology',
      url: 'https://nas.example.org:5001/',
      username: 'ana',
      passwordKeychain: { service: 'calendar', account: 'ana at home' },
      mirror: false,
    },
    {
      kind: 'caldav',
      name: 'rotating',
      url: 'https://dav.example.org/',
      username: 'ana',
      oauth: {
        tokenUrl: 'https://oauth2.example.org/token',
        clientId: 'client',
        clientSecretKeychain: { service: 'calendar-client' },
        refreshTokenFile: '~/.config/calendar-mcp/refresh-token',
      },
    },
    { kind: 'local', name: 'home', dir: './calendars', addresses: ['ana@example.org'] },
    { kind: 'ics', name: 'holidays', path: './holidays.ics' },
  ],
  timezone: 'Europe/Berlin',
  weekStart: 'sun',
  workingHours: { start: '08:00', end: '16:30', days: ['mon', 'tue'] },
  deadlines: { read: 5.5, write: 40 },
  calendar: 'Shared',
  defaultCalendar: 'work/Work',
  localDir: './local',
  stateDir: './state',
};

/** The account with OAuth, with other settings. */
function oauth(changes: Readonly<Record<string, unknown>>): unknown {
  const given = Object.entries({ ...FULL.accounts[3]?.oauth, ...changes });
  const defined = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return { accounts: [{ ...FULL.accounts[3], oauth: defined }] };
}

const refusal = (value: unknown) => errorOf(() => parseSettings(value));

describe('settings', () => {
  it('take everything, and nothing', () => {
    expect(parseSettings(FULL)).toEqual(FULL);
    expect(parseSettings({})).toEqual({});
  });

  it('have a JSON schema that agrees', () => {
    const validate = new Ajv({ strict: true }).compile(settingsJsonSchema());
    expect(validate(FULL)).toBe(true);
    expect(validate({ acounts: [] })).toBe(false);
    expect(parseSettings(refusal({ x: 1 }).info.example)).toBeTruthy();
  });

  it.each([
    [{ acounts: [] }, '/acounts', 'accounts'],
    [{ weekStart: 'monday' }, '/weekStart', 'mon'],
    [{ accounts: [{ kind: 'caldev', name: 'a' }] }, '/accounts/0/kind', 'caldav'],
  ])('%j at %s means %s', (value, path, meant) => {
    const error = refusal(value);
    expect(error.code).toBe('CONFIGURATION');
    expect(error.info.path).toBe(path);
    expect(error.info.didYouMean).toContain(meant);
  });

  it.each([
    [{ accounts: [{ ...FULL.accounts[1], url: 'ftp://x' }] }, '/accounts/0/url'],
    [{ accounts: [{ ...FULL.accounts[1], url: 'https://ana:hunter2-secret@x/' }] }, '/accounts/0/url'],
    [{ accounts: [{ ...FULL.accounts[1], passwordEnv: 'A' }] }, '/accounts/0/passwordEnv'],
    [{ accounts: [{ ...FULL.accounts[1], passwordCommand: ['pass'] }] }, '/accounts/0/passwordCommand'],
    [{ accounts: [{ ...FULL.accounts[2], oauth: FULL.accounts[3]?.oauth }] }, '/accounts/0/oauth'],
    [{ accounts: [{ ...FULL.accounts[2], passwordCommand: [] }] }, '/accounts/0/passwordCommand'],
    [{ accounts: [{ ...FULL.accounts[2], passwordCommand: 'pass show x' }] }, '/accounts/0/passwordCommand'],
    [oauth({ tokenUrl: undefined }), '/accounts/0/oauth/tokenUrl'],
    [oauth({ refreshTokenEnv: undefined }), '/accounts/0/oauth'],
    [oauth({ refreshTokenFile: 'token' }), '/accounts/0/oauth/refreshTokenFile'],
    [oauth({ clientSecretKeychain: { service: 's' } }), '/accounts/0/oauth/clientSecretKeychain'],
    [
      oauth({ clientSecretKeychain: { servce: 'hunter2' }, clientSecretEnv: undefined }),
      '/accounts/0/oauth/clientSecretKeychain/servce',
    ],
    [
      { accounts: [{ ...FULL.accounts[1], passwordKeychain: { service: 's' } }] },
      '/accounts/0/passwordKeychain',
    ],
    [{ accounts: [{ ...FULL.accounts[1], mirror: 'no' }] }, '/accounts/0/mirror'],
    [{ accounts: [{ kind: 'caldav', name: 'a', username: 'ana' }] }, '/accounts/0/url'],
    [{ accounts: [FULL.accounts[6], FULL.accounts[6]] }, '/accounts/1/name'],
    [{ workingHours: { start: '09:00', end: '09:00' } }, '/workingHours'],
    [[], ''],
    ['{}', ''],
    [null, ''],
  ])('refuse %j at %s without saying a secret', (value, path) => {
    const error = refusal(value);
    expect(error.info.path).toBe(path);
    expect(`${error.message}${JSON.stringify(error.info)}`).not.toContain('hunter2');
  });
});

describe('what a person writes', () => {
  const caldav = { name: 'a', username: 'ana', passwordFile: 'secret' };
  it.each([
    ['caldav', { ...caldav, provider: 'fastmail' }],
    ['caldav', { ...caldav, url: 'https://dav.example.org/' }],
    ['webcal', { name: 'a', url: 'https://cal.example.org/team.ics' }],
    ['local', { name: 'a', dir: '~/calendars' }],
    ['ics', { name: 'a', path: '~/holidays.ics' }],
  ])('%s is seen by the other keys', (kind, account) => {
    expect(parseSettings({ accounts: [account] }).accounts).toEqual([{ kind, ...account }]);
    const editor = new Ajv({ strict: false, validateFormats: false }).compile(settingsJsonSchema());
    expect(editor({ accounts: [account] })).toBe(true);
  });

  it('an account that says nothing needs its kind', () => {
    expect(() => parseSettings({ accounts: [{ name: 'a' }] })).toThrow(/`kind` is required/);
  });

  it.each(['readonly', 'ReadOnly', 'read_only', 'read only'])('"%s" is nearly a policy', (policy) => {
    expect(errorOf(() => parseSettings({ policy })).info.didYouMean).toEqual(['read-only']);
  });
});
