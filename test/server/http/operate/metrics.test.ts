// @module-tag programs
import { expect, it } from 'vitest';
import { toolCall } from '../../stdio-process.js';
import { beginSession, messageIn, post } from '../http-server.js';
import { startWithAccounts } from './with-accounts.js';

/** Samples by name with labels; lines of help and types are left out. */
function samples(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

it('/metrics counts calls, requests and copies, and names nobody', async () => {
  const server = await startWithAccounts({ metrics: '127.0.0.1:0' });
  const address = /"at":"(http:[^"]+)"/.exec(server.output().stderr)?.[1] ?? 'none';
  const session = await beginSession(server);
  const call = async (name: string, args: object) =>
    messageIn(await post(server, toolCall(1, name, args), session)).result;
  await call('calendar_read', { query: { type: 'events' } });
  await call('calendar_read', { query: { type: 'nothing' } });
  await call('calendar_write', {
    mutation: {
      operation: 'create',
      data: { title: 'Dinner', start: '2026-11-24T12:00', calendar: 'own/Calendar' },
    },
  });
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const seen = samples(text);
  expect(Object.fromEntries([...seen].filter(([name]) => name.startsWith('calendar_calls_total')))).toEqual({
    'calendar_calls_total{tool="calendar_read",outcome="ok",code=""}': 1,
    'calendar_calls_total{tool="calendar_read",outcome="failed",code="INVALID_ARGUMENT"}': 1,
    'calendar_calls_total{tool="calendar_write",outcome="applied",code=""}': 1,
  });
  expect(seen.get('calendar_calls_running')).toBe(0);
  expect(seen.get('calendar_call_duration_seconds_count{tool="calendar_read"}')).toBe(2);
  expect(seen.get('calendar_call_duration_seconds_bucket{le="+Inf",tool="calendar_read"}')).toBe(2);
  expect(seen.get('calendar_upstream_requests_total{account="webcal",status="200"}')).toBeGreaterThan(0);
  expect(seen.get('calendar_upstream_requests_total{account="caldav",status="401"}')).toBeGreaterThan(0);
  for (const name of ['calendar_copies{state="complete"}', 'calendar_oldest_copy_age_seconds']) {
    expect(seen.get(name)).toBe(0);
  }
  expect(seen.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(seen.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(text).not.toMatch(/127\.0\.0\.1|ana|team|work\b|Dinner|everyone/);
});

it('nothing listens for Prometheus where no address is set, and the endpoint has no metrics', async () => {
  const server = await startWithAccounts({});
  expect(server.output().stderr).not.toContain('metrics');
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});
