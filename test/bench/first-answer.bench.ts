/**
 * How long the first answer takes, and what becomes of the copy after it, beside a bare REPORT on the same server:
 * `npm run build && BENCH_SERVER=cyrus BENCH_EVENTS=10000 npx vitest bench --run test/bench/first-answer.bench.ts`.
 * Cyrus is filled several times as fast in memory: `TMPDIR=/dev/shm`. There are two yardsticks: a process that has
 * asked before and knows the calendar's address, and a new one that, like ours, has to find it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, bench, describe } from 'vitest';
import { calendarQueryBody } from '../../compilers/targets/caldav/report-body.js';
import { DAY } from '../../compilers/time/civil.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { required } from '../conformance/subject.js';
import { startCyrus } from '../servers/cyrus.js';
import { startRadicale } from '../servers/radicale.js';
import { EVENTS, fillByPut, fillRadicale, occurrencesIn, WEEK, YEAR } from './big-calendar.js';
import { createComparison } from './comparison.js';
import { startCountingProxy } from './counting-proxy.js';
import { type OurProgram, startOurs } from './our-program.js';
import { startBareProgram } from './peers/bare-program.js';

const ROUNDS = 3;
const BARE = 'bare REPORT';
const BARE_NEW = 'bare REPORT of a new process, which finds the calendar';
const QUESTION = {
  filters: { when: { after: '2026-11-16T00:00', before: '2026-11-23T00:00' }, calendar: 'Big' },
};
const NEXT = { filters: { when: '2026-07', calendar: 'Big' } };

const onCyrus = process.env.BENCH_SERVER === 'cyrus';
const server = onCyrus ? await startCyrus() : await startRadicale(fillRadicale);
const path = onCyrus ? new URL(await fillByPut(server)).pathname : '/alice/big/';
const [bareProxy, ourProxy] = await Promise.all(
  [0, 1].map(() => startCountingProxy(new URL(server.url).origin)),
);
const proxies = { bare: required(bareProxy), ours: required(ourProxy) };
const comparison = createComparison(
  (contestant) => (contestant.startsWith('bare') ? proxies.bare : proxies.ours),
  [BARE, BARE_NEW],
);
const credentials = `Basic ${btoa(`${server.username}:${server.password}`)}`;
const root = mkdtempSync(join(tmpdir(), 'bench-first-'));
const failures = new Set<string>();
const week = occurrencesIn(WEEK);

// The server builds its own index at the first request.
await bare(ALL_TIME);

afterAll(async () => {
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  await server.stop();
  rmSync(root, { recursive: true, force: true });
  process.stdout.write(`\n${EVENTS} events on ${onCyrus ? 'Cyrus' : 'Radicale'}\n\n${comparison.print()}\n`);
  if (failures.size > 0) throw new Error([...failures].join('; '));
});

async function bare(range: Range): Promise<{ readonly got: string }> {
  const answer = await fetch(new URL(path, proxies.bare.url), {
    method: 'REPORT',
    headers: {
      Authorization: credentials,
      Depth: '1',
      'Content-Type': 'application/xml; charset=utf-8',
    },
    body: calendarQueryBody(range),
  });
  const found = (await answer.text()).split('BEGIN:VCALENDAR').length - 1;
  if (answer.status !== 207) failures.add(`REPORT: ${answer.status}`);
  return { got: `${found} objects` };
}

async function bareOfNewProcess(): Promise<void> {
  const { pathname } = new URL(server.url);
  const url = new URL(pathname, proxies.bare.url).href;
  const program = await startBareProgram({ url, credentials, path, body: calendarQueryBody(WEEK) });
  await sleep(1000);
  await comparison.measure('first answer', BARE_NEW, async () => ({ got: `${await program.ask()} objects` }));
  await program.close();
}

async function start(folder: string): Promise<OurProgram> {
  const { pathname } = new URL(server.url);
  const program = await startOurs(
    { ...server, url: new URL(pathname, proxies.ours.url).href },
    join(root, folder),
  );
  // No model calls a tool as soon as it is listed.
  await sleep(1000);
  return program;
}

/** Ours must be right to the last row of the pages that are asked for, copy or not. */
async function held(
  program: OurProgram,
  question: Record<string, unknown>,
  expected: ReadonlySet<string>,
  pages?: number,
) {
  const rows = await program.rows(question, pages);
  const names = new Set(rows.map(({ title, start: at }) => `${title} ${at.slice(0, 16).replace('T', ' ')}`));
  const isWhole = rows.length === expected.size || (pages !== undefined && rows.length > 0);
  const isRight = isWhole && names.size === rows.length && [...names].every((one) => expected.has(one));
  if (!isRight) failures.add(`ours: ${rows.length} rows, not the ${expected.size} that there are`);
  return { got: `${rows.length} of ${expected.size} occurrences` };
}

/** Waits for the copy, or for a part of it, and tells how long a ping took meanwhile. */
async function copied(program: OurProgram, percent = 100): Promise<{ readonly got: string }> {
  const pings: number[] = [];
  for (;;) {
    for (let n = 0; n < 200; n++) {
      const begin = performance.now();
      await program.ping();
      pings.push(performance.now() - begin);
      await sleep(5);
    }
    const copy = await program.copy();
    if (copy.state === 'complete' || (copy.percent ?? 0) >= percent) {
      const sorted = pings.toSorted((a, b) => a - b);
      const at = (part: number): string =>
        `${Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)} ms`;
      return {
        got: `${copy.state}, ${copy.percent ?? 100} %; pings: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
      };
    }
  }
}

describe(`the first answer about ${EVENTS} events`, () => {
  bench(
    'in turns',
    async () => {
      try {
        await turn();
      } catch (error) {
        failures.add(error instanceof Error ? error.message : String(error));
      }
    },
    { iterations: ROUNDS, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

async function turn(): Promise<void> {
  const month = occurrencesIn({ from: Date.UTC(2026, 6, 1), to: Date.UTC(2026, 7, 1) });
  const measure = (name: string, work: () => Promise<{ readonly got: string }>) =>
    comparison.measure('first answer', name, work);
  await measure(BARE, () => bare(WEEK));
  await bareOfNewProcess();
  await measure('bare REPORT of 32 days more', () => bare({ from: WEEK.from - 33 * DAY, to: WEEK.to + DAY }));
  const first = await start(randomUUID());
  await measure('ours, nothing known', () => held(first, QUESTION, week, 1));
  await measure('ours, another question while it copies', () => held(first, NEXT, month, 1));
  await measure('ours, until the copy is complete', () => copied(first));
  await measure('ours, from the copy', () => held(first, QUESTION, week));
  await first.close();
  await measure('bare REPORT of everything', () => bare(ALL_TIME));
  const folder = randomUUID();
  const interrupted = await start(folder);
  await held(interrupted, QUESTION, week);
  await copied(interrupted, 50);
  await interrupted.close();
  const second = await start(folder);
  await measure('ours, restarted half way', () => held(second, QUESTION, week));
  await measure('ours, restarted, until the copy is complete', () => copied(second));
  await held(second, { filters: { when: '2026', calendar: 'Big' } }, occurrencesIn(YEAR));
  await second.close();
}
