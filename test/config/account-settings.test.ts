import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../src/config/settings.js';
import { caldav, folder, inNewFolder, load, withFile } from './load-settings.js';

inNewFolder();

describe('secrets that are kept elsewhere', () => {
  const own = { kind: 'caldav', name: 'a', username: 'ana', url: 'https://dav.real.test/' };

  it('are entries of the keychain, of the user where nobody else is named', async () => {
    const { accounts } = await withFile({
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

  it('are a file beside the configuration, and none of it is read or missed at the start', async () => {
    const oauth = { tokenUrl: 'https://id.real.test/token', clientId: 'c', refreshTokenFile: 'token' };
    const { accounts, failedAccounts } = await withFile({
      accounts: [{ ...own, oauth, mirror: false }],
    }).load();
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
  it('is used alone, without the local store', async () => {
    expect((await load(caldav)).accounts).toMatchObject([
      { kind: 'caldav', name: 'caldav', url: caldav.CALDAV_URL },
    ]);
  });

  it('stands beside a local store that was asked for', async () => {
    const { accounts } = await load({ ...caldav, CALENDAR_DIR: '/calendars' });
    expect(accounts.map(({ kind }) => kind)).toEqual(['caldav', 'local']);
  });

  it('may be a bare host name', async () => {
    expect((await load({ ...caldav, CALDAV_URL: 'caldav.icloud.com' })).accounts).toMatchObject([
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
  ])('with %s is refused with the reason, and nothing takes its place', async (_, env, reason) => {
    const { accounts, failedAccounts } = await load({ ...caldav, ...env });
    expect(accounts).toEqual([]);
    expect(failedAccounts).toHaveLength(1);
    expect(failedAccounts[0]?.error.code).toBe('CONFIGURATION');
    expect(failedAccounts[0]?.error.message).toMatch(reason);
  });

  it('warns when the password would cross a network in clear, but not on the same machine', async () => {
    expect((await load({ ...caldav, CALDAV_URL: 'http://nas.local:5232' })).warnings).toHaveLength(1);
    for (const url of ['http://127.0.0.1:5232', 'http://localhost:5232', 'http://[::1]:5232']) {
      expect((await load({ ...caldav, CALDAV_URL: url })).warnings).toEqual([]);
    }
  });

  it('never shows its password', async () => {
    const settings = await load(caldav);
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
