// @module-tag servers
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { StateStore } from '../../../../src/ports/state-store.js';
import { createFileStore } from '../../../../src/state/file-store.js';
import { systemClock } from '../../../../src/system/system-clock.js';
import { CANARY, failure } from '../expect-failure.js';
import { type Fault, type FaultServer, MULTISTATUS_HEAD, startFaultServer } from '../fault-server.js';

const NEVER = new AbortController().signal;
const DAY = 86_400_000;

let server: FaultServer;
let stateDir: string;
let state: StateStore;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.fault = undefined;
  stateDir = mkdtempSync(join(tmpdir(), 'remembered-'));
  state = createFileStore(stateDir, systemClock('UTC'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(stateDir, { recursive: true, force: true });
});

type Options = Partial<Parameters<typeof createCalDavBackend>[0]>;

/** What a fresh process asks for to list the calendars, and how many it finds. */
async function listing(options: Options = {}): Promise<{ count: number; asked: string[] }> {
  server.requests.length = 0;
  const calendars = await backend(options).calendars({ signal: NEVER });
  return { count: calendars.length, asked: asked() };
}

function backend(options: Options = {}) {
  return createCalDavBackend({ name: 'work', url: server.origin, ...CANARY, state, ...options });
}

const asked = () => server.requests.map(({ method, url }) => `${method} ${url}`);
const DISCOVERY = ['PROPFIND /', 'PROPFIND /principal/'];
const LIST = 'PROPFIND /home/';

/** All the texts of the state folder. */
const kept = () => readdirSync(stateDir).map((name) => readFileSync(join(stateDir, name), 'utf8'));

/** Changes what is remembered, as somebody with access to the folder could. */
async function tamper(change: (value: Record<string, unknown>) => unknown): Promise<void> {
  const keys = await state.keys('caldav-place/');
  expect(keys).toHaveLength(1);
  for (const key of keys) await state.put(key, change((await state.get(key)) as Record<string, unknown>));
}

const at =
  (path: string, answer: Parameters<Parameters<Fault>[0]['answer']>[0]): Fault =>
  ({ request, answer: send }) => {
    if (request.url !== path) return false;
    send(answer);
    return true;
  };

describe('where calendars are', () => {
  it('is looked for once, and known to the next process', async () => {
    expect(await listing()).toEqual({ count: 2, asked: [...DISCOVERY, LIST] });
    expect(await listing()).toEqual({ count: 2, asked: [LIST] });
    expect(await listing()).toEqual({ count: 2, asked: [LIST] });
  });

  it('is kept without any secret', async () => {
    await listing();
    expect(kept()).toHaveLength(1);
    expect(kept().join()).not.toContain(CANARY.password);
    expect(kept().join()).not.toContain(Buffer.from(CANARY.password).toString('base64').slice(0, 10));
  });

  it.each<[string, Options]>([
    ['user', { username: 'other' }],
    ['account', { name: 'other' }],
    ['address', { url: 'PATH' }],
  ])('is nothing for another %s', async (_, options) => {
    await listing();
    const other = options.url === undefined ? options : { url: `${server.origin}/principal/` };
    expect((await listing(other)).asked).not.toEqual([LIST]);
  });

  it('is looked for again after a month, and when the clock was wrong', async () => {
    await listing();
    vi.useFakeTimers({ toFake: ['Date'] });
    const now = Date.now();
    vi.setSystemTime(now + 29 * DAY);
    expect((await listing()).asked).toEqual([LIST]);
    vi.setSystemTime(now - DAY);
    expect((await listing()).asked).toEqual([...DISCOVERY, LIST]);
    vi.setSystemTime(now + 40 * DAY);
    expect((await listing()).asked).toEqual([...DISCOVERY, LIST]);
  });

  it('is not kept where nothing was found there', async () => {
    server.fault = at('/home/', { status: 207, body: `${MULTISTATUS_HEAD}</D:multistatus>` });
    await listing();
    expect(kept()).toEqual([]);
  });

  it('does without a state folder', async () => {
    const broken: StateStore = createFileStore('/dev/null/state', systemClock('UTC'));
    expect(await listing({ state: broken })).toEqual({ count: 2, asked: [...DISCOVERY, LIST] });
  });
});

describe('where calendars were and are no more', () => {
  const OLD = '/old/home/';
  /** Remembered is a home that answers as told. */
  async function moved(): Promise<void> {
    await listing();
    await tamper((value) => ({ ...value, homes: [`${server.origin}${OLD}`] }));
  }

  it.each<[string, Parameters<typeof at>[1]]>([
    ['says 404', { status: 404 }],
    ['says 410', { status: 410 }],
    ['says 403', { status: 403 }],
    ['says 405', { status: 405 }],
    ['says 500', { status: 500 }],
    ['is a page', { status: 200, body: '<html>moved</html>' }],
    ['leads to another host', { status: 302, headers: { Location: 'https://elsewhere.example.net/' } }],
    ['is empty', { status: 207, body: `${MULTISTATUS_HEAD}</D:multistatus>` }],
  ])('%s: they are looked for once more and found', async (_, answer) => {
    await moved();
    server.fault = at(OLD, answer);
    const first = await listing();
    expect(first.count).toBe(2);
    expect(first.asked).toEqual([`PROPFIND ${OLD}`, ...DISCOVERY, LIST]);
    expect(await listing()).toEqual({ count: 2, asked: [LIST] });
  });

  it('belongs to somebody else by now: the account is looked for again', async () => {
    await listing();
    await tamper((value) => ({ ...value, principal: '/principals/bob/' }));
    expect((await listing()).asked).toEqual([LIST, ...DISCOVERY, LIST]);
    expect((await listing()).asked).toEqual([LIST]);
  });

  it('is looked for only once when it is refused everywhere', async () => {
    await listing();
    server.fault = at('/home/', { status: 403 });
    server.requests.length = 0;
    const account = backend();
    expect((await failure(account.calendars({ signal: NEVER }))).code).toBe('PERMISSION_DENIED');
    expect(asked()).toEqual([LIST, ...DISCOVERY, LIST]);
    server.requests.length = 0;
    expect((await failure(account.calendars({ signal: NEVER }))).code).toBe('PERMISSION_DENIED');
    expect(asked()).toEqual([LIST]);
  });

  it('stays remembered while the whole server is away', async () => {
    await listing();
    server.fault = ({ socket }) => {
      socket.destroy();
      return true;
    };
    expect((await failure(backend().calendars({ signal: NEVER }))).code).toBe('UNAVAILABLE');
    server.fault = undefined;
    expect((await listing()).asked).toEqual([LIST]);
  });

  it('is not taken for wrong because the account is refused', async () => {
    await listing();
    server.fault = at('/home/', { status: 401 });
    server.requests.length = 0;
    expect((await failure(backend().calendars({ signal: NEVER }))).code).toBe('AUTH_FAILED');
    expect(asked()).toEqual([LIST]);
  });
});

describe('a state folder that somebody changed', () => {
  it.each<[string, (evil: string) => object]>([
    ['a home', (evil) => ({ homes: [`${evil}/home/`] })],
    ['an outbox', (evil) => ({ outbox: `${evil}/outbox/` })],
    ['a second home', (evil) => ({ homes: [`${server.origin}/home/`, `${evil}/home/`] })],
  ])('sends no credentials to another host as %s', async (_, change) => {
    const evil = await startFaultServer();
    await listing();
    await tamper((value) => ({ ...value, ...change(evil.origin) }));
    expect(await listing()).toEqual({ count: 2, asked: [...DISCOVERY, LIST] });
    expect(evil.requests).toEqual([]);
    await evil.close();
  });

  it.each([
    null,
    'text',
    [],
    { version: 2 },
    { homes: [] },
    { homes: ['javascript:alert(1)'] },
    { homes: ['/home/'] },
    { at: 'now' },
    { more: 1 },
  ])('is not believed: %j', async (part) => {
    await listing();
    await tamper((value) =>
      typeof part === 'object' && part !== null && !Array.isArray(part) ? { ...value, ...part } : part,
    );
    expect(await listing()).toEqual({ count: 2, asked: [...DISCOVERY, LIST] });
  });
});

describe('what a server is known for', () => {
  const prefersWhole = async () => {
    server.requests.length = 0;
    const whole = await backend().prefersWhole(NEVER);
    return { whole, options: asked().filter((one) => one.startsWith('OPTIONS')).length };
  };
  const says =
    (dav: string): Fault =>
    ({ request, answer: send }) => {
      if (request.method !== 'OPTIONS') return false;
      send({ status: 200, headers: { DAV: dav } });
      return true;
    };

  it('is known to the next process, for a day', async () => {
    await listing();
    server.fault = says('1, 3, extended-mkcol, calendar-access');
    expect(await prefersWhole()).toEqual({ whole: true, options: 1 });
    expect(await prefersWhole()).toEqual({ whole: true, options: 0 });
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 2 * DAY);
    server.fault = says('1, 2, calendar-access');
    expect(await prefersWhole()).toEqual({ whole: false, options: 1 });
  });

  it('is not remembered, nor taken for harmless, when the server could not be asked', async () => {
    await listing();
    const account = backend();
    let failing = true;
    server.fault = (context) => {
      if (context.request.method !== 'OPTIONS') return false;
      if (!failing) return says('1, 2, calendar-access')(context);
      context.answer({ status: 502 });
      return true;
    };
    expect(await account.prefersWhole(NEVER)).toBe(true);
    failing = false;
    expect(await account.prefersWhole(NEVER)).toBe(false);
    expect(await prefersWhole()).toEqual({ whole: false, options: 0 });
  });
});
