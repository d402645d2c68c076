// @module-tag servers
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { PasswordSource } from '../../../../src/backends/caldav/auth/password-authorizer.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { placeOf } from '../../../../src/backends/caldav/transport/providers.js';
import { CANARY, failure } from '../expect-failure.js';
import { eachOnRefusingServer, good, NEVER, server } from './refusing-server.js';

eachOnRefusingServer();

const connect = (password: PasswordSource = CANARY.password) =>
  createCalDavBackend({ name: 'work', url: server.origin, username: 'ana', password, listFreshMs: 0 });
const requests = () => server.requests.length;

describe('an account whose password is refused', () => {
  it('is left alone, and says that it is for its owner to correct, not for waiting', async () => {
    const account = connect();
    const first = await failure(account.calendars({ signal: NEVER }));
    const others = await Promise.all(
      Array.from({ length: 5 }, () => failure(account.calendars({ signal: NEVER }))),
    );
    for (const error of [first, ...others]) {
      expect(error).toMatchObject({
        code: 'AUTH_FAILED',
        retryable: false,
        info: { outcome: 'not_applied' },
      });
      expect(error.info).not.toHaveProperty('retryAfterMs');
      expect(error.info.suggestion).toMatch(/Check the user name.*requests pause.*refresh: true/);
    }
    expect(requests()).toBe(1);
  });

  it('is tried again when somebody wants the newest', async () => {
    const account = connect();
    await failure(account.calendars({ signal: NEVER }));
    good.add(CANARY.password);
    await failure(account.calendars({ signal: NEVER }));
    expect(await account.calendars({ signal: NEVER, refresh: true })).toHaveLength(2);
  });

  it('is asked once by many who come at the same time', async () => {
    const account = connect();
    const calendar = { id: 'c', href: server.calendar };
    const reads = Array.from({ length: 8 }, () =>
      failure(account.scan({ kind: 'query', calendar, depth: 1, body: '<x/>' }, { signal: NEVER })),
    );
    for (const error of await Promise.all(reads)) expect(error.code).toBe('AUTH_FAILED');
    expect(requests()).toBe(1);
  });

  it('answers each form of challenge once, however new its nonce is', async () => {
    let nonce = 0;
    server.fault = ({ answer }) => {
      const challenge = `Digest realm="calendars", qop="auth", nonce="${++nonce}"`;
      answer({ status: 401, headers: { 'WWW-Authenticate': challenge } });
      return true;
    };
    const account = connect();
    await failure(account.calendars({ signal: NEVER }));
    await failure(account.calendars({ signal: NEVER }));
    expect(server.requests.map(({ headers }) => headers.authorization?.split(' ')[0])).toEqual([
      'Basic',
      'Digest',
    ]);
  });

  it('writes nothing, and says so', async () => {
    const account = connect();
    await failure(account.calendars({ signal: NEVER }));
    const write = {
      kind: 'delete',
      method: 'DELETE',
      calendar: { id: 'c', href: server.calendar },
      href: `${server.calendar}x.ics`,
      headers: {},
      guard: { kind: 'etag', etag: '"1"' },
    } as const;
    const error = await failure(account.apply(write, { signal: NEVER }));
    expect(error).toMatchObject({ code: 'AUTH_FAILED', info: { outcome: 'not_applied' } });
    expect(requests()).toBe(1);
  });
});

describe('a login that fails at a provider', () => {
  const refused = (url: string, login?: string) =>
    failure(
      createCalDavBackend({
        ...{ name: 'work', url, username: 'ana', password: 'wrong' },
        ...(login !== undefined && { login }),
        // The provider's address, answered by the server of this test.
        fetch: (to, init) => fetch(new URL(new URL(`${to}`).pathname, server.origin), init),
      }).calendars({ signal: NEVER }),
    );

  it.each([
    [
      'caldav.icloud.com',
      /user name and password.*app-specific password.*account\.apple\.com.*requests pause/,
    ],
    ['https://apidata.googleusercontent.com/caldav/v2/a/user', /OAuth only/],
    ['https://caldav.fastmail.com/', /Manage app passwords/],
  ])('is explained by what it requires: %s', async (url, says) => {
    expect((await refused(url)).info.suggestion).toMatch(says);
  });

  it('is explained by that of the provider that the account names', async () => {
    const { login } = placeOf('nextcloud', { url: 'https://cloud.example.org', username: 'ana' });
    expect((await refused('https://cloud.example.org', login)).info.suggestion).toContain(
      'Devices & sessions',
    );
  });
});

describe('a password that changes', () => {
  it('is got again when the old one is refused, once for all who use it', async () => {
    good.add('old');
    let current = 'old';
    let asked = 0;
    const account = connect(async () => {
      asked++;
      return current;
    });
    expect(await account.calendars({ signal: NEVER })).toHaveLength(2);
    expect(await account.calendars({ signal: NEVER })).toHaveLength(2);
    expect(asked).toBe(1);
    good.clear();
    good.add('new');
    current = 'new';
    const all = await Promise.all(Array.from({ length: 6 }, () => account.calendars({ signal: NEVER })));
    for (const calendars of all) expect(calendars).toHaveLength(2);
    expect(asked).toBe(2);
  });

  it('is not asked for during the rest, and sent at once instead of the old one when somebody wants the newest', async () => {
    let current = 'old';
    let asked = 0;
    const account = connect(async () => {
      asked++;
      return current;
    });
    await failure(account.calendars({ signal: NEVER }));
    expect(asked).toBe(2);
    good.add('new');
    current = 'new';
    await Promise.all([
      failure(account.calendars({ signal: NEVER })),
      failure(account.calendars({ signal: NEVER })),
    ]);
    await failure(account.calendars({ signal: NEVER }));
    expect([asked, requests()]).toEqual([2, 1]);
    expect(await account.calendars({ signal: NEVER, refresh: true })).toHaveLength(2);
    expect(asked).toBe(3);
    const passwords = server.requests.map(({ headers }) => headers.authorization);
    expect(passwords.filter((one) => one === passwords[0])).toHaveLength(1);
  });

  it('that cannot be got again leaves the refusal as it is', async () => {
    let works = true;
    const account = connect(async () => {
      if (works) return 'old';
      throw new CalendarError('CONFIGURATION', 'The keychain is locked.');
    });
    good.add('old');
    await account.calendars({ signal: NEVER });
    good.clear();
    works = false;
    expect((await failure(account.calendars({ signal: NEVER }))).code).toBe('AUTH_FAILED');
    expect((await failure(account.calendars({ signal: NEVER }))).code).toBe('AUTH_FAILED');
  });

  it('that could not be got at first is got by the next call', async () => {
    good.add('late');
    let works = false;
    const account = connect(async () => {
      if (works) return 'late';
      throw new CalendarError('CONFIGURATION', 'The keychain is locked.', { suggestion: 'Unlock it.' });
    });
    expect((await failure(account.calendars({ signal: NEVER }))).code).toBe('CONFIGURATION');
    expect(requests()).toBe(0);
    works = true;
    expect(await account.calendars({ signal: NEVER })).toHaveLength(2);
  });
});

describe('a secret that is waited for, as while a keychain asks its owner', () => {
  const never = () => new Promise<string>(() => undefined);
  const write = {
    kind: 'create',
    method: 'PUT',
    calendar: { id: 'c', href: 'http://127.0.0.1/home/cal/' },
    href: 'http://127.0.0.1/home/cal/x.ics',
    headers: { 'If-None-Match': '*' },
    body: 'BEGIN:VCALENDAR',
    guard: { kind: 'absent' },
  } as const;

  it('does not hold up who leaves, and a write that was left then did not happen', async () => {
    const account = connect(never);
    const leaving = new AbortController();
    const here = JSON.parse(JSON.stringify(write).replaceAll('http://127.0.0.1', server.origin));
    const left = [
      account.apply(here, { signal: leaving.signal }),
      account.apply(here, { signal: leaving.signal }),
    ].map(failure);
    setTimeout(() => leaving.abort(), 20);
    for (const error of await Promise.all(left)) {
      expect(error).toMatchObject({ code: 'CANCELLED', info: { outcome: 'not_applied' } });
    }
    expect(requests()).toBe(0);
  });

  it('counts as time of the request', async () => {
    const { origin: url } = server;
    const account = createCalDavBackend({ name: 'x', url, username: 'ana', password: never, deadlineMs: 50 });
    expect((await failure(account.calendars({ signal: NEVER }))).code).toBe('TIMEOUT');
  });
});
