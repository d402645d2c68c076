// @module-tag slow
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../backends/caldav/fault-server.js';
import { titled } from '../conformance/events.js';
import { checkOf, checksOf, examine, troubles } from './doctor-run.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function faulty(): Promise<FaultServer> {
  const server = await startFaultServer();
  closing.push(() => server.close());
  return server;
}

async function web(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'doctor-folder-'));
  closing.push(async () => rmSync(path, { recursive: true, force: true }));
  return path;
}

const account = (url: string) => ({ CALDAV_URL: url, CALDAV_USERNAME: 'ana', CALDAV_PASSWORD: 'a real one' });

describe('an account that cannot be used', () => {
  it('has a port that nobody listens on', async () => {
    const server = createTcp();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const examined = await examine(account(`http://127.0.0.1:${port}/`));
    expect(checkOf(examined, 'connection')).toMatchObject({
      status: 'failed',
      code: 'UNAVAILABLE',
      facts: { network: 'ECONNREFUSED' },
    });
    expect(checkOf(examined, 'list calendars')?.status).toBe('skipped');
    expect(examined.report.summary.failed).toBe(1);
  });

  it('has a host that does not exist', async () => {
    const examined = await examine(account('https://nothing.here.test/dav/'));
    expect(checkOf(examined, 'name of the host')).toMatchObject({ status: 'failed', code: 'UNAVAILABLE' });
    expect(examined.text).not.toContain('nothing.here');
  });

  it('speaks http where https was asked for', async () => {
    const url = await web((_, response) => response.end('hello'));
    const examined = await examine(account(url.replace('http:', 'https:')));
    expect(checkOf(examined, 'certificate')).toMatchObject({ status: 'failed' });
  });

  it('is a web site', async () => {
    const url = await web((request, response) => {
      request.resume();
      response.setHeader('Content-Type', 'text/html');
      response.end('<html><body>Welcome</body></html>');
    });
    const examined = await examine(account(url));
    expect(checkOf(examined, 'authentication')?.status).toBe('warning');
    expect(checkOf(examined, 'discovery')).toMatchObject({ status: 'failed', code: 'BAD_UPSTREAM_RESPONSE' });
  });

  it('forbids what it is asked', async () => {
    const url = await web((request, response) => {
      request.resume();
      response.writeHead(403).end();
    });
    const examined = await examine(account(url));
    expect(checksOf(examined).filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('refuses a login at a provider that the account names', async () => {
    const url = await web((request, response) => {
      request.resume();
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="cloud"' }).end();
    });
    const at = { kind: 'caldav', name: 'Nextcloud', provider: 'nextcloud', url, username: 'ana' };
    const file = join(folder(), 'config.json');
    writeFileSync(file, JSON.stringify({ accounts: [{ ...at, passwordEnv: 'CLOUD_PASSWORD' }] }));
    const examined = await examine({ CALENDAR_CONFIG: file, CLOUD_PASSWORD: 'a real one' });
    expect(checkOf(examined, 'authentication')).toMatchObject({
      code: 'AUTH_FAILED',
      suggestion: expect.stringContaining('Settings, Security, Devices & sessions'),
    });
  });

  it('never answers', async () => {
    const url = await web(() => undefined);
    const examined = await examine(account(url), { checkMs: 300 });
    expect(checkOf(examined, 'authentication')).toMatchObject({ status: 'failed', code: 'TIMEOUT' });
  });
});

describe('a server that misbehaves', () => {
  it('has another clock', async () => {
    const server = await faulty();
    server.fault = ({ apply, answer }) => {
      const given = apply();
      answer({ ...given, headers: { ...given.headers, Date: new Date(Date.now() - 600_000).toUTCString() } });
      return true;
    };
    const examined = await examine(account(server.calendar));
    expect(checkOf(examined, 'clock of the server')).toMatchObject({ status: 'warning' });
    expect(Number(checkOf(examined, 'clock of the server')?.facts?.skewSeconds)).toBeLessThan(-500);
  });

  it('takes changes that are based on an old version', async () => {
    const server = await faulty();
    server.fault = ({ request, apply, answer }) => {
      if (request.method !== 'PUT' && request.method !== 'DELETE') return false;
      Object.assign(request.headers, { 'if-match': undefined });
      answer(apply());
      return true;
    };
    const examined = await examine(account(server.calendar), { writeTest: 'cal' });
    expect(checksOf(examined).find(({ name }) => name === 'write test: create an event')?.status).toBe('ok');
    expect(checkOf(examined, 'write test: change with an old version')).toMatchObject({
      status: 'failed',
      code: 'CONFLICT',
    });
    expect([...server.objects.keys()]).toEqual([]);
  });

  it('keeps another text than it was given, and that is named', async () => {
    const server = await faulty();
    server.fault = ({ request, apply, answer }) => {
      if (request.method !== 'GET' && request.method !== 'REPORT') return false;
      const given = apply();
      const body = String(given.body ?? '').replaceAll('Room 1', 'Room 2');
      answer({ ...given, body });
      return true;
    };
    const examined = await examine(account(server.calendar), { writeTest: 'cal' });
    expect(checkOf(examined, 'write test: read it back')).toMatchObject({
      status: 'warning',
      facts: { changed: 'location' },
    });
  });

  it.each([
    ['created', 'PUT', 1],
    ['read', 'GET', 2],
    ['changed', 'PUT', 2],
    ['deleted', 'DELETE', 1],
  ])(
    'is left while the test event is %s: what is known is told, and it is removed',
    async (_, method, nth) => {
      const server = await faulty();
      const ending = new AbortController();
      let seen = 0;
      server.fault = ({ request, apply, answer }) => {
        if (request.method !== method || ++seen !== nth) return false;
        const answered = apply();
        ending.abort();
        answer(answered);
        return true;
      };
      const examined = await examine(account(server.calendar), { writeTest: 'cal', signal: ending.signal });
      expect(examined.report.complete).toBe(false);
      expect(checksOf(examined).some(({ name }) => name.startsWith('write test:'))).toBe(true);
      expect([...server.objects.keys()]).toEqual([]);
    },
  );

  it('does not delete: what is left behind is said, and where', async () => {
    const server = await faulty();
    server.fault = ({ request, answer }) => {
      if (request.method !== 'DELETE') return false;
      answer({ status: 403 });
      return true;
    };
    const examined = await examine(account(server.calendar), { writeTest: 'cal' });
    expect(server.objects.size).toBe(1);
    expect(checkOf(examined, 'write test: clean up')).toMatchObject({
      status: 'failed',
      suggestion: expect.stringContaining('calendar-mcp doctor'),
    });
  });

  it('gets nothing written without consent, nor where the name is not that of one calendar', async () => {
    const server = await faulty();
    const writes = (): number =>
      server.requests.filter(({ method }) => /PUT|DELETE|POST|MK/.test(method)).length;
    await examine(account(server.calendar));
    const examined = await examine(account(server.calendar), { writeTest: 'another' });
    expect(checkOf(examined, 'the calendar for the write test')).toMatchObject({
      status: 'failed',
      code: 'CALENDAR_NOT_FOUND',
    });
    expect(writes()).toBe(0);
  });
});

describe('a folder', () => {
  it('is made by nobody, and nothing is put into it', async () => {
    const root = folder();
    const missing = await examine({ CALENDAR_DIR: join(root, 'not yet') });
    expect(checkOf(missing, 'folder')).toMatchObject({ status: 'failed', code: 'CONFIGURATION' });
    await examine({ CALENDAR_DIR: root });
    expect(readdirSync(root)).toEqual([]);
  });

  it('holds files that cannot be read, left locks, and times of the future', async () => {
    const root = folder();
    const calendar = join(root, 'Work');
    mkdirSync(calendar);
    writeFileSync(join(calendar, 'a.ics'), titled('a', 'A'));
    writeFileSync(join(calendar, 'b.ics'), 'no calendar');
    writeFileSync(join(calendar, '.calendar.lock'), '{}');
    utimesSync(join(calendar, '.calendar.lock'), 1, 1);
    utimesSync(join(calendar, 'a.ics'), new Date(), new Date(Date.now() + 86_400_000));
    const examined = await examine({ CALENDAR_DIR: root });
    expect(checkOf(examined, 'files')).toMatchObject({
      status: 'warning',
      facts: { files: 2, fromTheFuture: 1 },
    });
    expect(checkOf(examined, 'locks and leftovers')).toMatchObject({
      status: 'warning',
      facts: { oldLocks: 1 },
    });
    expect(checkOf(examined, 'read all of calendar 1')).toMatchObject({
      status: 'warning',
      facts: { objects: 1, unreadable: 1 },
    });
    // Reading opens the store, which clears up after processes that died.
    expect(readdirSync(calendar)).toEqual(['a.ics', 'b.ics']);
  });

  it('takes a write test and is as before', async () => {
    const root = folder();
    mkdirSync(join(root, 'Work'));
    const examined = await examine({ CALENDAR_DIR: root }, { writeTest: 'local/Work' });
    expect(troubles(examined)).toEqual([]);
    expect(readdirSync(join(root, 'Work'))).toEqual([]);
  });
});

it('a zone of the working hours that does not exist is a mistake of the configuration', async () => {
  const file = join(folder(), 'config.json');
  const workingHours = { start: '09:00', end: '17:00', timezone: 'Europe/Berln' };
  writeFileSync(file, JSON.stringify({ workingHours }));
  expect(checkOf(await examine({ CALENDAR_CONFIG: file }), 'clock and time zone')).toMatchObject({
    status: 'failed',
    code: 'CONFIGURATION',
    detail: expect.stringContaining('time zone of the working hours'),
    suggestion: 'Correct workingHours in the configuration file.',
  });
});

describe('copies on disk', () => {
  it('that are damaged are told, and left as they are', async () => {
    const state = folder();
    writeFileSync(
      join(state, 'mirror.sqlite'),
      'this is no database, but long enough to be looked at as one'.repeat(50),
    );
    const examined = await examine({ CALENDAR_STATE_DIR: state });
    expect(checkOf(examined, 'copies on disk')).toMatchObject({ status: 'warning', code: 'STORAGE_ERROR' });
  });
});
