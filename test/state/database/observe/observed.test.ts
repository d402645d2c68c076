// @module-tag database
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { serveMetrics } from '../../../../src/cli/http/observe/serve-metrics.js';
import { traceCalls } from '../../../../src/cli/http/observe/traces.js';
import { CALLS, type SeenCall } from '../../../../src/system/telemetry.js';
import { atEnd } from '../../../at-end.js';
import { freshDatabase, open, SILENT, server } from '../fresh-database.js';

describe.skipIf(server === null)('those who run a server see', () => {
  it('connections of the database, as long as there are some', async () => {
    const url = await freshDatabase();
    const database = open(url, 2);
    await database.query('SELECT 1');
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
    const seen = async (state: string) => {
      const text = await (await fetch(metrics)).text();
      return Number(
        new RegExp(`^calendar_database_connections{state="${state}"} (\\d+)$`, 'm').exec(text)?.[1],
      );
    };
    expect([await seen('used'), await seen('idle'), await seen('waited for')]).toEqual([0, 1, 0]);
    const held = Array.from({ length: 5 }, () => database.query('SELECT pg_advisory_xact_lock_shared(1)'));
    await expect.poll(() => seen('waited for')).toBe(3);
    expect(await seen('used')).toBe(2);
    await holder.end();
    await Promise.all(held);
    expect(await seen('waited for')).toBe(0);
  });

  it('a span for each statement of a call, without its text', async () => {
    const posted: string[] = [];
    const collector = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += String(part);
      posted.push(text);
      response.end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    atEnd(() => collector.close());
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
    const { flush } = traceCalls({ url, headers: {}, resource: {}, log: SILENT });
    const database = open(await freshDatabase());
    await database.query('SELECT 1');
    const call: SeenCall = {
      id: 'a',
      tool: 'calendar_read',
      startedAt: performance.now(),
      outcome: 'ok',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    await CALLS.tracePromise(async () => {
      await database.query("SELECT 'canary'");
      await database.query('SELECT broken').catch(() => undefined);
    }, call);
    await flush();
    const { spans } = JSON.parse(posted.join('')).resourceSpans[0].scopeSpans[0];
    const [first, second, whole] = spans;
    expect([first.name, second.name]).toEqual(['postgresql', 'postgresql']);
    expect([first.status?.code, second.status?.code]).toEqual([undefined, 2]);
    expect(new Set(spans.map(({ traceId }: { traceId: string }) => traceId))).toEqual(
      new Set(['0af7651916cd43dd8448eb211c80319c']),
    );
    expect([first.parentSpanId, second.parentSpanId]).toEqual([whole.spanId, whole.spanId]);
    expect(posted.join('')).not.toMatch(/canary|broken|SELECT/);
  });
});
