// @module-tag programs
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startMute, startWell } from '../deadlines/hanging.js';
import { untilIdle } from '../until-idle.js';
import { HANDSHAKE, type RawServer, sandbox, spawnRaw, toolCall } from './stdio-process.js';

/** The tests mostly wait, so they do it at the same time. */
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function start(env: Record<string, string> = {}) {
  const box = sandbox(env);
  ends.push(box.remove);
  const server = spawnRaw(box);
  ends.push(() => server.child.kill('SIGKILL'));
  server.child.stdin.on('error', () => undefined);
  server.send(...HANDSHAKE);
  return { box, server };
}

const account = (url: string) => ({
  CALDAV_URL: url,
  CALDAV_USERNAME: 'ana',
  CALDAV_PASSWORD: 'correct horse 7QK',
  // Longer than a test: a process that waits for them does not end in one.
  CALENDAR_READ_DEADLINE: '600',
  CALENDAR_WRITE_DEADLINE: '600',
});
const create = (title: string) => ({
  mutation: {
    operation: 'create',
    data: { title, start: '2026-11-24T12:00', durationMinutes: 60, calendar: 'local/Calendar' },
  },
});
const read = { query: { type: 'events' } };

type Ending = (server: RawServer) => void;
const WAYS: readonly [string, Ending][] = [
  ['SIGTERM', ({ child }) => child.kill('SIGTERM')],
  ['SIGINT', ({ child }) => child.kill('SIGINT')],
  ['SIGHUP', ({ child }) => child.kill('SIGHUP')],
  ['the end of stdin', ({ child }) => child.stdin.end()],
];

describe.concurrent.each(WAYS)('%s ends the process', (_, end) => {
  it('while a server hangs', async () => {
    const mute = await startMute();
    ends.push(mute.close);
    const { server } = start(account(mute.origin));
    server.send(toolCall(1, 'calendar_read', read), toolCall(2, 'calendar_write', create('Beside')));
    server.send({ id: 3, method: 'ping' });
    await server.answer(3);
    end(server);
    await server.exit();
    const { result } = await server.answer(2);
    expect(JSON.stringify(result)).toMatch(/"outcome":"(?:applied|not_applied|unknown)"/);
  });

  it('while a write hangs', async ({ expect }) => {
    const far = await startWell();
    ends.push(() => far.close());
    const { server } = start(account(far.origin));
    const mutation = create('Far').mutation;
    const data = { ...mutation.data, calendar: 'cal' };
    far.fault = ({ request }) => request.method === 'PUT';
    server.send(toolCall(1, 'calendar_write', { mutation: { ...mutation, data } }));
    await expect.poll(() => far.requests.some(({ method }) => method === 'PUT')).toBe(true);
    end(server);
    await server.exit();
    const { result } = await server.answer(1);
    expect(JSON.stringify(result)).toContain('"outcome":"unknown"');
  });

  it('while stdout is full', async () => {
    const { server } = start();
    await server.answer(0);
    server.child.stdout.pause();
    server.send(...Array.from({ length: 2000 }, (_, at) => ({ id: at + 10, method: 'tools/list' })));
    await untilIdle(server.child);
    end(server);
    await server.exit();
  });

  it('while a lock is waited for', async ({ expect }) => {
    const { box, server } = start();
    server.send(toolCall(1, 'calendar_write', create('First')));
    await server.answer(1);
    const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const holder = { nonce: 'somebody', pid: process.pid, host: hostname(), started };
    const folder = join(box.root, 'calendars', 'Calendar');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.calendar.lock'), JSON.stringify(holder));
    const audit = join(box.root, 'state', 'audit');
    const lines = (): number =>
      readdirSync(audit)
        .filter((name) => name !== 'head.json')
        .flatMap((name) => readFileSync(join(audit, name), 'utf8').split('\n').slice(0, -1)).length;
    const before = lines();
    server.send(toolCall(2, 'calendar_write', create('Second')));
    await expect.poll(lines).toBe(before + 1);
    end(server);
    await server.exit();
    const { result } = await server.answer(2);
    expect(JSON.stringify(result)).toContain('"outcome":"not_applied"');
  });

  it.each([0, 60, 120, 250])('while it starts, after %i ms', async (ms) => {
    const { server } = start();
    await sleep(ms);
    end(server);
    await server.exit();
  });
});

describe('a client', () => {
  it('that stops reading gets everything once it reads again, and costs no more memory meanwhile', async () => {
    const { server } = start();
    await server.answer(0);
    server.child.stdout.pause();
    const asked = Array.from({ length: 10_000 }, (_, at) => at + 10);
    server.send(...asked.map((id) => ({ id, method: 'tools/list' })));
    const proc = (file: string): string => readFileSync(`/proc/${server.child.pid}/${file}`, 'utf8');
    await untilIdle(server.child);
    const resident = (): number => Number(/VmRSS:\s*(\d+)/.exec(proc('status'))?.[1]) / 1024;
    // All answers together are more than that.
    expect(resident()).toBeLessThan(150);
    const end = `"id":${asked.at(-1)}}\n`;
    const all = new Promise<void>((resolve) => {
      let tail = '';
      server.child.stdout.on('data', (chunk: Buffer) => {
        tail = (tail + String(chunk)).slice(-end.length);
        if (tail === end) resolve();
      });
    });
    server.child.stdout.resume();
    await all;
    const ids = new Set(server.output().stdout.match(/"id":\d+\}$/gm));
    expect(asked.filter((id) => !ids.has(`"id":${id}}`))).toEqual([]);
  });

  const filler = 'x'.repeat(11 * 1024 * 1024);
  it.each([
    ['first', `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"x":"${filler}"}}`, 7],
    ['last', `{"method":"tools/call","params":{"x":"${filler}"},"jsonrpc":"2.0","id":"a\\"b"}`, 'a"b'],
    ['within', `{"method":"tools/call","params":{"x":"${filler}","id":5},"jsonrpc":"2.0"}`, null],
    ['nowhere', filler, null],
  ])('that sends too long a message, its id %s, is told, and the rest goes on', async (_, line, id) => {
    const { server } = start();
    server.send(toolCall(1, 'calendar_write', create('Before')));
    server.child.stdin.write(`${line}\n`);
    server.send(toolCall(2, 'calendar_write', create('After')));
    for (const made of [1, 2]) {
      const { result } = await server.answer(made);
      expect(result).toMatchObject({ structuredContent: { success: true } });
    }
    const answers = server
      .output()
      .stdout.trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    const [refused, ...others] = answers.filter(({ error }) => error !== undefined);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ id, error: { code: -32600, message: expect.stringContaining('10 MB') } });
    server.child.stdin.end();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
  });
});
