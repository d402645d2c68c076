// @module-tag servers
import { expect, it } from 'vitest';
import { createOriginPin } from '../../../../src/backends/caldav/transport/origin-pin.js';
import { PROVIDERS, placeOf } from '../../../../src/backends/caldav/transport/providers.js';
import { createPrivateTerms, termsOf } from '../../../../src/doctor/private-terms.js';
import { inNewFolder, withFile } from '../../../config/load-settings.js';

inNewFolder();

it.each(Object.entries(PROVIDERS))('%s is a usable preset', (_, { url, path, allowedHosts = [] }) => {
  expect((url === undefined) !== (path === undefined)).toBe(true);
  if (url !== undefined) expect(url).toMatch(/^https:\/\/[^/]+\/.*$/);
  if (path !== undefined) expect(path).toMatch(/^\/.*\/$/);
  // Every rule can be read, and lets nobody else in.
  const pin = createOriginPin(new URL(url ?? 'https://cloud.example.org/'), allowedHosts);
  expect(pin(new URL('https://evil.example.net/'))).toBe(false);
});

it.each(
  Object.entries(PROVIDERS).flatMap(([name, { url, login }]) =>
    login === undefined ? [] : [{ name, url, login }],
  ),
)('what a login at $name needs stays in a report without names', async ({ name, url, login }) => {
  const own = url === undefined ? { url: 'https://cloud.example.org/' } : {};
  const account = {
    kind: 'caldav',
    name,
    provider: name,
    username: 'b.kowalczyk',
    passwordEnv: 'SECRET',
    ...own,
  };
  const terms = createPrivateTerms();
  terms.add(...termsOf(await withFile({ accounts: [account] }, { SECRET: 'a real one' }).load()));
  expect(terms.isPublic(login)).toBe(true);
});

it('puts the user name into an address as a name', () => {
  expect(placeOf('google', { username: 'ana/../x@example.org' }).url).toBe(
    'https://apidata.googleusercontent.com/caldav/v2/ana%2F..%2Fx%40example.org/user',
  );
});

it("knows the path on a server of one's own, unless a path is given", () => {
  const username = 'ana';
  expect(placeOf('nextcloud', { url: 'https://cloud.example.org', username }).url).toBe(
    'https://cloud.example.org/remote.php/dav/',
  );
  expect(placeOf('nextcloud', { url: 'https://example.org/cloud/remote.php/dav/', username }).url).toBe(
    'https://example.org/cloud/remote.php/dav/',
  );
  expect(placeOf('synology', { url: 'https://nas.example.org:5001', username: 'ana b' }).url).toBe(
    'https://nas.example.org:5001/caldav/ana%20b/',
  );
  expect(() => placeOf('nextcloud', { username })).toThrow(/host of the account is missing/);
});

it('lets credentials follow iCloud to its numbered hosts', () => {
  for (const { allowedHosts } of [PROVIDERS.icloud, { allowedHosts: [] }]) {
    const pin = createOriginPin(new URL('https://caldav.icloud.com/'), allowedHosts ?? []);
    expect(pin(new URL('https://p42-caldav.icloud.com/1234/calendars/'))).toBe(true);
    expect(pin(new URL('http://p42-caldav.icloud.com/'))).toBe(false);
    expect(pin(new URL('https://icloud.com.evil.example.net/'))).toBe(false);
  }
});
