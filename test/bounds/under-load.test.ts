// @module-tag programs
import { afterAll, expect, it } from 'vitest';
import { runProgram } from '../server/run-program.js';
import { HANDSHAKE, spawnRaw, toolCall } from '../server/stdio-process.js';
import { daily, everySecond, everyThreeMinutes, single } from './bombs.js';
import { startBusy } from './busy-server.js';

const feed = [...everyThreeMinutes(500), ...everySecond(50), single('In the feed')];
const busy = await startBusy({ Feed: feed, Work: [single('At work')], Many: daily(2000) });
const others: ReturnType<typeof spawnRaw>[] = [];
afterAll(() => {
  for (const { child } of [busy.server, ...others]) child.kill('SIGKILL');
  busy.box.remove();
});

/** Looks at 60,000 occurrences, and sorts them by their titles. */
const HEAVY = { query: { type: 'events', filters: { calendar: 'Many' }, sort: [{ field: 'title' }] } };

it.each<[string, unknown]>([
  ['calendar_read', { query: { type: 'events' } }],
  [
    'calendar_read',
    { query: { type: 'events', filters: { when: { between: ['1970-01-01', '9999-12-31'] } } } },
  ],
  ['calendar_read', HEAVY],
  ['calendar_analyze', { analysis: { type: 'time_stats', scope: { when: 'next 30 days' } } }],
])('%s %j is answered in bounded memory, and pings meanwhile', async (name, args) => {
  const { result, pings, megabytes } = await busy.watch(name, args);
  expect(JSON.stringify(result.structuredContent)).toContain('"success":true');
  // Without bounds these took gigabytes, and no ping was answered before the end.
  expect(megabytes).toBeLessThan(400);
  expect(pings.length).toBeGreaterThan(1);
});

it('a call that is cancelled while it computes is not answered, and the next one is', async () => {
  const { server } = busy;
  server.send(toolCall(9001, 'calendar_read', HEAVY));
  server.send({ id: 9002, method: 'ping' });
  await server.answer(9002);
  server.send({ method: 'notifications/cancelled', params: { requestId: 9001 } });
  server.send(toolCall(9003, 'calendar_read', { query: { type: 'events', filters: { calendar: 'Work' } } }));
  await server.answer(9003);
  expect(server.output().stdout).not.toContain('"id":9001');
});

it('a program that is told to stop while it computes does', async () => {
  const server = spawnRaw(busy.box);
  others.push(server);
  server.send(...HANDSHAKE);
  await server.answer(0);
  for (let id = 1; id <= 20; id++) server.send(toolCall(id, 'calendar_read', HEAVY));
  server.send({ id: 99, method: 'ping' });
  await server.answer(99);
  server.child.kill('SIGTERM');
  expect(await server.exit()).toEqual({ code: 0, signal: null });
});

it('the agenda shows the rest, and says what it leaves out', async () => {
  const env = { ...busy.box.env, CALDAV_CALENDAR_NAME: 'Feed' };
  const { stdout, stderr } = await runProgram(['agenda', 'next 30 days'], { env });
  expect(stdout).toContain('In the feed');
  expect(stderr).toMatch(/^Not shown: 550 events of Feed\. This event recurs too often/m);
});
