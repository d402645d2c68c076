// @module-tag database
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { patient } from '../patience.js';
import { beginSession, messageIn, post } from '../server/http/http-server.js';
import { isPossible, startCluster } from './cluster.js';
import { streamOf } from './stream-of.js';

const DAY = 'calendar://agenda/2027-01-15';

it.skipIf(!isPossible)('who listens at one replica hears of what was written at another', async () => {
  const cluster = await startCluster(3, 'radicale', { http: {} });
  const session = await beginSession(cluster.at(0));
  const call = async (at: number, method: string, params: object) =>
    messageIn(await post(cluster.at(at), { id: 1, method, params }, session)).result;
  const create = async (at: number, title: string) => {
    const data = { title, start: '2027-01-15T10:00', durationMinutes: 30 };
    const mutation = { operation: 'create', data, allowConflicts: true };
    const { structuredContent } = await call(at, 'tools/call', {
      name: 'calendar_write',
      arguments: { mutation },
    });
    expect(structuredContent).toMatchObject({ success: true });
  };
  expect(await call(0, 'resources/subscribe', { uri: DAY })).toEqual({});
  const stream = await streamOf(cluster.at(1), session);
  const modern = patient(
    new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' } }),
  );
  await modern.connect(new StreamableHTTPClientTransport(new URL('/mcp', cluster.at(1).url)));
  atEnd(() => modern.close());
  let heard = 0;
  modern.setNotificationHandler('notifications/resources/updated', () => {
    heard++;
  });
  await modern.listen({ resourceSubscriptions: [DAY] });
  await expect.poll(() => stream.updated().length).toBeGreaterThan(0);

  /** Both streams are told; after how long. */
  const told = async (title: string) => {
    const [before, beforeModern] = [stream.updated().length, heard];
    await create(2, title);
    await expect.poll(() => stream.updated().length, { interval: 20 }).toBeGreaterThan(before);
    await expect.poll(() => heard, { interval: 20 }).toBeGreaterThan(beforeModern);
    const { contents } = await call(1, 'resources/read', { uri: DAY });
    expect(contents[0].text).toContain(title);
  };
  await told('Lunch');
  await cluster.stopDatabase();
  await cluster.startDatabase();
  // Until then a replica may use a connection that the restart has cut.
  for (const at of [0, 1, 2]) await expect.poll(() => cluster.ready(at)).toEqual([200, { database: 'ok' }]);
  await told('Dinner');
  // The replica that began the session and the one that listens are gone: the client asks the third, and listens there.
  await cluster.kill(0);
  await cluster.kill(1);
  const next = await streamOf(cluster.at(2), session);
  // Once or more often: the third replica looks at what was written since, too.
  await expect.poll(() => next.updated()).toContain(DAY);
  const before = next.updated().length;
  await create(0, 'Tea');
  await expect.poll(() => next.updated().length).toBeGreaterThan(before);
});
