import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CalendarError } from '../../schemas/error.js';
import { createAuthorizedFetch } from '../../src/backends/caldav/authorized-fetch.js';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import {
  createPasswordAuthorizer,
  type PasswordSource,
} from '../../src/backends/caldav/password-authorizer.js';
import { CANARY, failure } from './expect-failure.js';
import { type FaultServer, startFaultServer } from './fault-server.js';

const NEVER = new AbortController().signal;

let server: FaultServer;
/** Passwords the server takes. */
const good = new Set<string>();
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());
beforeEach(() => {
  good.clear();
  server.requests.length = 0;
  server.fault = ({ request, answer }) => {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const password = Buffer.from(basic, 'base64').toString().split(':').slice(1).join(':');
    if (good.has(password)) return false;
    answer({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="calendars"' } });
    return true;
  };
});

const connect = (password: PasswordSource = CANARY.password) =>
  createCalDavBackend({ name: 'work', url: server.origin, username: 'ana', password, listFreshMs: 0 });
const requests = () => server.requests.length;

describe('an account whose password is refused', () => {
  it('is left alone, and says until when', async () => {
    const account = connect();
    const first = await failure(account.calendars(NEVER));
    expect(first).toMatchObject({ code: 'AUTH_FAILED', info: { outcome: 'not_applied' } });
    expect(first.info.retryAfterMs).toBeGreaterThan(20_000);
    const others = await Promise.all(Array.from({ length: 5 }, () => failure(account.calendars(NEVER))));
    for (const error of others) {
      expect(error.code).toBe('AUTH_FAILED');
      expect(error.info.retryAfterMs).toBeLessThanOrEqual(30_000);
      expect(error.info.suggestion).toContain('left alone');
    }
    expect(requests()).toBe(1);
  });

  it('is tried again when somebody insists', async () => {
    const account = connect();
    await failure(account.calendars(NEVER));
    good.add(CANARY.password);
    await failure(account.calendars(NEVER));
    account.insist?.();
    expect(await account.calendars(NEVER)).toHaveLength(2);
  });

  it('is asked once by many who come at the same time', async () => {
    const account = connect();
    const calendar = { id: 'c', href: server.calendar };
    const reads = Array.from({ length: 8 }, () =>
      failure(account.scan({ kind: 'query', calendar, depth: 1, body: '<x/>' }, NEVER)),
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
    await failure(account.calendars(NEVER));
    await failure(account.calendars(NEVER));
    expect(server.requests.map(({ headers }) => headers.authorization?.split(' ')[0])).toEqual([
      'Basic',
      'Digest',
    ]);
  });

  it('writes nothing, and says so', async () => {
    const account = connect();
    await failure(account.calendars(NEVER));
    const write = {
      kind: 'delete',
      method: 'DELETE',
      calendar: { id: 'c', href: server.calendar },
      href: `${server.calendar}x.ics`,
      headers: {},
      guard: { kind: 'etag', etag: '"1"' },
    } as const;
    const error = await failure(account.apply(write, NEVER));
    expect(error).toMatchObject({ code: 'AUTH_FAILED', info: { outcome: 'not_applied' } });
    expect(requests()).toBe(1);
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
    expect(await account.calendars(NEVER)).toHaveLength(2);
    expect(await account.calendars(NEVER)).toHaveLength(2);
    expect(asked).toBe(1);
    good.clear();
    good.add('new');
    current = 'new';
    const all = await Promise.all(Array.from({ length: 6 }, () => account.calendars(NEVER)));
    for (const calendars of all) expect(calendars).toHaveLength(2);
    expect(asked).toBe(2);
  });

  it('ends the rest, and until then nothing is sent', async () => {
    let current = 'old';
    const account = connect(async () => current);
    await failure(account.calendars(NEVER));
    await failure(account.calendars(NEVER));
    expect(requests()).toBe(1);
    good.add('new');
    current = 'new';
    expect(await account.calendars(NEVER)).toHaveLength(2);
  });

  it('that cannot be got again leaves the refusal as it is', async () => {
    let works = true;
    const account = connect(async () => {
      if (works) return 'old';
      throw new CalendarError('CONFIGURATION', 'The keychain is locked.');
    });
    good.add('old');
    await account.calendars(NEVER);
    good.clear();
    works = false;
    expect((await failure(account.calendars(NEVER))).code).toBe('AUTH_FAILED');
    expect((await failure(account.calendars(NEVER))).code).toBe('AUTH_FAILED');
  });

  it('that could not be got at first is got by the next call', async () => {
    good.add('late');
    let works = false;
    const account = connect(async () => {
      if (works) return 'late';
      throw new CalendarError('CONFIGURATION', 'The keychain is locked.', { suggestion: 'Unlock it.' });
    });
    expect((await failure(account.calendars(NEVER))).code).toBe('CONFIGURATION');
    expect(requests()).toBe(0);
    works = true;
    expect(await account.calendars(NEVER)).toHaveLength(2);
  });
});

describe('the rest after a refusal', () => {
  /** A server that answers from a list of statuses, and a clock of its own. */
  function account(...statuses: number[]) {
    const clock = { now: 0 };
    const sent: string[] = [];
    const { send, insist } = createAuthorizedFetch({
      authorizer: createPasswordAuthorizer('ana', CANARY.password),
      fetch: async () => {
        sent.push('request');
        return new Response(null, { status: statuses.shift() ?? 401 });
      },
      now: () => clock.now,
    });
    const ask = (method = 'PROPFIND', path = '/') =>
      send(new URL(path, 'https://dav.example.org/'), {
        method,
        headers: new Headers(),
        body: null,
        signal: NEVER,
      });
    return { clock, sent, ask, insist };
  }

  it('grows from half a minute to five, and is forgotten after a success', async () => {
    const { clock, sent, ask } = account(401, 401, 401, 401, 401, 401, 207, 401);
    const rests: (number | undefined)[] = [];
    for (let n = 0; n < 6; n++) {
      const { retryAfterMs = 0 } = (await failure(ask())).info;
      rests.push(retryAfterMs);
      clock.now += retryAfterMs - 1;
      expect((await failure(ask())).info.retryAfterMs).toBe(1);
      clock.now += 1;
    }
    expect(rests).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
    expect((await ask()).status).toBe(207);
    expect((await failure(ask())).info.retryAfterMs).toBe(30_000);
    expect(sent).toHaveLength(8);
  });

  it('does not grow with requests that were on their way together', async () => {
    const { ask, sent } = account(207, 401, 401, 401);
    await ask();
    const errors = await Promise.all([failure(ask()), failure(ask()), failure(ask())]);
    for (const { info } of errors) expect(info.retryAfterMs).toBe(30_000);
    expect(sent).toHaveLength(4);
  });

  it('begins with the first refusal: until one was accepted, requests wait for each other', async () => {
    const { ask, sent } = account(401, 207);
    const errors = await Promise.all([failure(ask()), failure(ask('REPORT', '/a/')), failure(ask())]);
    for (const { info } of errors) expect(info.retryAfterMs).toBe(30_000);
    expect(sent).toHaveLength(1);
  });

  it('is that of one address, where another was accepted before, and of the account after two', async () => {
    const { clock, ask, sent } = account(207, 401, 207, 401, 401, 207);
    await ask();
    expect((await failure(ask('REPORT', '/shared/'))).info.retryAfterMs).toBe(30_000);
    await failure(ask('REPORT', '/shared/'));
    expect((await ask()).status).toBe(207);
    expect(sent).toHaveLength(3);
    clock.now += 30_000;
    expect((await failure(ask('REPORT', '/shared/'))).info.retryAfterMs).toBe(60_000);
    expect((await failure(ask())).info.retryAfterMs).toBe(30_000);
    await failure(ask('REPORT', '/mine/'));
    await failure(ask('REPORT', '/shared/'));
    expect(sent).toHaveLength(5);
    clock.now += 30_000;
    expect((await ask()).status).toBe(207);
  });

  it('is not begun, nor ended, by other failures and by answers to anybody', async () => {
    const { clock, ask, sent } = account(500, 404, 401, 200, 401);
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(404);
    expect((await failure(ask())).info.retryAfterMs).toBe(30_000);
    clock.now += 30_000;
    expect((await ask('OPTIONS')).status).toBe(200);
    expect((await failure(ask())).info.retryAfterMs).toBe(60_000);
    expect(sent).toHaveLength(5);
  });
});
