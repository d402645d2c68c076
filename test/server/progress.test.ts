// @module-tag programs
import { McpError, type Progress } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readingProgress } from '../../src/engine/read/reading-progress.js';
import { createProgressReporter, type ProgressReport } from '../../src/server/report-progress.js';
import { eventText } from '../backends/caldav/event-text.js';
import { type FaultServer, startFaultServer } from '../backends/caldav/fault-server.js';
import { call, connect } from './connect.js';
import { connectStdio, HANDSHAKE, type Sandbox, sandbox, spawnRaw } from './stdio-process.js';
import { stubService } from './stub-service.js';

const READ = { query: { type: 'events', mode: 'count', filters: { when: 'any' } } };
const CANARY = 'Secret title';
const SAID =
  /^Read [0-2] of 2 calendars\.( Fetching a whole calendar\.| (Fetched|Copied) \d+ of 600 events\.)?$/;

function grows(reports: readonly { progress: number; total?: number | undefined }[]): void {
  for (const [at, { progress, total }] of reports.entries()) {
    expect(progress).toBeGreaterThan(reports[at - 1]?.progress ?? 0);
    if (total !== undefined) expect(progress).toBeLessThanOrEqual(total);
  }
}

describe('reports of one call', () => {
  let sent: ProgressReport[];
  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
  });
  afterEach(() => void vi.useRealTimers());
  const reporter = () => createProgressReporter((report) => sent.push(report));

  it('are the latest, twice a second at most, and none after the end', () => {
    const { progress, stop } = reporter();
    for (let done = 1; done <= 100; done++) {
      progress(done, 200, `Step ${done}.`);
      vi.advanceTimersByTime(20);
    }
    stop();
    progress(101, 200, 'Later.');
    vi.advanceTimersByTime(60_000);
    expect(sent.map(({ progress }) => progress)).toEqual([25, 50, 75, 100]);
    expect(sent[0]).toEqual({ progress: 25, total: 200, message: 'Step 25.' });
  });

  it('do not come for what is quick', () => {
    const { progress, stop } = reporter();
    progress(1, 1, 'Done.');
    vi.advanceTimersByTime(400);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
  });

  it('come now and then when nothing moves, and grow all the same', () => {
    const { progress, stop } = reporter();
    vi.advanceTimersByTime(60_000);
    progress(2, 2, 'All read.');
    vi.advanceTimersByTime(60_000);
    stop();
    expect(sent).toHaveLength(24);
    grows(sent);
    expect(sent.at(-1)).toEqual({ progress: expect.closeTo(2.011), message: 'All read.' });
  });

  it('grow whatever they are told', () => {
    const step = fc.tuple(fc.double({ min: 0, max: 9, noNaN: true }), fc.option(fc.constant(9)), fc.string());
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        sent = [];
        const { progress, stop } = reporter();
        for (const [done, total, message] of steps) {
          progress(done, total ?? undefined, message);
          vi.advanceTimersByTime(500);
        }
        stop();
        grows(sent);
      }),
    );
  });

  it('are one number for calendars that are read side by side', () => {
    const told: [number, number | undefined, string][] = [];
    const reading = readingProgress((...report) => told.push(report), 2);
    const [one, two] = [reading.part(), reading.part()];
    one(0, undefined, 'Fetching.');
    two(50, 100, 'Half.');
    two(10, 100, 'A step back.');
    one(100, 100, 'Nearly.');
    reading.finished(one);
    reading.finished(two);
    expect(told.map(([done]) => done)).toEqual([0, 0.5, 0.5, 1.49, 1.5, 2]);
    expect(told[1]).toEqual([0.5, 2, 'Read 0 of 2 calendars. Half.']);
    expect(told.at(-1)).toEqual([2, 2, 'Read 2 of 2 calendars.']);
  });
});

describe('a server that is asked for no progress', () => {
  it('gives its calls nobody to tell', async () => {
    const seen: unknown[] = [];
    const { service } = stubService({
      read: async (_, { progress }) => {
        seen.push(progress);
        return { success: true, data: {}, meta: {} };
      },
    });
    const { client } = await connect(service);
    await call(client, 'calendar_read', READ);
    await client.callTool({ name: 'calendar_read', arguments: READ }, undefined, { onprogress: () => {} });
    expect(seen).toEqual([undefined, expect.any(Function)]);
    await expect(
      client.callTool({ name: 'nothing', arguments: {} }, undefined, { onprogress: () => {} }),
    ).rejects.toThrow(McpError);
  });
});

describe('a client of a slow calendar server', () => {
  const EVENTS = 600;
  let slow: FaultServer;
  let box: Sandbox;
  let asked = 0;
  /** Texts are given as often as the client has heard something, so it hears of each before the next. */
  let heard = 0;
  let given = 0;
  const held: (() => void)[] = [];
  function giveMore(): void {
    for (; held.length > 0 && given < heard; given++) held.shift()?.();
  }
  function hear(): void {
    heard++;
    giveMore();
  }

  beforeEach(async () => {
    slow = await startFaultServer();
    asked = heard = given = 0;
    held.length = 0;
    const start = new URL(slow.calendar).pathname;
    for (let at = 0; at < EVENTS; at++) {
      slow.objects.set(`${start}${at}.ics`, { etag: `"${at}"`, ics: eventText(`e${at}`, CANARY) });
    }
    // A server that lists events without their texts, and gives those in pieces.
    slow.fault = ({ request, response, apply, answer }) => {
      if (request.method !== 'REPORT') return false;
      const plain = apply();
      if (!request.body.includes('calendar-multiget')) {
        const body = String(plain.body).replace(/<C:calendar-data>.*?<\/C:calendar-data>/gs, '');
        answer({ ...plain, body });
        return true;
      }
      asked++;
      held.push(() => {
        if (!response.destroyed) answer(plain);
      });
      giveMore();
      return true;
    };
    box = sandbox({
      CALDAV_URL: slow.origin,
      CALDAV_USERNAME: 'alice',
      CALDAV_PASSWORD: 'only-for-tests-4711',
      CALENDAR_DIR: '',
    });
  });
  afterEach(async () => {
    await slow.close();
    box.remove();
  });

  it('hears how far it is while it waits', async () => {
    const { client } = await connectStdio(box);
    try {
      const reports: Progress[] = [];
      const result = await client.callTool({ name: 'calendar_read', arguments: READ }, undefined, {
        onprogress: (report) => {
          reports.push(report);
          hear();
        },
      });
      expect(result.structuredContent).toMatchObject({ success: true, data: { count: EVENTS } });
      expect(reports.length).toBeGreaterThan(2);
      grows(reports);
      expect(JSON.stringify(reports)).not.toContain(CANARY);
      for (const { total, message } of reports) {
        expect(total).toBe(2);
        expect(message).toMatch(SAID);
      }
    } finally {
      await client.close();
    }
  });

  it('hears nothing more once it has left, and others are still answered', async () => {
    const server = spawnRaw(box);
    server.send(...HANDSHAKE);
    await server.answer(0);
    server.child.on('progress', hear);
    const ask = (id: number, progressToken: number | string) => ({
      id,
      method: 'tools/call',
      params: { name: 'calendar_read', arguments: READ, _meta: { progressToken } },
    });
    const reportsOf = (progressToken: number | string) =>
      server
        .output()
        .stdout.trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ params }) => params?.progressToken === progressToken);
    server.send(ask(1, 0), ask(2, 'second'));
    await expect.poll(() => reportsOf(0).length).toBeGreaterThan(0);
    server.send({ method: 'notifications/cancelled', params: { requestId: 1 } }, { id: 3, method: 'ping' });
    await server.answer(3);
    const before = reportsOf(0).length;
    const { result } = await server.answer(2);
    expect(result).toMatchObject({ structuredContent: { data: { count: EVENTS } } });
    expect(reportsOf(0)).toHaveLength(before);
    const lines = server.output().stdout.trim().split('\n');
    const answered = lines.findIndex((line) => JSON.parse(line).id === 2);
    expect(lines.slice(answered + 1).filter((line) => line.includes('notifications/progress'))).toEqual([]);
    expect(lines.some((line) => JSON.parse(line).id === 1)).toBe(false);
    grows(reportsOf('second').map(({ params }) => params));
    // Who left did not make the others start again.
    expect(asked).toBe(EVENTS / 50);
    server.child.stdin.end();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
  });
});
