import { Client, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { builtMain } from '../built-server.js';
import { atEnd } from '../http/http-server.js';
import { sandbox } from '../stdio-process.js';

const create = { operation: 'create', data: { title: 'Lunch', start: 'tomorrow 12:00' } };
const remove = { operation: 'delete', filters: { title: { contains: 'lunch' } }, soft: false };

/** What the shipped program does about a write that needs a person who answers so, and how many events are left. */
async function answered(answer: ElicitResult) {
  const { env, remove: removeBox } = sandbox();
  atEnd(removeBox);
  const client = new Client(
    { name: 'test', version: '0' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: {} } },
  );
  client.setRequestHandler('elicitation/create', () => answer);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [builtMain()], env, stderr: 'ignore' }),
  );
  atEnd(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  const write = (mutation: object) => client.callTool({ name: 'calendar_write', arguments: { mutation } });
  await write(create);
  const { structuredContent } = await write(remove);
  const query = { type: 'events', mode: 'count', filters: { when: 'tomorrow' } };
  const left = await client.callTool({ name: 'calendar_read', arguments: { query } });
  return [structuredContent, left.structuredContent];
}

it('asks a person on stdio, who agrees', async () => {
  expect(await answered({ action: 'accept', content: { answer: 'yes' } })).toMatchObject([
    { success: true, data: { outcome: 'applied' } },
    { data: { count: 0 } },
  ]);
});

it('changes nothing when the person on stdio declines', async () => {
  expect(await answered({ action: 'decline' })).toMatchObject([
    { success: false, error: { outcome: 'not_applied' } },
    { data: { count: 1 } },
  ]);
});
