import { EventEmitter, once } from 'node:events';
import { CallToolResultSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { helpTopic } from '../../schemas/help/help.js';
import { CalendarError } from '../../schemas/model/error.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { failureSchema } from '../schemas/result-schemas.js';
import { call, connect } from './connect.js';
import { stubService } from './stub-service.js';

const read = { query: { type: 'events' } };

describe('tools', () => {
  it('lists exactly five, in their order, each with everything a client needs', async () => {
    const { client } = await connect(stubService().service);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'calendar_read',
      'calendar_write',
      'calendar_analyze',
      'search',
      'fetch',
    ]);
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.annotations?.readOnlyHint).toBe(tool.name !== 'calendar_write');
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      expect(tool).not.toHaveProperty('execution');
      expect(tool.inputSchema).not.toHaveProperty('$schema');
    }
  });

  it('have been told when what a call needs is made ready', async () => {
    const told: string[] = [];
    const { client } = await connect(stubService().service, [], () => told.push('ready'));
    expect(told).toEqual([]);
    await client.listTools();
    await expect.poll(() => told).toEqual(['ready']);
  });

  it('pass arguments on as they are and answer as JSON twice', async () => {
    const { service, calls } = stubService({
      read: async () => ({ success: true, data: { events: [{ id: 'a' }] }, meta: { total: 1 } }),
    });
    const { client } = await connect(service);
    const { json, structured, failed } = await call(client, 'calendar_read', read);
    expect(calls).toEqual([{ method: 'read', args: read }]);
    expect(failed).toBe(false);
    expect(json).toEqual({ success: true, data: { events: [{ id: 'a' }] }, meta: { total: 1 } });
    expect(structured).toEqual(json);
  });

  it('may be called without arguments', async () => {
    const { service, calls } = stubService();
    const { client } = await connect(service);
    await client.callTool({ name: 'calendar_analyze' });
    expect(calls).toEqual([{ method: 'analyze', args: {} }]);
  });

  it.each([5, true, 'a text', ['query']])(
    'are told what is wrong with arguments that are %j',
    async (args) => {
      const { client } = await connect(serviceOver([]));
      for (const name of ['calendar_read', 'calendar_write', 'calendar_analyze', 'search', 'fetch']) {
        const params = { name, arguments: args };
        const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema);
        expect(result.isError).toBe(true);
        const [item] = result.content;
        const { error } = JSON.parse(item?.type === 'text' ? item.text : '');
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', example: expect.anything() });
        if (name === 'calendar_write') expect(error.outcome).toBe('not_applied');
      }
    },
  );

  it('answer search and fetch in exactly the shape OpenAI reads', async () => {
    const results = [{ id: 'a/20261124T0900', title: 'A', url: 'calendar://event/a' }];
    const { client } = await connect(stubService({ search: async () => ({ results }) }).service);
    expect(await call(client, 'search', { query: 'a' })).toEqual({
      failed: false,
      json: { results },
      structured: { results },
    });
    const fetched = await call(client, 'fetch', { id: 'a' });
    expect(Object.keys(fetched.json)).toEqual(['id', 'title', 'text', 'url', 'metadata']);
    expect(fetched.structured).toEqual(fetched.json);
  });

  it('of an unknown name are a protocol error that names the known ones', async () => {
    const { client } = await connect(stubService().service);
    const thrown = await client.callTool({ name: 'create-event', arguments: {} }).catch((error) => error);
    expect(thrown).toBeInstanceOf(McpError);
    expect(thrown.code).toBe(ErrorCode.InvalidParams);
    expect(thrown.message).toContain('calendar_read');
  });
});

describe('failures', () => {
  const refusal = new CalendarError('UNKNOWN_FIELD', 'There is no field "titel".', {
    path: '/query/filters/titel',
    didYouMean: ['title'],
    suggestion: 'Use title.',
    example: read,
    retryAfterMs: 5,
  });

  it('keep everything a model can act on', async () => {
    const { client } = await connect(
      stubService({
        read: async () => {
          throw refusal;
        },
      }).service,
    );
    const { failed, json, structured } = await call(client, 'calendar_read', read);
    expect(failed).toBe(true);
    expect(structured).toEqual(json);
    expect(json).toEqual({
      success: false,
      error: {
        code: 'UNKNOWN_FIELD',
        message: 'There is no field "titel".',
        path: '/query/filters/titel',
        didYouMean: ['title'],
        suggestion: 'Use title.',
        example: read,
        retryAfterMs: 5,
      },
    });
    expect(failureSchema.safeParse(json).success).toBe(true);
  });

  it.each([
    [new CalendarError('CONFLICT', 'It changed.'), 'not_applied'],
    [new CalendarError('TIMEOUT', 'No answer.'), 'unknown'],
    [new CalendarError('TIMEOUT', 'No connection.', { outcome: 'not_applied' }), 'not_applied'],
    [new CalendarError('OUTCOME_UNKNOWN', 'The answer was lost.'), 'unknown'],
    [new TypeError('boom'), 'unknown'],
  ])('of a write always tell the outcome: %s', async (thrown, outcome) => {
    const { client } = await connect(
      stubService({
        write: async () => {
          throw thrown;
        },
      }).service,
    );
    const { json } = await call(client, 'calendar_write', { mutation: { operation: 'undo' } });
    expect(json.error).toMatchObject({ outcome });
  });

  it('of search and fetch are text only, because their output schemas have no room for errors', async () => {
    const { client } = await connect(
      stubService({
        fetch: async () => {
          throw new CalendarError('NOT_FOUND', 'There is no such event.');
        },
      }).service,
    );
    await client.listTools();
    const { failed, json, structured } = await call(client, 'fetch', { id: 'nope' });
    expect(failed).toBe(true);
    expect(structured).toBeUndefined();
    expect(json.error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('nobody expected tell the client a request id and the log the rest', async () => {
    const { client, lines } = await connect(
      stubService({
        read: async () => {
          throw new TypeError('secret internals');
        },
      }).service,
    );
    const { json } = await call(client, 'calendar_read', read);
    const { code, requestId } = json.error as Record<string, string>;
    expect(code).toBe('INTERNAL');
    expect(JSON.stringify(json)).not.toContain('internals');
    const logged = lines.find((line) => line.includes(requestId ?? ''));
    expect(logged).toContain('secret internals');
    expect(logged).toContain('stub-service');
  });
});

describe('hostile text', () => {
  const HOSTILE = 'a\u0000b\u001bc\u007fd\u009be\u202ef\u2066g\u200bh\u{e0041}i\ud800j\ufeffk\rl\u2028m';

  it('is stripped of everything invisible, in values, keys, errors and resources', async () => {
    const { client } = await connect(
      stubService({
        read: async () => ({ success: true, data: { [HOSTILE]: [HOSTILE, { deep: HOSTILE }] }, meta: {} }),
        analyze: async () => {
          throw new CalendarError('NOT_FOUND', HOSTILE, { didYouMean: [HOSTILE] });
        },
        fetch: async () => ({ id: 'a', title: 'a', text: HOSTILE, url: '', metadata: {} }),
      }).service,
    );
    const clean = 'abcdefghijklm';
    expect((await call(client, 'calendar_read', read)).json.data).toEqual({
      [clean]: [clean, { deep: clean }],
    });
    const { json } = await call(client, 'calendar_analyze', {});
    expect(json.error).toMatchObject({ message: clean, didYouMean: [clean] });
    const { contents } = await client.readResource({ uri: 'calendar://event/a' });
    expect(contents[0]).toMatchObject({ text: clean });
  });

  it('keeps what people write: line ends, tabs, emoji sequences, joiners, right-to-left letters', async () => {
    const kept = 'one\ntwo\r\n\tthree 👩‍💻 ❤️ שלום می‌خواهم é';
    const { client } = await connect(
      stubService({ read: async () => ({ success: true, data: { kept }, meta: {} }) }).service,
    );
    expect((await call(client, 'calendar_read', read)).json.data).toEqual({ kept });
  });
});

describe('cancellation', () => {
  it('reaches the service, and the call does not answer', async () => {
    const events = new EventEmitter();
    const started = once(events, 'started');
    const aborted = once(events, 'aborted');
    const { client, settled } = await connect(
      stubService({
        read: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              events.emit('aborted');
              reject(signal.reason);
            });
            events.emit('started');
          }),
      }).service,
    );
    const controller = new AbortController();
    const answer = client.callTool({ name: 'calendar_read', arguments: read }, undefined, {
      signal: controller.signal,
    });
    const refused = expect(answer).rejects.toThrow();
    await started;
    controller.abort('no longer needed');
    await aborted;
    await refused;
    await settled();
  });
});

describe('resources', () => {
  it('are the documentation, and events by id', async () => {
    const { client } = await connect(stubService().service);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('calendar://docs/filters');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'calendar://docs/{topic}',
      'calendar://agenda/{period}',
      'calendar://event/{+id}',
      'calendar://event/{+id}.ics',
    ]);
    const docs = await client.readResource({ uri: 'calendar://docs/filters' });
    expect(docs.contents).toEqual([
      { uri: 'calendar://docs/filters', mimeType: 'text/plain', text: helpTopic('filters').text },
    ]);
  });

  it('take ids of occurrences as they are and percent-encoded', async () => {
    const { service, calls } = stubService();
    const { client } = await connect(service);
    await client.readResource({ uri: 'calendar://event/k3v9x2m8qa/20261126T0900' });
    await client.readResource({ uri: 'calendar://event/k3v9x2m8qa%2F20261126T0900' });
    await client.readResource({ uri: 'calendar://event/100%' });
    expect(calls.map(({ args }) => args)).toEqual([
      { id: 'k3v9x2m8qa/20261126T0900' },
      { id: 'k3v9x2m8qa/20261126T0900' },
      { id: '100%' },
    ]);
  });

  it.each(['calendar://docs/nope', 'calendar://other', 'file:///etc/passwd', ''])(
    'that do not exist are refused: %s',
    async (uri) => {
      const { client } = await connect(stubService().service);
      const thrown = await client.readResource({ uri }).catch((error) => error);
      expect(thrown.code).toBe(-32002);
    },
  );
});

it('tells a model how to use it, briefly', async () => {
  const { client } = await connect(stubService().service);
  const instructions = client.getInstructions() ?? '';
  for (const name of ['calendar_read', 'calendar_write', 'calendar_analyze'])
    expect(instructions).toContain(name);
  expect(instructions.length).toBeLessThan(1500);
});
