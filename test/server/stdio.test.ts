// @module-tag programs
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { event, ics } from '../engine/service-on-memory.js';
import { call } from './connect.js';
import { connectStdio, HANDSHAKE, type Sandbox, sandbox, spawnRaw, toolCall } from './stdio-process.js';

const open: Sandbox[] = [];
function place(env: Record<string, string> = {}): Sandbox {
  const made = sandbox(env);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const made of open.splice(0)) made.remove();
});

const create = (title: string) => ({
  mutation: { operation: 'create', data: { title, start: '2026-11-24T12:00', durationMinutes: 60 } },
});

function allFiles(root: string): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('a client over stdio', () => {
  it.each([
    ['a folder', {}, 'No calendar here mails people'],
    [
      'a server',
      { CALDAV_URL: 'http://127.0.0.1:9', CALDAV_USERNAME: 'ana', CALDAV_PASSWORD: 'x' },
      'show the user a dryRun',
    ],
  ])('is told whether people may be mailed from %s', async (_, env, told) => {
    const { client } = await connectStdio(place(env));
    expect(client.getInstructions()).toContain(told);
    await client.close();
  });

  it('lists, writes, reads, searches, fetches and is helped', async () => {
    const { client } = await connectStdio(place());
    try {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(5);
      for (const tool of tools) {
        const golden = new URL(`../../fixtures/tools/${tool.name}.json`, import.meta.url);
        expect(tool).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
      }
      const made = await call(client, 'calendar_write', create('Lunch with Ana'));
      expect(made.json).toMatchObject({ success: true, data: { outcome: 'applied' } });
      const read = await call(client, 'calendar_read', {
        query: { type: 'events', filters: { when: 'today' } },
      });
      expect(read.json.data).toMatchObject({
        events: [{ title: 'Lunch with Ana', start: '2026-11-24T12:00+01:00', day: 'Tue' }],
      });
      const found = await call(client, 'search', { query: 'lunch' });
      const [{ id, title, url }] = found.json.results as [{ id: string; title: string; url: string }];
      expect({ title, url }).toEqual({
        title: 'Lunch with Ana (Tue 24 Nov 2026 12:00–13:00, Calendar)',
        url: `calendar://event/${id}`,
      });
      const fetched = await call(client, 'fetch', { id });
      expect(fetched.json).toMatchObject({
        id,
        title: 'Lunch with Ana',
        url: `calendar://event/${id}`,
        metadata: { startDate: '2026-11-24T12:00+01:00' },
      });
      expect(fetched.json.text).toMatch(
        /^Title: Lunch with Ana\nCalendar: .+\nStart: .+\nEnd: .+\nStatus: confirmed\nTime zone: .+$/,
      );
      const { contents } = await client.readResource({ uri: `calendar://event/${id}` });
      expect(contents[0]).toMatchObject({ text: fetched.json.text });
      const help = await call(client, 'calendar_analyze', { analysis: { type: 'help' } });
      expect(help.failed).toBe(false);
      const { resources } = await client.listResources();
      expect(resources.length).toBeGreaterThan(3);
      for (const { uri } of resources) {
        const docs = await client.readResource({ uri });
        expect(docs.contents).toHaveLength(1);
      }
    } finally {
      await client.close();
    }
  });
});

describe('a client that calls wrongly over stdio', () => {
  const home = sandbox();
  let client: Awaited<ReturnType<typeof connectStdio>>['client'];
  beforeAll(async () => {
    ({ client } = await connectStdio(home));
  });
  afterAll(async () => {
    await client.close();
    home.remove();
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['calendar_read', {}, 'INVALID_ARGUMENT'],
    ['calendar_read', { query: { type: 'todos' } }, 'INVALID_ARGUMENT'],
    ['calendar_read', { query: { type: 'events', filters: { titel: 'x' } } }, 'UNKNOWN_FIELD'],
    ['calendar_read', { query: { type: 'events', filters: { when: 'someday' } } }, 'INVALID_DATE'],
    ['calendar_read', { query: { type: 'events', timezone: 'Mars/Base' } }, 'INVALID_TIMEZONE'],
    ['calendar_read', { query: { type: 'events', filters: { title: { matches: '(' } } } }, 'INVALID_REGEX'],
    ['calendar_read', { query: { type: 'events', filters: { calendar: 'Nope' } } }, 'CALENDAR_NOT_FOUND'],
    ['calendar_write', { mutation: { operation: 'create', data: { title: 'x' } } }, 'INVALID_ARGUMENT'],
    ['calendar_write', { mutation: { operation: 'delete', id: 'nothere000' } }, 'NOT_FOUND'],
    ['calendar_analyze', { analysis: { type: 'horoscope' } }, 'INVALID_ARGUMENT'],
    ['search', { query: '' }, 'INVALID_ARGUMENT'],
    ['search', { query: 'a', limit: 5 }, 'UNKNOWN_FIELD'],
    ['fetch', { id: 'nothere000' }, 'NOT_FOUND'],
  ])('is told what is wrong with %s %j', async (name, args, code) => {
    const { failed, json } = await call(client, name, args);
    expect(failed).toBe(true);
    expect(json.error).toMatchObject({
      code,
      ...(name === 'calendar_write' && { outcome: 'not_applied' }),
    });
  });
});

it('knows who the user is by CALENDAR_ADDRESSES, in the local store too', async () => {
  const at = place({ CALENDAR_ADDRESSES: 'ana@example.org,ana@work.example' });
  mkdirSync(join(at.root, 'calendars/Work'), { recursive: true });
  writeFileSync(
    join(at.root, 'calendars/Work/a.ics'),
    ics(
      ...event(
        ...['UID:a', 'SUMMARY:Review', 'DTSTART:20261124T120000Z', 'ORGANIZER:mailto:ANA@work.example'],
        'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org',
      ),
    ),
  );
  const { client } = await connectStdio(at);
  try {
    const filters = { myResponse: 'needs_action' };
    const { json } = await call(client, 'calendar_read', { query: { type: 'events', filters } });
    expect(json.data).toMatchObject({ events: [{ title: 'Review', myResponse: 'needs_action' }] });
    expect(JSON.stringify(json)).not.toContain('external');
  } finally {
    await client.close();
  }
});

describe('the process', () => {
  it('writes nothing but JSON-RPC to stdout, whatever it is fed', async () => {
    const server = spawnRaw(place({ CALENDAR_LOG: 'debug' }));
    server.send(...HANDSHAKE);
    server.child.stdin.write(
      'not json\n{"jsonrpc":"2.0"}\n[]\n\n"\\ud800"\n{"jsonrpc":"2.0","id":7,"method":"nope"}\n',
    );
    server.send(toolCall(1, 'calendar_read', { query: { type: 'events', filters: { nope: 1 } } }));
    server.send(
      toolCall(2, 'calendar_read', 'a text'),
      toolCall(3, 'calendar_read', { query: '{"type":"events"}' }),
    );
    server.send({ id: 4, method: 'tools/call', params: {} });
    await Promise.all([1, 2, 3, 4, 7].map((id) => server.answer(id)));
    server.child.stdin.end();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    const { stdout, stderr } = server.output();
    const refused = stdout.split('\n').filter((line) => line.includes('"id":null'));
    expect(refused.map((line) => JSON.parse(line).error.code)).toEqual([-32700, -32600, -32600, -32600]);
    expect(stderr.match(/a line from the client was refused/g)).toHaveLength(4);
    for (const line of stdout.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    for (const line of stderr.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
  });

  it('answers everything it was sent before stdin ended, and exits with 0', async () => {
    const at = place();
    const server = spawnRaw(at);
    server.send(
      ...HANDSHAKE,
      ...[1, 2, 3, 4, 5].map((id) => toolCall(id, 'calendar_write', create(`Event ${id}`))),
    );
    server.child.stdin.end();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    for (const id of [1, 2, 3, 4, 5]) {
      const { result } = await server.answer(id);
      expect(result).toMatchObject({ structuredContent: { success: true, data: { outcome: 'applied' } } });
    }
    expect(allFiles(join(at.root, 'calendars')).match(/SUMMARY:Event/g)).toHaveLength(5);
  });

  it('finishes a running write on SIGTERM and exits with 0', async () => {
    const at = place();
    const server = spawnRaw(at);
    server.send(...HANDSHAKE);
    await server.answer(0);
    server.send(toolCall(1, 'calendar_write', create('Last one')), { id: 2, method: 'ping' });
    await server.answer(2);
    server.child.kill('SIGTERM');
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    const { result } = await server.answer(1);
    expect(result).toMatchObject({ structuredContent: { success: true } });
    expect(allFiles(join(at.root, 'calendars'))).toContain('SUMMARY:Last one');
  });

  it('survives a client that stops reading', async () => {
    const server = spawnRaw(place());
    server.send(...HANDSHAKE, toolCall(1, 'calendar_read', { query: { type: 'events' } }));
    server.child.stdout.destroy();
    server.send(...Array.from({ length: 50 }, (_, at) => ({ id: at + 10, method: 'tools/list' })));
    server.child.stdin.end();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    expect(server.output().stderr).toBe('');
  });

  it('says on stderr why it does not start, and that is all', async () => {
    const server = spawnRaw(place({ CALENDAR_TIMEZONE: 'Mars/Base' }));
    expect(await server.exit()).toEqual({ code: 1, signal: null });
    const { stdout, stderr } = server.output();
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^CONFIGURATION: The default time zone/);
  });
});

describe('secrets', () => {
  it('appear nowhere: answers, errors, logs, files, even when the server sends them back', async () => {
    const echo = createHttpServer((request, response) => {
      response.writeHead(request.headers.authorization === undefined ? 401 : 500, {
        'www-authenticate': 'Basic realm="canary-Pa55"',
      });
      response.end(`canary-Pa55 ${request.headers.authorization}`);
    });
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    const { port } = echo.address() as AddressInfo;
    const at = place({
      CALDAV_URL: `http://127.0.0.1:${port}/dav/`,
      CALDAV_USERNAME: 'canary-user',
      CALDAV_PASSWORD: 'canary-Pa55',
      CALENDAR_LOG: 'debug',
    });
    const server = spawnRaw(at);
    server.send(
      ...HANDSHAKE,
      toolCall(1, 'calendar_read', { query: { type: 'events', refresh: true, explain: true } }),
      toolCall(2, 'calendar_analyze', { analysis: { type: 'status' } }),
      toolCall(3, 'calendar_write', create('x')),
      toolCall(4, 'search', { query: 'x' }),
      toolCall(5, 'fetch', { id: 'nothere000' }),
    );
    for (const id of [1, 2, 3, 4, 5]) await server.answer(id);
    expect(JSON.stringify(await server.answer(1))).toContain('caldav/*');
    server.child.stdin.end();
    await server.exit();
    echo.close();
    const { stdout, stderr } = server.output();
    const everything = stdout + stderr + allFiles(at.root);
    const basic = Buffer.from('canary-user:canary-Pa55').toString('base64');
    for (const canary of [
      'canary-Pa55',
      basic.slice(0, 16),
      Buffer.from('canary-Pa55').toString('base64').slice(0, 12),
    ]) {
      expect(everything).not.toContain(canary);
    }
  });

  it('of an account that is refused are not shown either, and the account is named as failed', async () => {
    const at = place({ CALDAV_URL: 'https://ana:canary-Pa55@dav.example.org', CALENDAR_LOG: 'debug' });
    const server = spawnRaw(at);
    server.send(...HANDSHAKE, toolCall(1, 'calendar_analyze', { analysis: { type: 'status' } }));
    const { result } = await server.answer(1);
    server.child.stdin.end();
    await server.exit();
    expect(result).toMatchObject({
      structuredContent: {
        data: { accounts: [{}, { account: 'caldav', state: 'unusable', error: { code: 'CONFIGURATION' } }] },
      },
    });
    const { stdout, stderr } = server.output();
    expect(stdout + stderr).not.toContain('canary');
  });
});
