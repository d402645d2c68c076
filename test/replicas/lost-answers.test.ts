// @module-tag database
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patient } from '../patience.js';
import { JSON_HEADERS, messageIn, send, serveHere } from '../server/http/http-server.js';
import { stubService } from '../server/stub-service.js';
import { type Cluster, isPossible, startCluster } from './cluster.js';

const CREATE = {
  name: 'calendar_write',
  arguments: {
    mutation: {
      operation: 'create',
      data: { title: 'Lunch', start: '2027-01-15T12:00', durationMinutes: 60 },
      idempotencyKey: 'lunch',
    },
  },
};

/** A client of the SDK behind a balancer that sends it to one replica, with a person who answers its questions. */
async function connected(cluster: Cluster, agree: () => Promise<void>) {
  const to = { at: 0 };
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
    fetch: (url, init) => fetch(new URL(new URL(url).pathname, cluster.at(to.at).url), init),
  });
  const client = patient(new Client({ name: 'test', version: '0' }, { capabilities: { elicitation: {} } }));
  client.setRequestHandler(ElicitRequestSchema, async () => {
    await agree();
    return { action: 'accept', content: { answer: 'yes' } };
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, to };
}

describe.skipIf(!isPossible)('a call whose replica is lost', () => {
  it('ends with an error that says to repeat it, which then does it once', async () => {
    const cluster = await startCluster(2, 'database', {
      http: {},
      policy: { base: 'careful', write: { create: 'confirm' } },
    });
    let asked = 0;
    const { client, to } = await connected(cluster, async () => {
      asked++;
      if (asked > 1) return;
      to.at = 1;
      await cluster.kill(0);
    });
    const lost = await client.callTool(CREATE);
    expect(lost.structuredContent).toMatchObject({
      success: false,
      error: { code: 'UNAVAILABLE', retryable: true, outcome: 'unknown' },
    });
    expect(JSON.stringify(lost.content)).toContain('idempotencyKey');
    expect(await client.callTool(CREATE)).toMatchObject({ structuredContent: { success: true } });
    expect(asked).toBe(2);
    expect(await cluster.stored()).toEqual(new Map([['Lunch', 1]]));
  });
});

it('a call that was lost without a session ends in the same way', async () => {
  const { service } = stubService({
    search: async (_, { signal }) => {
      await once(signal, 'abort');
      throw new Error('cancelled');
    },
  });
  const [first, second] = [
    await serveHere({ stateless: true }, () => service),
    await serveHere({ stateless: true }, () => service),
  ];
  const ask = { id: 'x1', method: 'tools/call', params: { name: 'search', arguments: { query: 'x' } } };
  const version = { 'Mcp-Protocol-Version': '2025-11-25' };
  const closing = new AbortController();
  const response = await fetch(`${first.url}/mcp`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...version },
    body: JSON.stringify({ jsonrpc: '2.0', ...ask }),
    signal: closing.signal,
  });
  const reader = (response.body ?? new ReadableStream()).getReader();
  const [, id = ''] =
    /^id: ([\w-]+)\ndata: \n\n$/.exec(new TextDecoder().decode((await reader.read()).value)) ?? [];
  closing.abort();
  const resume = (lastEvent: string) =>
    send(second, {
      method: 'GET',
      headers: { ...version, Accept: 'text/event-stream', 'Last-Event-ID': lastEvent },
    });
  const answer = await resume(id);
  expect(messageIn(answer)).toMatchObject({ id: 'x1', result: { isError: true } });
  expect(answer.text).toContain('Repeat the call.');
  // Nothing else is answered so.
  for (const other of ['', 'x', Buffer.from('["a","no such tool"]').toString('base64url')])
    expect((await resume(other)).status).toBe(405);
});
