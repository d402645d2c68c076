// @module-tag programs
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../../at-end.js';
import { deadlineFor } from '../../../patience.js';
import { sandbox, toolCall } from '../../stdio-process.js';
import { startProgram } from '../http-program.js';
import { beginSession, messageIn, post, send } from '../http-server.js';

const create = (title: string) => ({
  mutation: {
    operation: 'create',
    data: { title, start: '2026-11-24T12:00', durationMinutes: 60, calendar: 'local/Calendar' },
  },
});

it('SIGTERM: not ready at once, calls are served while it drains, streams are sent away, no lock is left', async () => {
  const box = sandbox();
  atEnd(box.remove);
  const config = join(box.root, 'config.json');
  const other = sandbox();
  atEnd(other.remove);
  const drainMs = await deadlineFor(() => startProgram(other), 5000);
  writeFileSync(config, JSON.stringify({ http: { drainSeconds: Math.ceil(drainMs / 1000) } }));
  const server = await startProgram(box, ['--config', config]);
  const get = (path: string) => send(server, { method: 'GET', path });
  expect((await get('/readyz')).status).toBe(200);
  const session = await beginSession(server);
  const stream = await fetch(`${server.url}/mcp`, { headers: { ...session, Accept: 'text/event-stream' } });
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await get('/readyz')).status).toBe(503);
  const health = await get('/healthz');
  expect([health.status, health.headers.connection]).toEqual([200, 'close']);
  const fresh = await beginSession(server);
  const written = await post(server, toolCall(2, 'calendar_write', create('Late')), fresh);
  expect(messageIn(written).result.structuredContent).toMatchObject({ data: { outcome: 'applied' } });
  expect(await server.exit()).toBe(0);
  expect(await stream.text()).toMatch(/^(?:: keepalive\n\n)*retry: 1000\n\n$/);
  expect(existsSync(join(box.root, 'state'))).toBe(true);
  const left = readdirSync(box.root, { recursive: true, encoding: 'utf8' });
  expect(left.filter((path) => /lock/.test(path))).toEqual([]);
});
