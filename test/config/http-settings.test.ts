import { describe, expect, it } from 'vitest';
import { failureOf } from '../thrown.js';
import { folder, inNewFolder, load, withFile } from './load-settings.js';

inNewFolder();

const oauth = { issuer: 'https://id.real.test/', jwksUrl: 'https://id.real.test/keys' };
const publicUrl = 'https://calendar.real.test/';

describe('http in the configuration file', () => {
  it('has a default for everything', async () => {
    const none = { allowedOrigins: [], trustedProxies: [], users: [] };
    const nothing = { ...none, stateless: false, idleMinutes: 30, drainSeconds: 0 };
    expect((await load()).http).toEqual(nothing);
    const http = { publicUrl, tokenFile: 'tokens', oauth: { ...oauth, subjects: ['ana'] } };
    expect((await withFile({ http }).load()).http).toEqual({
      ...nothing,
      publicUrl: 'https://calendar.real.test',
      tokenFile: `${folder}/tokens`,
      oauth: {
        ...oauth,
        subjects: ['ana'],
        audience: 'https://calendar.real.test/mcp',
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockSkew: 30,
      },
    });
  });

  it('names users by token, subject or both', async () => {
    const users = [
      { token: 'ana', subject: 'a1', config: 'ana.json' },
      { subject: 'b1', config: '/etc/ben.json' },
    ];
    const { http } = await withFile({ http: { publicUrl, tokenFile: 't', oauth, users } }).load();
    expect(http.users).toEqual([
      { identities: ['token:ana', 'subject:a1'], config: `${folder}/ana.json` },
      { identities: ['subject:b1'], config: '/etc/ben.json' },
    ]);
  });

  const users = [{ token: 'ana', config: 'a.json' }];
  it.each<[string, object, RegExp]>([
    ['a public address with a path', { http: { publicUrl: 'https://x.test/mcp' } }, /without a path/],
    ['keys that are not encrypted', { http: { oauth: { ...oauth, jwksUrl: 'http://x.test/' } } }, /https/],
    [
      'an algorithm with a shared secret',
      { http: { oauth: { ...oauth, algorithms: ['HS256'] } } },
      /HS256|algorithms/,
    ],
    ['OAuth without a public address', { http: { oauth: { ...oauth, subjects: ['a'] } } }, /publicUrl/],
    ['OAuth for nobody', { http: { publicUrl, oauth } }, /subjects/],
    ['users without tokens', { http: { users } }, /tokenFile/],
    ['a user without a name', { http: { tokenFile: 't', users: [{ config: 'a.json' }] } }, /who the user is/],
    ['a user twice', { http: { tokenFile: 't', users: [...users, ...users] } }, /Two users/],
    [
      'users and accounts',
      { http: { tokenFile: 't', users }, accounts: [{ kind: 'local', name: 'a', dir: 'a' }] },
      /configuration files of the users/,
    ],
  ])('is refused with %s', async (_, content, reason) => {
    const error = await failureOf(withFile(content).load());
    expect(error.code).toBe('CONFIGURATION');
    expect(JSON.stringify([error.message, error.info])).toMatch(reason);
  });
});
