import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, bench, describe } from 'vitest';
import { EVERYTHING, type Predicate } from '../../compilers/plan/predicate.js';
import { split } from '../../compilers/pushdown/split.js';
import { calendarQueryBody } from '../../compilers/targets/caldav/report-body.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../src/backends/mirror/mirrored-backend.js';
import type { Backend } from '../../src/ports/backend.js';
import type { MirrorStore } from '../../src/ports/mirror-store.js';
import { openMirror } from '../../src/state/mirror/open-mirror.js';
import { calendarOf } from '../conformance/events.js';
import { never, required } from '../conformance/subject.js';
import { startRadicale } from '../servers/radicale.js';
import { indexer, SILENT } from '../state/mirror/open-store.js';
import { EVENTS, FOUND_BY_TEXT, fillRadicale, SEARCHED, WEEK } from './big-calendar.js';
import { startCountingProxy } from './counting-proxy.js';

const ONCE = { iterations: 3, time: 0, warmupIterations: 0, warmupTime: 0 } as const;
const OFTEN = { ...ONCE, iterations: 30 } as const;
const MINUTE = 60_000;

const server = await startRadicale(fillRadicale);
const proxy = await startCountingProxy(server.url);
const folders: string[] = [];
const counts = new Map<string, string>();
/** An error in a bench ends nothing: they are thrown when all is over. */
const failures = new Set<string>();
let clock = Date.now();

afterAll(async () => {
  await known.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await proxy.close();
  await server.stop();
  for (const [name, count] of counts) process.stdout.write(`${name}: ${count}\n`);
  if (failures.size > 0) throw new Error([...failures].join('; '));
});

/** A request as a command-line client sends it. */
async function bare(range: Range): Promise<void> {
  const answer = await fetch(`${proxy.url}alice/big/`, {
    method: 'REPORT',
    headers: {
      Authorization: `Basic ${btoa(`${server.username}:${server.password}`)}`,
      Depth: '1',
      'Content-Type': 'application/xml; charset=utf-8',
    },
    body: calendarQueryBody(range),
  });
  const text = await answer.text();
  if (answer.status !== 207 || !text.includes('BEGIN:VEVENT')) failures.add(`REPORT: ${answer.status}`);
}

async function newStore(): Promise<MirrorStore> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  folders.push(folder);
  return required(await openMirror(folder, SILENT));
}

function open(store: MirrorStore) {
  const { username, password } = server;
  const inner = createCalDavBackend({
    name: 'bench',
    url: proxy.url,
    username,
    password,
    deadlineMs: 300_000,
  });
  return createMirroredBackend(inner, {
    store,
    indexer: indexer(),
    log: SILENT,
    now: () => clock,
    patienceMs: 300_000,
  });
}

async function ask(backend: Backend, range: Range, where: Predicate = EVERYTHING): Promise<number> {
  const [calendar] = await backend.calendars({ signal: never });
  const divided = split({ range, where }, backend.target.capabilities);
  const { objects, stale } = await backend.scan(backend.target.compileRead(divided, required(calendar)), {
    signal: never,
  });
  if (stale !== undefined) throw new Error('the server was not asked');
  return objects.length;
}

/** Runs it and holds it to the requests and the number of events it may give. */
async function costs(
  name: string,
  allowed: readonly string[],
  work: () => Promise<number>,
  isRight: (found: number) => boolean,
): Promise<void> {
  proxy.taken();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const found = await work();
  delays.disable();
  const { requests, received } = proxy.taken();
  const asked = requests.join(', ') || 'no request';
  counts.set(
    name,
    `${asked}; ${Math.round(received / 1024)} KB; ${found} events; longest block ${Math.round(delays.max / 1e6)} ms`,
  );
  if (requests.toSorted().join() !== allowed.toSorted().join()) failures.add(`${name}: ${asked}`);
  if (!isRight(found)) failures.add(`${name}: ${found} events`);
}

const inWeek = (found: number): boolean => found >= EVENTS / 100 && found < EVENTS / 10;

const TEXT: Predicate = {
  kind: 'text',
  fields: ['title', 'description'],
  op: 'contains',
  value: SEARCHED,
};

/** What Radicale needs to be found and to list its calendars. */
const FOUND = ['PROPFIND', 'PROPFIND', 'PROPFIND'];

// The server builds its own index at the first request.
await bare(ALL_TIME);
const store = await newStore();
const known = open(store);
await ask(known, WEEK);

describe(`${EVENTS} events on Radicale`, () => {
  bench('bare request: the week', () => bare(WEEK), ONCE);
  bench('bare request: everything', () => bare(ALL_TIME), ONCE);

  bench(
    'a week, nothing known',
    async () => {
      const backend = open(await newStore());
      const allowed = [...FOUND, 'OPTIONS', 'calendar-query'];
      await costs('a week, nothing known', allowed, () => ask(backend, WEEK), inWeek);
      await backend.close();
    },
    ONCE,
  );

  bench(
    'a week, just compared',
    () => costs('a week, just compared', [], () => ask(known, WEEK), inWeek),
    OFTEN,
  );

  bench(
    'a week, a minute later',
    () => {
      clock += 2 * MINUTE;
      return costs('a week, a minute later', ['PROPFIND'], () => ask(known, WEEK), inWeek);
    },
    ONCE,
  );

  bench(
    'a week, changed by another client',
    async () => {
      const uid = randomUUID();
      const before = await ask(known, WEEK);
      await put(uid, calendarOf(uid, ['DTSTART:20261118T090000Z', 'DURATION:PT1H', 'SUMMARY:New']));
      clock += 2 * MINUTE;
      await costs(
        'a week, changed by another client',
        ['PROPFIND', 'sync-collection'],
        () => ask(known, WEEK),
        (found) => found === before + 1,
      );
    },
    ONCE,
  );

  bench(
    'a week, after a restart',
    async () => {
      const backend = open(store);
      clock += 2 * MINUTE;
      await costs('a week, after a restart', FOUND, () => ask(backend, WEEK), inWeek);
      await backend.close();
    },
    ONCE,
  );

  bench(
    'text over all time',
    () =>
      costs(
        'text over all time',
        [],
        () => ask(known, ALL_TIME, TEXT),
        (found) => found === FOUND_BY_TEXT,
      ),
    OFTEN,
  );
});

async function put(uid: string, ics: string): Promise<void> {
  const answer = await fetch(`${server.url}alice/big/${uid}.ics`, {
    method: 'PUT',
    headers: {
      Authorization: `Basic ${btoa(`${server.username}:${server.password}`)}`,
      'Content-Type': 'text/calendar; charset=utf-8',
      'If-None-Match': '*',
    },
    body: ics,
  });
  if (answer.status !== 201) failures.add(`PUT: ${answer.status}`);
}
