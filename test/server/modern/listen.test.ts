// @module-tag programs
import { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { patient } from '../../patience.js';
import { sandbox } from '../stdio-process.js';
import { MODERN_WAYS } from './clients.js';

const TODAY = 'calendar://agenda/today';

it.each(MODERN_WAYS)('a client that listens over %s hears of what a call changed', async (_, open) => {
  const box = sandbox();
  atEnd(box.remove);
  const client = patient(
    new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' } }),
  );
  await client.connect(await open(box));
  atEnd(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri);
  });
  const { honoredFilter } = await client.listen({ resourceSubscriptions: [TODAY] });
  expect(honoredFilter).toEqual({ resourceSubscriptions: [TODAY] });
  const read = async () => JSON.stringify(await client.readResource({ uri: TODAY }));
  expect(await read()).not.toContain('Lunch');
  const create = (title: string) => {
    const mutation = { operation: 'create', data: { title, start: 'today 12:00' } };
    return client.callTool({ name: 'calendar_write', arguments: { mutation } });
  };
  await create('Lunch');
  await expect.poll(() => heard).toEqual([TODAY]);
  expect(await read()).toContain('Lunch');
});
