import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../../at-end.js';
import { sandbox, toolCall } from '../../stdio-process.js';
import { startProgram } from '../http-program.js';
import { beginSession, messageIn, post } from '../http-server.js';

/** A web server with one subscribed calendar, which refuses every login to the rest. */
async function startUpstream() {
  const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n';
  const server = createServer((req, res) => {
    if (req.url === '/team.ics') res.writeHead(200, { 'Content-Type': 'text/calendar' }).end(ics);
    else res.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function program(http: object) {
  const upstream = await startUpstream();
  const box = sandbox({ CALENDAR_LOG: 'info' });
  atEnd(box.remove);
  const config = join(box.root, 'config.json');
  const accounts = [
    { kind: 'local', name: 'own', dir: join(box.root, 'calendars') },
    { kind: 'webcal', name: 'team', url: `${upstream}/team.ics`, allowPrivate: true },
    { kind: 'caldav', name: 'work', url: `${upstream}/dav/`, username: 'ana', password: 'wrong 7QK' },
  ];
  writeFileSync(config, JSON.stringify({ accounts, http }), { mode: 0o600 });
  return startProgram(box, ['--config', config]);
}

/** Samples by name with labels; lines of help and types are left out. */
function samples(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

it('/metrics counts calls, requests and copies, and names nobody', async () => {
  const server = await program({ metrics: '127.0.0.1:0' });
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
  const server = await program({});
  expect(server.output().stderr).not.toContain('metrics');
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});
