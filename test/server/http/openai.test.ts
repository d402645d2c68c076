// @module-tag slow
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { tokenDigest } from '../../../src/secrets/access-tokens.js';
import { event, ics } from '../../engine/service-on-memory.js';
import { strictCall } from '../../schemas/listed/strict-call.js';
import { beginSession, memoryService, messageIn, post, serveHere } from './http-server.js';

const TOKEN = 'openai-token-0123456789-0123456789-0123456789';
const bearer = { Authorization: `Bearer ${TOKEN}` };
const LINK = 'https://example.org/lunch';
const service = () =>
  memoryService([
    ics(
      ...event('UID:a', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z', 'SUMMARY:Lunch', `URL:${LINK}`),
    ),
    ics(...event('UID:b', 'DTSTART:20261125T110000Z', 'DTEND:20261125T120000Z', 'SUMMARY:Lunch with Ana')),
    ics(
      ...event(
        'UID:c',
        'DTSTART:20261126',
        'SUMMARY:Dentist',
        'RRULE:FREQ=WEEKLY',
        'DESCRIPTION:Line\\n“two”',
      ),
    ),
  ]);

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** The server, and requests to it as OpenAI sends them. */
async function serving({ stateless = false, publicUrl }: { stateless?: boolean; publicUrl?: string } = {}) {
  const tokens = [{ name: 'openai', digest: tokenDigest(TOKEN), readOnly: false }];
  const server = await serveHere(
    { tokens, stateless, ...(publicUrl !== undefined && { publicUrl }) },
    service,
  );
  const headers = stateless ? bearer : await beginSession(server, bearer);
  const ask = async (method: string, params: object) =>
    messageIn(await post(server, { id: 7, method, params }, headers));
  return {
    ask,
    call: async (name: string, args: unknown, more: object = {}): Promise<Result> =>
      (await ask('tools/call', { name, arguments: args, ...more })).result as Result,
  };
}

/** What OpenAI reads: one text item with the JSON that is also the structured content. */
function read(result: Result): Record<string, unknown> {
  expect(result.isError).not.toBe(true);
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }]);
  const json = JSON.parse(result.content[0]?.text ?? '');
  expect(result.structuredContent).toEqual(json);
  return json;
}

describe.each([
  ['sessions', false],
  ['no sessions', true],
] as const)('OpenAI over HTTP with %s', (_, stateless) => {
  it('finds two tools with just the inputs it checks, and hints that they only read', async () => {
    const { result } = await (await serving({ stateless })).ask('tools/list', {});
    const tools = new Map((result as { tools: { name: string }[] }).tools.map((tool) => [tool.name, tool]));
    for (const [name, key] of [
      ['search', 'query'],
      ['fetch', 'id'],
    ] as const) {
      expect(tools.get(name)).toMatchObject({
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', required: [key], additionalProperties: false },
      });
      const { inputSchema } = tools.get(name) as unknown as { inputSchema: { properties: object } };
      expect(inputSchema.properties).toEqual({ [key]: expect.objectContaining({ type: 'string' }) });
    }
  });

  it('searches and fetches what it found, as its output schemas say', async () => {
    const { ask, call } = await serving({ stateless });
    const { result } = await ask('tools/list', {});
    const { tools } = result as { tools: { name: string; outputSchema?: object }[] };
    const validates = (name: string, value: unknown) => {
      const schema = tools.find((tool) => tool.name === name)?.outputSchema;
      return schema !== undefined && new Ajv2020({ strict: false }).validate(schema, value);
    };
    const found = read(await call('search', { query: 'lunch' }));
    expect(validates('search', found)).toBe(true);
    const results = found.results as { id: string; title: string; url: string }[];
    expect(results.map(({ url }) => url).sort()).toEqual([
      expect.stringMatching(/^calendar:\/\/event\/\w+$/),
      LINK,
    ]);
    for (const { id, url } of results) {
      const document = read(await call('fetch', { id }));
      expect(validates('fetch', document)).toBe(true);
      expect(document).toMatchObject({
        id,
        url,
        title: expect.stringMatching(/^Lunch/),
        text: expect.any(String),
      });
      for (const value of Object.values(document.metadata as object)) expect(value).toBeTypeOf('string');
    }
  });

  it.each<[string, unknown, number]>([
    ['words', { query: 'dentist' }, 1],
    ['a phrase', { query: '"lunch with ana"' }, 1],
    ['a question', { query: 'What do I have on Thursday?' }, 1],
    ['arguments as text', '{"query":"dentist"}', 1],
    ['nothing to find', { query: 'zeppelin' }, 0],
  ])('searches for %s', async (_title, args, count) => {
    const { call } = await serving({ stateless });
    expect(read(await call('search', args)).results).toHaveLength(count);
  });

  it('is answered with the metadata that ChatGPT adds to a call', async () => {
    const { call } = await serving({ stateless });
    const _meta = { 'openai/userAgent': 'ChatGPT', 'openai/locale': 'de-DE', 'openai/userLocation': null };
    expect(read(await call('search', { query: 'dentist' }, { _meta })).results).toHaveLength(1);
  });

  it.each<[string, string, unknown]>([
    ['an empty query', 'search', { query: '' }],
    ['no query', 'search', {}],
    ['another input', 'search', { query: 'lunch', top_k: 5 }],
    ['an unknown id', 'fetch', { id: 'nothing' }],
    ['a list of ids', 'fetch', { id: ['a'] }],
    ['no id', 'fetch', {}],
  ])('is told about %s in one text item', async (_title, name, args) => {
    const { call } = await serving({ stateless });
    const { content, isError, structuredContent } = await call(name, args);
    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(content).toHaveLength(1);
    const { error } = JSON.parse(content[0]?.text ?? '');
    expect(error.suggestion ?? JSON.stringify(error.example)).not.toMatch(/filters/);
  });

  it('makes strict calls, with every key and null for what is not said', async () => {
    const { call } = await serving({ stateless });
    const data = { title: 'Planning', start: '2026-11-27T12:00', durationMinutes: 60 };
    const created = read(
      await call('calendar_write', strictCall('calendar_write', { mutation: { operation: 'create', data } })),
    );
    expect(created).toMatchObject({ data: { outcome: 'applied', event: { title: 'Planning' } } });
    const query = { type: 'events', filters: { title: 'planning' }, fields: ['title'] };
    expect(read(await call('calendar_read', strictCall('calendar_read', { query })))).toMatchObject({
      data: { events: [{ title: 'Planning' }] },
    });
    const analysis = { type: 'time_stats', scope: { when: 'this week' }, params: { groupBy: 'day' } };
    expect(read(await call('calendar_analyze', strictCall('calendar_analyze', { analysis })))).toMatchObject({
      success: true,
    });
    expect(read(await call('search', strictCall('search', { query: 'planning' }))).results).toHaveLength(1);
  });

  it('gets addresses of pages that a person can open where the server has one', async () => {
    const { call } = await serving({ stateless, publicUrl: 'https://calendar.example.org' });
    const [{ id, url }] = read(await call('search', { query: 'dentist' })).results as [
      { id: string; url: string },
    ];
    expect(url).toBe(`https://calendar.example.org/events/${encodeURIComponent(id)}`);
  });
});
