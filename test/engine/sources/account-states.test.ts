// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAppleScriptBackend } from '../../../src/backends/applescript/applescript-backend.js';
import { type CalDavOptions, createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createIcsBackend } from '../../../src/backends/local/ics-backend.js';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import { createWebcalBackend } from '../../../src/backends/webcal/webcal-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { Backend } from '../../../src/ports/backend.js';
import { simulatedRunner } from '../../backends/applescript/simulated/simulated-runner.js';
import { emptyCalendar } from '../../backends/applescript/simulated/simulated-state.js';
import { eventText } from '../../backends/caldav/event-text.js';
import { type Fault, type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { required } from '../../conformance/subject.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { startTokenServer } from '../../secrets/token-server.js';
import { indexer, type OpenedStore, openStore, SILENT } from '../../state/mirror/open-store.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const STATUS = { analysis: { type: 'status' } };
const EVENTS = { query: { type: 'events', filters: { when: 'any' } } };
const CALENDARS = { query: { type: 'calendars' } };
const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/);

let server: FaultServer;
let opened: OpenedStore;
let dir: string;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  [server, opened] = await Promise.all([startFaultServer(), openStore()]);
  server.calendars.delete('/home/other/');
  server.objects.set('/home/cal/a.ics', { etag: '"a"', ics: eventText('a', 'Meeting') });
  dir = mkdtempSync(join(tmpdir(), 'accounts-'));
  ends.push(
    opened.close,
    () => rmSync(dir, { recursive: true, force: true }),
    () => server.close(),
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function caldav(options: Partial<CalDavOptions> = {}): Backend {
  const account = { name: 'one', url: server.origin, username: 'alice', password: 'secret', listFreshMs: 0 };
  return opening(
    createCalDavBackend({
      ...account,
      state: createMemoryStore({ now: Date.now, timeZone: () => 'UTC' }),
      ...options,
    }),
  );
}

/** With the copies that an earlier process may have left. */
function copied(options: Partial<CalDavOptions> = {}): Backend {
  const inner = createCalDavBackend({
    name: 'one',
    url: server.origin,
    username: 'alice',
    password: 'secret',
    ...options,
  });
  return opening(createMirroredBackend(inner, { store: opened.store, indexer: indexer(), log: SILENT }));
}

function opening(backend: Backend): Backend {
  ends.push(() => backend.close());
  return backend;
}

async function web(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  ends.push(
    () => http.closeAllConnections(),
    () => http.close(),
  );
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/feed.ics`;
}

const FEED = ics(...event('UID:a', 'DTSTART:20261124T090000Z'));
let feedStatus = 200;
const feed = async (): Promise<Backend> => {
  feedStatus = 200;
  const url = await web((_, response) => response.writeHead(feedStatus).end(FEED));
  return opening(createWebcalBackend({ name: 'one', url, allowPrivate: true, freshMs: 0 }));
};

const { recordOf } = createRecordCache(zoneOf);
const folder = (): Backend => {
  mkdirSync(join(dir, 'own/Work'), { recursive: true });
  return opening(createLocalBackend({ name: 'one', dir: join(dir, 'own'), recordOf, log: SILENT }));
};
const file = (): Backend => {
  writeFileSync(join(dir, 'one.ics'), FEED);
  return opening(createIcsBackend({ name: 'one', path: join(dir, 'one.ics'), recordOf }));
};
const mac = (names: readonly string[]): Backend =>
  opening(
    createAppleScriptBackend({
      name: 'one',
      zone: required(zoneOf('Europe/Berlin')),
      state: createMemoryStore({ now: Date.now, timeZone: () => 'UTC' }),
      runner: simulatedRunner(emptyCalendar([...names])),
    }),
  );

const says =
  (status: number, headers: Record<string, string> = {}): Fault =>
  ({ answer }) => {
    answer({ status, headers });
    return true;
  };
const REFUSED = says(401, { 'WWW-Authenticate': 'Basic realm="x"' });
const breakReports: Fault = ({ request, answer }) => {
  if (request.method !== 'REPORT') return false;
  answer({ status: 500 });
  return true;
};

interface Case {
  /** What an earlier, or this, process saw, before something happened. */
  readonly before?: () => Backend | Promise<Backend>;
  readonly happens?: () => unknown;
  /** The account as the process knows it that is asked; left out, the same as before. */
  readonly now?: () => Backend | Promise<Backend>;
  readonly says: Record<string, unknown>;
}

const WELL = { state: 'reached', lastSeen: TIME };
const failed = (code: string) => ({
  state: 'not_reached',
  error: { code },
  lastFailure: { code, at: TIME, message: expect.any(String) },
});
const seenBefore = (code: string) => ({ ...failed(code), lastSeen: TIME });

/** Every state an account can be in, and how it gets there. */
const CASES: Readonly<Record<string, Case>> = {
  'a server that answers': { now: () => caldav(), says: WELL },
  'a server that answers, with a copy': { before: copied, now: () => copied(), says: WELL },
  'a folder': { now: folder, says: WELL },
  'a file': { now: file, says: WELL },
  'a subscription': { now: feed, says: WELL },
  'the Calendar app': { now: () => mac(['Work']), says: WELL },
  'a wrong password from the start': {
    happens: () => (server.fault = REFUSED),
    now: () => caldav(),
    says: failed('AUTH_FAILED'),
  },
  'a wrong password, where an earlier process left a copy': {
    before: copied,
    happens: () => (server.fault = REFUSED),
    now: () => copied({ password: 'other' }),
    says: { ...seenBefore('AUTH_FAILED'), copies: [{ calendar: 'cal', asOf: TIME }] },
  },
  'a server that is gone': {
    before: copied,
    happens: () => server.close(),
    now: () => copied(),
    says: { ...seenBefore('UNAVAILABLE'), copies: [{ calendar: 'cal', asOf: TIME }] },
  },
  'a server that is gone, without a copy': {
    before: caldav,
    happens: () => server.close(),
    says: seenBefore('UNAVAILABLE'),
  },
  'a server that never answers': {
    before: copied,
    happens: () => (server.fault = () => true),
    says: { ...seenBefore('TIMEOUT'), copies: [{ calendar: 'cal', asOf: TIME }] },
  },
  'a server without a certificate': {
    now: () => caldav({ url: server.origin.replace('http:', 'https:') }),
    says: failed('TLS_ERROR'),
  },
  'a server that wants fewer requests': {
    before: copied,
    happens: () => (server.fault = says(429, { 'Retry-After': '600' })),
    now: () => copied(),
    says: seenBefore('RATE_LIMITED'),
  },
  'a grant that was taken back': {
    now: async () => {
      const tokens = await startTokenServer('good');
      ends.push(tokens.close);
      const refreshToken = {
        read: async () => 'taken back',
        replace: async () => undefined,
        alone: <T>(work: () => Promise<T>) => work(),
      };
      const oauth = { tokenUrl: tokens.url, clientId: 'us', refreshToken };
      return opening(createCalDavBackend({ name: 'one', url: server.origin, username: 'alice', oauth }));
    },
    says: failed('AUTH_FAILED'),
  },
  'one calendar that its server fails over': {
    before: caldav,
    happens: () => (server.fault = breakReports),
    says: {
      state: 'partly',
      lastSeen: TIME,
      lastFailure: { calendar: 'cal', code: 'UPSTREAM_ERROR', at: TIME },
      calendars: [{ name: 'cal', lastFailure: { code: 'UPSTREAM_ERROR' } }],
    },
  },
  'a subscription that fails from the start': {
    now: async () => {
      const made = await feed();
      feedStatus = 410;
      return made;
    },
    says: failed('CALENDAR_NOT_FOUND'),
  },
  'a subscription that fails by now': {
    before: feed,
    happens: () => (feedStatus = 503),
    says: seenBefore('UNAVAILABLE'),
  },
  'a folder that is gone': {
    before: folder,
    happens: () => rmSync(join(dir, 'own'), { recursive: true }),
    says: seenBefore('STORAGE_ERROR'),
  },
  'a file that is gone': {
    before: file,
    happens: () => rmSync(join(dir, 'one.ics')),
    says: seenBefore('CONFIGURATION'),
  },
  'a Calendar app that shows nothing to this program': {
    now: () => mac([]),
    says: failed('PERMISSION_DENIED'),
  },
};

describe('status tells of', () => {
  it.each(Object.entries(CASES))('%s', async (_, { before, happens, now, says }) => {
    const first = await before?.();
    const known = first && deskOver([first]);
    await known?.read(EVENTS);
    await happens?.();
    const desk = now === undefined ? required(known) : deskOver([await now()]);
    await desk.read(EVENTS).catch(() => undefined);
    const { data } = await desk.analyze(STATUS);
    expect(data.accounts).toMatchObject([{ account: 'one', ...says }]);
    const [account] = data.accounts as unknown as { error?: object; state: string }[];
    expect('error' in (account ?? {})).toBe(says.state === 'not_reached');
    expect(account?.error ?? {}).not.toHaveProperty('outcome');
    // Nor does a list of calendars say that all is well.
    const list = await desk.read(CALENDARS).catch((error: unknown) => error);
    if (says.state !== 'reached') expect(list instanceof Error || 'sources' in Object(list).meta).toBe(true);
  });
});

it('a list from a copy names what failed since', async () => {
  await deskOver([copied()]).read(EVENTS);
  server.fault = REFUSED;
  const desk = deskOver([copied({ password: 'other' })]);
  expect((await desk.read(CALENDARS)).meta).toEqual({ total: 1 });
  await desk.analyze(STATUS);
  expect((await desk.read(CALENDARS)).meta).toMatchObject({
    sources: [{ calendar: 'one/*', lastFailure: { code: 'AUTH_FAILED', at: TIME } }],
  });
});

it('calendars that could not be read with their account are well again with it', async () => {
  const desk = deskOver([caldav()]);
  server.fault = ({ request, answer }) => {
    if (request.method !== 'REPORT') return false;
    answer({ status: 429 });
    return true;
  };
  await desk.read(EVENTS).catch(() => undefined);
  server.fault = undefined;
  expect((await desk.analyze(STATUS)).data.accounts).toMatchObject([{ state: 'reached' }]);
});

it('an account that is well again is told so, with what was wrong', async () => {
  const desk = deskOver([caldav()]);
  server.fault = says(503);
  await desk.read(EVENTS).catch(() => undefined);
  server.fault = undefined;
  const { data } = await desk.analyze(STATUS);
  expect(data.accounts).toMatchObject([{ state: 'reached', lastFailure: { code: 'UNAVAILABLE' } }]);
});
