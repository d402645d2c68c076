import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { personAccount, settingsOfPerson } from '../../src/config/person-settings.js';
import { secretsOf } from '../../src/config/settings.js';
import { secret } from '../../src/secrets/secret.js';
import { failureOf } from '../thrown.js';
import { folder, inNewFolder, load, withFile } from './load-settings.js';

inNewFolder();

const signIn = { issuer: 'https://id.real.test/', clientId: 'calendar' };
const publicUrl = 'https://calendar.real.test/';
const PASSWORD = { kind: 'given', value: secret('canary') } as const;
const BOUNDS = (await settingsWith({})).bounds;

async function settingsWith(more: object) {
  const { load: read } = withFile({ http: { publicUrl, signIn: { ...signIn, ...more } } });
  const { signIn: found } = (await read()).http;
  if (found === undefined) throw new Error('no signIn');
  return found;
}

describe('http.signIn', () => {
  it('has a default for everything but the client', async () => {
    expect(await settingsWith({})).toMatchObject({
      ...signIn,
      scope: 'openid profile email',
      audience: 'https://calendar.real.test/mcp',
      bounds: {
        accounts: 10,
        policy: { name: 'careful' },
        mayChoose: [],
        readOnly: false,
        privateAddresses: false,
      },
    });
  });

  it('has the secret of the client in the ways of passwords', async () => {
    expect((await settingsWith({ clientSecretFile: 'client' })).clientSecret).toEqual({
      kind: 'file',
      path: join(folder, 'client'),
    });
    const { load: given } = withFile(
      { http: { publicUrl, signIn: { ...signIn, clientSecretEnv: 'CLIENT' } } },
      { CLIENT: 'canary-client' },
    );
    expect(secretsOf(await given())).toEqual(['canary-client']);
  });

  it.each<[string, object, RegExp]>([
    ['no public address', { http: { signIn } }, /publicUrl/],
    [
      'a provider without TLS',
      { http: { publicUrl, signIn: { ...signIn, issuer: 'http://x.test' } } },
      /https/,
    ],
    ['tokens', { http: { publicUrl, signIn, tokenFile: 't' } }, /not both/],
    [
      'two secrets',
      { http: { publicUrl, signIn: { ...signIn, clientSecretEnv: 'A', clientSecretFile: 'b' } } },
      /not both/,
    ],
    [
      'accounts',
      { http: { publicUrl, signIn }, accounts: [{ kind: 'local', name: 'a', dir: 'a' }] },
      /that people add/,
    ],
    [
      'an address as a host',
      { http: { publicUrl, signIn: { ...signIn, hosts: ['https://x.test/'] } } },
      /host/,
    ],
  ])('is refused with %s', async (_, content, reason) => {
    const error = await failureOf(withFile(content).load());
    expect(error.code).toBe('CONFIGURATION');
    expect(JSON.stringify([error.message, error.info])).toMatch(reason);
  });
});

describe('an account that a person adds', () => {
  const account = (given: object, bounds: object = {}) =>
    personAccount({ name: 'a', username: 'ana@real.test', ...given }, PASSWORD, { ...BOUNDS, ...bounds });

  it('is that of a provider, or of any public server', () => {
    expect(account({ provider: 'icloud' })).toMatchObject({
      url: 'https://caldav.icloud.com/',
      publicOnly: true,
      allowedHosts: ['https://*.icloud.com'],
    });
    expect(account({ provider: 'nextcloud', url: 'https://cloud.real.test/' }).url).toBe(
      'https://cloud.real.test/remote.php/dav/',
    );
    expect(account({ url: 'cal.real.test' }).url).toBe('https://cal.real.test');
    expect(account({ url: 'http://10.0.0.7/' }, { privateAddresses: true }).publicOnly).toBeUndefined();
  });

  it.each<[string, object, object]>([
    ['without TLS', { url: 'http://cal.real.test/' }, {}],
    ['at another host', { url: 'https://cal.real.test/' }, { hosts: ['*.icloud.com'] }],
    [
      'at a host that ends alike',
      { url: 'https://evilicloud.com/' },
      { hosts: ['*.icloud.com', 'icloud.com'] },
    ],
    ['at an example', { url: 'https://example.org/' }, {}],
    ['with a password in it', { url: 'https://a:b@cal.real.test/' }, {}],
    ['with another scheme', { url: 'file:///etc/passwd' }, {}],
  ])('is refused %s', (_, given, bounds) => {
    expect(() => account(given, bounds)).toThrow(/this host|https:\/\/|The account is not used/);
  });

  it('is one of the settings of that person, whose policy is theirs or the one for all', async () => {
    const user = { id: 'a1', name: 'Ana', createdAt: 0, signedInAt: 0, suspended: false, revision: 0 };
    const accounts = ['icloud', 'nothing'].map((provider) => {
      return { name: provider, provider, username: 'ana@icloud.com', test: { at: 0 } };
    });
    const common = await load();
    const of = (policy?: string, bounds: object = {}) =>
      settingsOfPerson(
        { user: { ...user, ...(policy && { policy }) }, accounts, passwordOf: () => PASSWORD },
        { ...BOUNDS, mayChoose: ['trusted'], ...bounds },
        common,
      );
    expect(of()).toMatchObject({
      owner: 'person/a1',
      stateDir: join(common.stateDir, 'people', 'a1'),
      accounts: [{ name: 'icloud' }],
      failedAccounts: [{ name: 'nothing' }],
      policy: { name: 'careful', readOnly: false },
    });
    expect(of('trusted').policy.name).toBe('trusted');
    expect(of('dedicated').policy.name).toBe('careful');
    expect(of('trusted', { readOnly: true }).policy.readOnly).toBe(true);
  });
});
