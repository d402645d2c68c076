import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../src/backends/caldav/transport/providers.js';
import { findPlace, type Names } from '../../src/setup/find-provider.js';
import { PROVIDER_GUIDES } from '../../src/setup/provider-guide.js';

const names = (mx: readonly string[], srv: { name: string; port: number }[] = []): Names => ({
  mx: async () => mx,
  srv: async () => srv,
});
const failing = (code: string): Names => {
  const fail = () => Promise.reject(Object.assign(new Error(`query ${code}`), { code }));
  return { mx: fail, srv: fail };
};
const NOBODY = failing('ENOTFOUND');

describe('where calendars are', () => {
  it.each([
    ['ana@gmail.com', NOBODY, { provider: 'google' }],
    ['Ana@ICloud.com', NOBODY, { provider: 'icloud' }],
    ['ana@outlook.com', NOBODY, { without: 'caldav' }],
    ['ana@own.test', names(['in1-smtp.messagingengine.com']), { provider: 'fastmail' }],
    ['ana@own.test', names(['aspmx.l.google.com', 'alt1.aspmx.l.google.com']), { provider: 'google' }],
    ['ana@own.test', names(['own-test.mail.protection.outlook.com']), { without: 'caldav' }],
    ['ana@own.test', names(['mx.notgoogle.com']), { url: 'https://own.test/' }],
    [
      'ana@own.test',
      names(['mx.own.test'], [{ name: 'dav.own.test', port: 443 }]),
      { url: 'https://dav.own.test/' },
    ],
    [
      'ana@own.test',
      names([], [{ name: 'dav.own.test', port: 8443 }]),
      { url: 'https://dav.own.test:8443/' },
    ],
    ['ana@own.test', names([], [{ name: '', port: 0 }]), { url: 'https://own.test/' }],
    ['ana@own.test', NOBODY, { url: 'https://own.test/' }],
    ['cloud.own.test', NOBODY, { url: 'https://cloud.own.test' }],
    [' http://127.0.0.1:5232/ana/ ', NOBODY, { url: 'http://127.0.0.1:5232/ana/' }],
    ['https://ana@cloud.own.test/', NOBODY, { url: 'https://ana@cloud.own.test/' }],
  ])('of %s', async (address, at, expected) => {
    expect(await findPlace(address, at)).toEqual(expected);
  });

  it.each(['ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED'])(
    'of nobody where %s keeps it from being known',
    async (code) => {
      await expect(findPlace('ana@own.test', failing(code))).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('cannot be looked up'),
      });
      expect(await findPlace('ana@own.test', failing('ENODATA'))).toEqual({ url: 'https://own.test/' });
    },
  );

  it('asks nobody about a domain that is known', async () => {
    const asking: Names = {
      mx: () => Promise.reject(new Error('asked')),
      srv: () => Promise.reject(new Error('asked')),
    };
    expect(await findPlace('ana@fastmail.com', asking)).toEqual({ provider: 'fastmail' });
  });

  it('no domain is that of two providers, and those with one host for all are found by an address', () => {
    const domains = Object.values(PROVIDER_GUIDES).flatMap(({ domains = [] }) => domains);
    expect(new Set(domains).size).toBe(domains.length);
    for (const [name, { url }] of Object.entries(PROVIDERS)) {
      const guide = PROVIDER_GUIDES[name as keyof typeof PROVIDER_GUIDES];
      expect([
        name,
        guide.domains !== undefined || guide.mail !== undefined || name === 'icloud-china',
      ]).toEqual([name, url !== undefined || name === 'zoho']);
    }
  });
});
