import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createWebcalBackend, type WebcalOptions } from '../../../src/backends/webcal/webcal-backend.js';

/** Names are answered here, because no real name changes its address, or stays unanswered, when told to. */
const answers = vi.fn();
const { lookup } = dns;
const NEVER = new AbortController().signal;

const hosts: (string | undefined)[] = [];
const server = createServer(({ headers }, response) => {
  hosts.push(headers.host);
  response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//club//EN\r\nEND:VCALENDAR\r\n');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port');
const host = `club.test:${address.port}`;

// To listen at an address looks it up, too.
Object.assign(dns, {
  lookup: (name: string, options: object, done: (error: unknown, found?: unknown) => void) =>
    answers(name, options).then((found: unknown) => done(null, found), done),
});
syncBuiltinESMExports();

afterAll(() => {
  server.closeAllConnections();
  server.close();
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
});
beforeEach(() => {
  hosts.length = 0;
  answers.mockReset();
});

const read = (options: Partial<WebcalOptions> = {}, signal = NEVER) =>
  createWebcalBackend({ name: 'club', url: `http://${host}/`, ...options }).calendars({ signal });
const codeOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  return error instanceof CalendarError ? error.code : error;
};

it('connects to the very address that was looked at, and asks for the name once', async () => {
  answers.mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }]);
  answers.mockResolvedValue([{ address: '192.0.2.1', family: 4 }]);
  expect(await read({ allowPrivate: true })).toHaveLength(1);
  expect(hosts).toEqual([host]);
  expect(answers).toHaveBeenCalledTimes(1);
});

it.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['2606:4700::1', '::ffff:127.0.0.1']]])(
  'does not connect to a name that leads to %j',
  async (found) => {
    answers.mockResolvedValue(found.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })));
    expect(await codeOf(read())).toBe('REDIRECT_REFUSED');
    expect(hosts).toEqual([]);
  },
);

it('does not wait for a name longer than for all else', async () => {
  answers.mockReturnValue(new Promise(() => undefined));
  expect(await codeOf(read({ deadlineMs: 50 }))).toBe('TIMEOUT');
  const leaving = new AbortController();
  const left = codeOf(read({}, leaving.signal));
  leaving.abort();
  expect(await left).toBe('CANCELLED');
});
