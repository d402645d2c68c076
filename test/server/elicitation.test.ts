import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { POLICIES } from '../../schemas/model/policy.js';
import { createServer } from '../../src/server/create-server.js';
import { listedTools } from '../../src/server/listed-tools.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { patient } from '../patience.js';
import { createMemoryBackend } from '../reference/memory-backend.js';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** The answer to a write that needs a person, at a client whose person answers so. */
async function answered(
  answer: ElicitResult | Promise<ElicitResult>,
): Promise<{ asked: string; result: unknown }> {
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  const policy = { ...POLICIES.careful, write: { ...POLICIES.careful.write, create: 'confirm' as const } };
  const service = serviceOver([backend], { policy });
  const { server } = createServer({ service, aliases: [], log, tools: listedTools([]), version: '0' });
  const client = patient(new Client({ name: 'test', version: '0' }, { capabilities: { elicitation: {} } }));
  let asked = '';
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked = params.message;
    return answer;
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const mutation = { operation: 'create', data: { title: 'Lunch', start: 'tomorrow 12:00' } };
  const { structuredContent } = await client.callTool({ name: 'calendar_write', arguments: { mutation } });
  await client.close();
  return { asked, result: structuredContent };
}

it('is how a person agrees, and the call goes on', async () => {
  const { asked, result } = await answered({ action: 'accept', content: { answer: 'yes' } });
  expect(asked).toContain('1 event would be created.');
  expect(asked).toContain('"Lunch"');
  expect(result).toMatchObject({ success: true, data: { outcome: 'applied' } });
});

it.each<[string, ElicitResult]>([
  ['accepts with no', { action: 'accept', content: { answer: 'no' } }],
  ['declines', { action: 'decline' }],
  ['cancels', { action: 'cancel' }],
])('does nothing when the person %s', async (_what, answer) => {
  const { result } = await answered(answer);
  expect(result).toMatchObject({ success: false, error: { code: 'DECLINED', outcome: 'not_applied' } });
});

it.each([
  [
    'for nine minutes is waited for, whatever time a write has',
    9,
    { success: true, data: { outcome: 'applied' } },
  ],
  [
    'for more than ten minutes has not agreed',
    11,
    { success: false, error: { code: 'CONFIRMATION_EXPIRED', outcome: 'not_applied' } },
  ],
])('a person who thinks %s', async (_what, minutes, expected) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const yes = { action: 'accept', content: { answer: 'yes' } } as const;
  const thinking = new Promise<ElicitResult>((resolve) => setTimeout(() => resolve(yes), minutes * 60_000));
  const answer = answered(thinking);
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  expect((await answer).result).toMatchObject(expected);
});
