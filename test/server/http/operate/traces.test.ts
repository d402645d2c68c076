// @module-tag programs
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../../at-end.js';
import { toolCall } from '../../stdio-process.js';
import { beginSession, post } from '../http-server.js';
import { startWithAccounts } from './with-accounts.js';

interface Received {
  readonly refused?: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: object;
  readonly status?: object;
  readonly key?: string;
}

/** A collector in a process of its own. */
async function startReceiver() {
  const script = join(import.meta.dirname, 'otlp-receiver.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  atEnd(() => child.kill());
  let text = '';
  child.stdout.on('data', (part) => {
    text += String(part);
  });
  const lines = () => text.split('\n').slice(0, -1);
  await expect.poll(() => lines().length).toBeGreaterThan(0);
  return {
    url: `http://127.0.0.1:${lines()[0]}`,
    spans: () =>
      lines()
        .slice(1)
        .map((line): Received => JSON.parse(line)),
    text: () => text,
  };
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

it('one span a call, in the trace of the client, with its requests below it, and nothing of its content', async () => {
  const receiver = await startReceiver();
  const server = await startWithAccounts(
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' },
  );
  const session = await beginSession(server);
  const { params, ...read } = toolCall(1, 'calendar_read', {
    query: { type: 'events', filters: { text: 'Dinner' } },
  }) as { params: object };
  await post(server, { ...read, params: { ...params, _meta: { traceparent } } }, session);
  await post(server, toolCall(2, 'calendar_read', { query: { type: 'nothing' } }), session);
  // What is still waiting is sent before the process ends.
  server.child.kill('SIGTERM');
  expect(await server.exit()).toBe(0);
  const spans = receiver.spans();
  expect(spans.filter(({ refused }) => refused !== undefined)).toEqual([]);
  const [first, second] = spans.filter(({ name }) => name === 'tools/call calendar_read');
  expect(first).toMatchObject({
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    kind: 2,
    key: 'a b',
    resource: { 'service.name': 'calendar-mcp' },
    attributes: { 'gen_ai.tool.name': 'calendar_read', 'calendar.outcome': 'ok' },
  });
  expect(second).toMatchObject({ attributes: { 'error.type': 'INVALID_ARGUMENT' }, status: { code: 2 } });
  expect(second?.traceId).not.toBe(traceId);
  const below = spans.filter(({ parentSpanId }) => parentSpanId === first?.spanId);
  expect(below.every((span) => span.traceId === traceId)).toBe(true);
  expect(below).toContainEqual(
    expect.objectContaining({
      kind: 3,
      attributes: expect.objectContaining({
        'calendar.account.kind': 'webcal',
        'http.response.status_code': 200,
      }),
    }),
  );
  expect(below).toContainEqual(
    expect.objectContaining({
      attributes: expect.objectContaining({
        'calendar.account.kind': 'caldav',
        'http.response.status_code': 401,
      }),
    }),
  );
  expect(spans).toHaveLength(below.length + 2);
  expect(receiver.text()).not.toMatch(/Dinner|127\.0\.0\.1|"ana"|team|correct|wrong 7QK/);
});

it('a collector that is away stops nothing, and the log says what was lost', async () => {
  const server = await startWithAccounts({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  const session = await beginSession(server);
  const answer = await post(server, toolCall(1, 'calendar_read', { query: { type: 'nothing' } }), session);
  expect(answer.status).toBe(200);
  await expect.poll(() => server.output().stderr).toContain('"message":"spans could not be sent","spans":1');
});
