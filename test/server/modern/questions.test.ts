import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import { createQuestions } from '../../../src/server/modern/questions.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { atEnd, serveHere } from '../http/http-server.js';

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: { answer: string } };

const CREATE = { operation: 'create', data: { title: 'Lunch', start: 'tomorrow 12:00' } };

/** What a write comes to that needs a person, whose client asks like this. */
async function answered(answer: Answer, elicitation: Record<string, Record<string, never>> = {}) {
  const policy = { ...POLICIES.careful, write: { ...POLICIES.careful.write, create: 'confirm' as const } };
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  const { url } = await serveHere({}, () => serviceOver([backend], { policy }));
  const client = new Client(
    { name: 'test', version: '0' },
    { capabilities: { elicitation }, versionNegotiation: { mode: 'auto' } },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return answer;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  atEnd(() => client.close());
  const { structuredContent } = await client.callTool({
    name: 'calendar_write',
    arguments: { mutation: CREATE },
  });
  return { asked, result: structuredContent };
}

describe('a question of revision 2026-07-28', () => {
  it('is asked once, and the call goes on when a person agrees', async () => {
    const { asked, result } = await answered({ action: 'accept', content: { answer: 'yes' } });
    expect(asked).toEqual([expect.stringMatching(/^1 event would be created\.\n.*"Lunch"/)]);
    expect(result).toMatchObject({ success: true, data: { outcome: 'applied' } });
  });

  it.each<Answer>([
    { action: 'accept', content: { answer: 'no' } },
    { action: 'decline' },
    { action: 'cancel' },
  ])('ends the call when a person does not: %j', async (answer) => {
    const { asked, result } = await answered(answer);
    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ success: false, error: { code: 'DECLINED', outcome: 'not_applied' } });
  });

  it('is a token where the client shows no forms', async () => {
    const { asked, result } = await answered({ action: 'decline' }, { url: {} });
    expect(asked).toEqual([]);
    expect(result).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } });
  });
});

describe('the state of a question', () => {
  const about = ['calendar_write', { operation: 'delete' }, 'user', '1 event would be deleted.'];

  it('proves once that exactly this was asked', () => {
    const questions = createQuestions();
    const state = questions.put(about);
    expect(questions.take(state, about)).toBe(true);
    expect(questions.take(state, about)).toBe(false);
  });

  it.each([
    ['another call', ['calendar_write', { operation: 'create' }, ...about.slice(2)]],
    ['another user', [...about.slice(0, 2), 'other', about[3]]],
    ['another preview', [...about.slice(0, 3), '2 events would be deleted.']],
  ])('is worth nothing for %s, and then for nothing', (_, other) => {
    const questions = createQuestions();
    const state = questions.put(about);
    expect(questions.take(state, other)).toBe(false);
    expect(questions.take(state, about)).toBe(false);
  });

  it('of another server, or made up, is worth nothing', () => {
    const questions = createQuestions();
    expect(questions.take(createQuestions().put(about), about)).toBe(false);
    expect(questions.take('x'.repeat(24), about)).toBe(false);
    expect(questions.take(undefined, about)).toBe(false);
  });
});
