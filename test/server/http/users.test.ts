// @module-tag programs
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { sandbox } from '../stdio-process.js';
import { startProgram } from './http-program.js';
import { connectHttp, HELLO, post, send } from './http-server.js';

const tokenOf = (name: string) => `${name}-0123456789-0123456789-0123456789`;
const title = (name: string) => `Canary of ${name}`;

/** A CalDAV server that accepts nobody. */
async function refusingServer(): Promise<string> {
  const server = createServer((_, res) =>
    res.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Everything a user can reach, as one text: every tool, resource, page and error. */
async function everything(
  client: Client,
  id: string,
  page: () => Promise<{ text: string }>,
): Promise<string> {
  const said: unknown[] = [await client.listTools(), await client.listResources(), (await page()).text];
  const calls: readonly (readonly [string, object])[] = [
    ['calendar_read', { query: { type: 'calendars' } }],
    ['calendar_read', { query: { type: 'events', filters: { when: 'this week' } } }],
    ['calendar_read', { query: { type: 'events', mode: 'search', filters: { text: 'canary' } } }],
    ['calendar_read', { query: { type: 'events', filters: { calendar: 'nowhere' } } }],
    ['calendar_analyze', { analysis: { type: 'status' } }],
    ['calendar_analyze', { analysis: { type: 'availability', scope: { when: 'this week' } } }],
    ['calendar_write', { mutation: { operation: 'undo' } }],
    ['calendar_write', { mutation: { operation: 'restore', filters: { text: 'canary' } } }],
    ['calendar_write', { mutation: { operation: 'delete', filters: { text: 'canary' }, dryRun: true } }],
    ['search', { query: 'canary' }],
    ['fetch', { id }],
    ['calendar_read', { query: { type: 'events', filters: { id } } }],
    ['calendar_write', { mutation: { operation: 'update', id, changes: { location: 'X' }, dryRun: true } }],
  ];
  for (const [name, args] of calls) said.push(await client.callTool({ name, arguments: { ...args } }));
  const resource = client.readResource({ uri: `calendar://event/${id}` });
  said.push(await resource.catch((error: unknown) => String(error)));
  return JSON.stringify(said);
}

async function household() {
  const box = sandbox({ BEN_PASSWORD: 'Canary-Pa55-of-ben', CALENDAR_LOG: 'debug' });
  atEnd(box.remove);
  const { CALENDAR_DIR: _, ...env } = box.env;
  const file = (name: string, content: object): string => {
    const path = join(box.root, name);
    writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
    return path;
  };
  for (const name of ['ana', 'cid']) mkdirSync(join(box.root, `${name}-folder`));
  const local = (name: string) => ({ kind: 'local', name: `account-${name}`, dir: `${name}-folder` });
  file('ana.json', { accounts: [local('ana')], policy: 'trusted' });
  const url = await refusingServer();
  const account = { kind: 'caldav', name: 'account-ben', url, username: 'ben', passwordEnv: 'BEN_PASSWORD' };
  file('ben.json', { accounts: [account] });
  file('cid.json', { accounts: [local('cid')], policy: 'dedicated' });
  file('dan.json', {});
  const names = ['ana', 'ben', 'cid', 'dan'];
  writeFileSync(
    join(box.root, 'tokens'),
    [...names, 'nobody'].map((name) => `${name} ${tokenOf(name)}\n`).join(''),
    { mode: 0o600 },
  );
  const config = file('calendar-mcp.json', {
    http: {
      publicUrl: 'http://localhost',
      tokenFile: 'tokens',
      users: names.map((name) => ({ token: name, config: `${name}.json` })),
    },
  });
  return { box, env: { ...env, CALENDAR_CONFIG: config } };
}

const create = (name: string) => ({
  operation: 'create',
  data: { title: title(name), description: title(name), start: '2026-11-25T12:00', durationMinutes: 60 },
});

describe('several users of one server', () => {
  it('see nothing of each other, whatever they ask', async () => {
    const { box, env } = await household();
    const server = await startProgram({ env });
    const names = ['ana', 'ben', 'cid', 'dan'] as const;
    const clients = new Map<string, Client>();
    let id = '';
    for (const name of names) {
      const { client } = await connectHttp(server, tokenOf(name));
      clients.set(name, client);
      const { structuredContent } = await client.callTool({
        name: 'calendar_write',
        arguments: { mutation: create(name) },
      });
      if (name === 'ana') {
        expect(structuredContent).toMatchObject({ success: true });
        const { results } = (await client.callTool({ name: 'search', arguments: { query: 'canary' } }))
          .structuredContent as { results: { id: string; url: string }[] };
        id = results[0]?.id ?? '';
        expect(results[0]?.url).toBe(`http://localhost/events/${id}`);
      }
    }
    const seen = new Map<string, string>();
    await Promise.all(
      names.map(async (name) => {
        const headers = { Authorization: `Bearer ${tokenOf(name)}` };
        const open = () => send(server, { method: 'GET', path: `/events/${id}`, headers });
        expect((await open()).status).toBe(name === 'ana' ? 200 : name === 'ben' ? 503 : 404);
        seen.set(name, await everything(clients.get(name) as Client, id, open));
      }),
    );
    expect(seen.get('ana')).toContain(title('ana'));
    expect(seen.get('ben')).toContain('AUTH_FAILED');
    expect(seen.get('dan')).toContain(title('dan'));
    for (const name of names) {
      for (const other of names.filter((one) => one !== name)) {
        for (const trace of [title(other), `account-${other}`, `${other}-folder`, tokenOf(other), 'Pa55']) {
          expect(seen.get(name)).not.toContain(trace);
        }
      }
    }
    const { stdout, stderr } = server.output();
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/Canary|Pa55|-0123456789-/);
    // Each has a folder for trash, undo and what is remembered.
    expect(readdirSync(join(box.root, 'state', 'users'))).toHaveLength(4);
  });

  it('are those that are configured, and nobody else', async () => {
    const { env } = await household();
    const server = await startProgram({ env });
    const of = (name: string) => post(server, HELLO, { Authorization: `Bearer ${tokenOf(name)}` });
    expect((await of('ana')).status).toBe(200);
    expect((await of('nobody')).status).toBe(403);
    expect((await of('stranger')).status).toBe(401);
  });

  it('are not served with what is chosen for one of them', async () => {
    const { env, box } = await household();
    await expect(startProgram({ env }, ['--dir', box.root])).rejects.toThrow(/not chosen by options/);
  });
});
