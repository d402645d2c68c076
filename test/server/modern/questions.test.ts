import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { createQuestions } from '../../../src/server/modern/questions.js';
import { atEnd } from '../../at-end.js';
import { event, ics, serviceOver } from '../../engine/service-on-memory.js';
import { patient } from '../../patience.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { serveHere } from '../http/http-server.js';

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: { answer: string } };

const CONTEXT = { signal: new AbortController().signal };
const CREATE = { operation: 'create', data: { title: 'Lunch', start: 'tomorrow 12:00' } };

/** What a write comes to that needs a person, whose client asks like this. */
async function answered(answer: Answer, elicitation: Record<string, Record<string, never>> = {}) {
  const policy = { ...POLICIES.careful, write: { ...POLICIES.careful.write, create: 'confirm' as const } };
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  const { url } = await serveHere({}, () => serviceOver([backend], { policy }));
  const client = patient(
    new Client(
      { name: 'test', version: '0' },
      { capabilities: { elicitation }, versionNegotiation: { mode: 'auto' } },
    ),
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

  it('proves once that exactly this was asked', async () => {
    const questions = createQuestions().of('user');
    const state = await questions.put(about);
    expect(await questions.take(state, about)).toBe(true);
    expect(await questions.take(state, about)).toBe(false);
  });

  it.each([
    ['another call', ['calendar_write', { operation: 'create' }, ...about.slice(2)]],
    ['another user', [...about.slice(0, 2), 'other', about[3]]],
    ['another preview', [...about.slice(0, 3), '2 events would be deleted.']],
  ])('is worth nothing for %s, and then for nothing', async (_, other) => {
    const questions = createQuestions().of('user');
    const state = await questions.put(about);
    expect(await questions.take(state, other)).toBe(false);
    expect(await questions.take(state, about)).toBe(false);
  });

  it('of another server, or made up, is worth nothing', async () => {
    const questions = createQuestions().of('user');
    expect(await questions.take(await createQuestions().of('user').put(about), about)).toBe(false);
    expect(await questions.take('x'.repeat(24), about)).toBe(false);
    expect(await questions.take(undefined, about)).toBe(false);
  });
});

describe('the open questions of a user', () => {
  it('do not end because another user has many', async () => {
    const questions = createQuestions();
    const [ana, ben] = [questions.of('ana'), questions.of('ben')];
    const state = await ben.put(['one']);
    for (let n = 0; n < 2000; n++) await ana.put([n]);
    expect(await ben.find(state)).toBeDefined();
    expect(await ana.find(state)).toBeUndefined();
    expect(await ben.take(state, ['one'])).toBe(true);
  });
});

describe('what a person was not shown for want of room', () => {
  const at = (uid: string, title: string) =>
    ics(...event(`UID:${uid}`, `SUMMARY:${title}`, 'DTSTART:20261124T090000Z', 'DURATION:PT1H'));

  async function purging(between: (service: CalendarService, turn: number) => Promise<unknown>) {
    const objects = Array.from({ length: 13 }, (_, n) => at(`draft-${n}`, 'Draft'));
    const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects }] });
    const own = serviceOver([backend], { policy: POLICIES.trusted });
    const { url } = await serveHere({}, () => serviceOver([backend], { policy: POLICIES.careful }));
    const client = patient(
      new Client(
        { name: 'test', version: '0' },
        { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
      ),
    );
    let turn = 0;
    client.setRequestHandler('elicitation/create', async () => {
      await between(own, turn++);
      return { action: 'accept', content: { answer: 'yes' } } as const;
    });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
    atEnd(() => client.close());
    const mutation = {
      operation: 'delete',
      filters: { title: 'Draft', when: 'tomorrow' },
      each: true,
      soft: false,
    };
    const { structuredContent } = await client.callTool({ name: 'calendar_write', arguments: { mutation } });
    return { turn, result: structuredContent };
  }

  it('is asked about again where it has changed', async () => {
    const { turn, result } = await purging(async (own, turn) => {
      if (turn > 0) return;
      const changes = { description: 'Signed' };
      await own.write({ mutation: { operation: 'update', id: 'draft-9', changes } }, CONTEXT);
    });
    expect(turn).toBe(2);
    expect(result).toMatchObject({ success: true });
  });

  it('is asked about once where nothing has', async () => {
    const { turn, result } = await purging(async () => undefined);
    expect(turn).toBe(1);
    expect(result).toMatchObject({ success: true });
  });
});

it('a time that is relative means the same after the answer', async () => {
  const policy = { ...POLICIES.careful, write: { ...POLICIES.careful.write, create: 'confirm' as const } };
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  let passed = 0;
  const { url } = await serveHere({}, () => serviceOver([backend], { policy }, () => passed));
  const client = patient(
    new Client(
      { name: 'test', version: '0' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
    ),
  );
  let asked = 0;
  client.setRequestHandler('elicitation/create', () => {
    asked++;
    passed += 61_000;
    return { action: 'accept', content: { answer: 'yes' } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  atEnd(() => client.close());
  const data = { title: 'Call', start: 'now+1hour', durationMinutes: 30 };
  const { structuredContent } = await client.callTool({
    name: 'calendar_write',
    arguments: { mutation: { operation: 'create', data } },
  });
  expect(asked).toBe(1);
  expect(structuredContent).toMatchObject({ data: { event: { start: '2026-11-23T10:00+01:00' } } });
});
