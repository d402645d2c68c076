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
import { startRadicale } from '../servers/radicale.js';
import { EVENTS, FOUND_BY_TEXT, fillRadicale, SEARCHED, WEEK, YEAR } from './big-calendar.js';
import { createComparison, type Outcome } from './comparison.js';
import { startCountingProxy } from './counting-proxy.js';
import { failures, held, judged, objectsOf, WEEK_QUERY, week, YEAR_QUERY, year } from './judge-outcome.js';
import { type OurProgram, startOurs } from './our-program.js';
import { bareCurl, missingCurl } from './peers/bare-curl.js';
import { installPeer, PEER, startPeer } from './peers/peer.js';
import { free, fresh, object, renamed, written } from './peers/peer-events.js';

const CURL = 'curl';
const OURS = 'ours';
const BATCH = 100;
const rounds = (iterations: number) => ({ iterations, time: 0, warmupIterations: 0, warmupTime: 0 }) as const;

const server = await startRadicale(fillRadicale);
const root = mkdtempSync(join(tmpdir(), 'bench-peer-'));
const [curlProxy, peerProxy, ourProxy] = await Promise.all(
  [0, 1, 2].map(() => startCountingProxy(server.url)),
);
const proxies = { curl: required(curlProxy), peer: required(peerProxy), ours: required(ourProxy) };
const at = (proxy: { readonly url: string }) => ({ ...server, url: proxy.url });
const comparison = createComparison(
  (contestant) =>
    contestant === CURL ? proxies.curl : contestant === PEER.name ? proxies.peer : proxies.ours,
  [CURL, PEER.name],
);

// The server builds its own index at the first request.
await bareCurlReport(ALL_TIME, server.url);
const noCurl = await missingCurl();
const curl = bareCurl(`${proxies.curl.url}alice/big/`, server);
const installed = await installPeer(join(root, 'peer'));
const peer = 'script' in installed ? await startPeer(installed.script, at(proxies.peer)) : undefined;
const ours = await startOurs(at(proxies.ours), join(root, 'state'));
await ours.count({ filters: { when: '2026-11' } });

afterAll(async () => {
  await Promise.all([ours.close(), peer?.close()]);
  await checkWritten();
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  await server.stop();
  rmSync(root, { recursive: true, force: true });
  process.stdout.write(`\n${EVENTS} events on Radicale\n\n${comparison.print()}\n`);
  if ('missing' in installed)
    shout(`${PEER.name} ${PEER.version} is not compared: npm could not fetch it. ${installed.missing}`);
  if (noCurl !== undefined) shout(`curl is not compared: ${noCurl}`);
  if (failures.size > 0) throw new Error([...failures].join('; '));
});

function shout(text: string): void {
  process.stdout.write(`\n${'!'.repeat(80)}\n${text}\n${'!'.repeat(80)}\n`);
}

type Bench = (name: string, times: number, work: () => Promise<Outcome>) => void;

/** One workload: a row for each contestant that is there, a reason for each that is not. */
function workload(name: string, entries: (add: Bench) => void): void {
  describe(name, () => {
    entries((contestant, times, work) => {
      const reason =
        contestant === CURL
          ? noCurl
          : contestant === PEER.name && peer === undefined
            ? 'not installed'
            : undefined;
      if (reason !== undefined) return comparison.note(name, contestant, reason);
      bench(
        contestant,
        async () => {
          try {
            await comparison.measure(name, contestant, work);
          } catch (error) {
            failures.add(`${name}, ${contestant}: ${error instanceof Error ? error.message : String(error)}`);
          }
        },
        rounds(times),
      );
    });
  });
}

async function bareCurlReport(range: Range, url: string): Promise<string> {
  const answer = await fetch(`${url}alice/big/`, {
    method: 'REPORT',
    headers: {
      Authorization: `Basic ${btoa(`${server.username}:${server.password}`)}`,
      Depth: '1',
      'Content-Type': 'application/xml; charset=utf-8',
    },
    body: calendarQueryBody(range),
  });
  if (answer.status !== 207) throw new Error(`REPORT: ${answer.status}`);
  return answer.text();
}

/** As many objects as have an occurrence there: a server without a client's work expands nothing. */
async function reported(range: Range, objects: number): Promise<Outcome> {
  const { status, text } = await curl.report(calendarQueryBody(range));
  const found = text.split('BEGIN:VCALENDAR').length - 1;
  if (status !== 207 || found !== objects)
    failures.add(`REPORT: ${status}, ${found} objects instead of ${objects}`);
  return { got: `${found} objects, not expanded` };
}

/** The longest wait for an answer to `ping` while something else is going on. */
async function longestPing(program: OurProgram, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  let longest = 0;
  while (!isOver) {
    const begin = performance.now();
    await program.ping();
    longest = Math.max(longest, performance.now() - begin);
    await sleep(5);
  }
  return longest;
}

workload('start to tools/list', (add) => {
  add(PEER.name, 3, async () => {
    const one = await startPeer(
      required('script' in installed ? installed.script : undefined),
      at(proxies.peer),
    );
    await one.close();
    return { got: 'asks the server at its start' };
  });
  add(OURS, 3, async () => {
    const one = await startOurs(at(proxies.ours), join(root, 'state'));
    await one.close();
    return { got: 'tools' };
  });
});

workload('week', (add) => {
  add(CURL, 3, () => reported(WEEK, objectsOf(week)));
  add(PEER.name, 3, async () => judged(await required(peer).list(WEEK.from, WEEK.to), week));
  add('ours, first ever: start, copy of the calendar, answer', 2, async () => {
    const one = await startOurs(at(proxies.ours), join(root, randomUUID()));
    const asked = one.rows(WEEK_QUERY);
    const longest = await longestPing(one, asked);
    const outcome = held(await asked, week);
    await one.close();
    return { got: `${outcome.got}; longest ping meanwhile ${Math.round(longest)} ms` };
  });
  add('ours, restarted and compared', 3, async () => {
    const one = await startOurs(at(proxies.ours), join(root, 'state'));
    const outcome = held(await one.rows({ ...WEEK_QUERY, refresh: true }), week);
    await one.close();
    return outcome;
  });
  add('ours, compared', 5, async () => held(await ours.rows({ ...WEEK_QUERY, refresh: true }), week));
  add(OURS, 20, async () => held(await ours.rows(WEEK_QUERY), week));
});

workload('year, all rows', (add) => {
  add(CURL, 3, () => reported(YEAR, objectsOf(year)));
  add(PEER.name, 3, async () => judged(await required(peer).list(YEAR.from, YEAR.to), year));
  add(OURS, 3, async () => held(await ours.rows(YEAR_QUERY), year));
});

workload('year, counted', (add) => {
  comparison.note('year, counted', PEER.name, 'no tool counts: its rows, see above');
  add(OURS, 10, async () => {
    const count = await ours.count(YEAR_QUERY);
    if (count !== year.size) failures.add(`ours: ${count} counted, not ${year.size}`);
    return { got: `${count}` };
  });
});

workload('text, all time', (add) => {
  add(CURL, 2, async () => ({
    ...(await reported(ALL_TIME, EVENTS + written.size)),
    wrong: 'everything, not searched',
  }));
  comparison.note('text, all time', PEER.name, 'no tool searches: the model would have to read every event');
  add(OURS, 20, async () => {
    const rows = await ours.rows({ mode: 'search', filters: { text: SEARCHED } });
    if (rows.length !== FOUND_BY_TEXT) failures.add(`ours: ${rows.length} found, not ${FOUND_BY_TEXT}`);
    return { got: `${rows.length} events` };
  });
});

/** Ids of what each contestant made, newest last. */
const made: Record<'curl' | 'peer' | 'ours', { readonly id: string; readonly title: string }[]> = {
  curl: [],
  peer: [],
  ours: [],
};

const APPLIED: Outcome = { got: 'applied' };
const READ_BACK: Outcome = { got: 'applied, read back, with undo' };

workload('create', (add) => {
  add(CURL, 5, async () => {
    const { title, start } = fresh(CURL);
    const { name, ics } = object(title, start);
    const [status] = await curl.put([{ name, ics }]);
    if (status !== 201) failures.add(`curl PUT: ${status}`);
    made.curl.push({ id: name, title });
    return APPLIED;
  });
  add(PEER.name, 5, async () => {
    const { title, start } = fresh(PEER.name);
    made.peer.push({ id: await required(peer).create(title, start), title });
    return APPLIED;
  });
  add(OURS, 5, async () => {
    const { title, local } = fresh(OURS);
    const { id } = await ours.write({
      operation: 'create',
      data: { title, start: local, durationMinutes: 60 },
    });
    made.ours.push({ id: String(id), title });
    return READ_BACK;
  });
});

workload('update of a title', (add) => {
  add(CURL, 5, async () => {
    const one = required(made.curl.pop());
    const { text, etag } = await curl.get(one.id);
    const [status] = await curl.put([{ name: one.id, ics: text.replace(one.title, renamed(one)), etag }]);
    if (status !== 201 && status !== 204) failures.add(`curl PUT over: ${status}`);
    return APPLIED;
  });
  add(PEER.name, 5, async () => {
    const one = required(made.peer.pop());
    await required(peer).rename(one.id, renamed(one));
    return APPLIED;
  });
  add(OURS, 5, async () => {
    const one = required(made.ours.pop());
    await ours.write({ operation: 'update', id: one.id, changes: { title: renamed(one) } });
    return READ_BACK;
  });
});

workload(`batch of ${BATCH} creates`, (add) => {
  const all = (who: string) => Array.from({ length: BATCH }, () => fresh(who));
  add(CURL, 1, async () => {
    const statuses = await curl.put(all(CURL).map(({ title, start }) => object(title, start)));
    if (statuses.length !== BATCH || statuses.some((status) => status !== 201))
      failures.add(`curl PUTs: ${statuses}`);
    return { got: 'applied; one process, one connection' };
  });
  add(PEER.name, 1, async () => {
    for (const { title, start } of all(PEER.name)) await required(peer).create(title, start);
    return { got: `applied, ${BATCH} calls` };
  });
  add(OURS, 1, async () => {
    const operations = all(OURS).map(({ title, local: start }) => ({
      operation: 'create',
      data: { title, start, durationMinutes: 60 },
    }));
    const { succeeded } = await ours.write({ operation: 'batch', operations });
    if (succeeded !== BATCH) failures.add(`ours: ${String(succeeded)} of the batch`);
    return { got: `${READ_BACK.got}, 1 call` };
  });
});

/** Whatever was claimed, the server has the last word. */
async function checkWritten(): Promise<void> {
  const text = await bareCurlReport({ from: Date.UTC(2030, 11, 31), to: free + DAY }, server.url);
  const unfolded = text.replace(/&#13;/g, '').replace(/\r?\n[ \t]/g, '');
  const titles = [...unfolded.matchAll(/^SUMMARY:(.*?)\r?$/gm)].map(([, title = '']) => title);
  const missing = [...written].filter((title) => !titles.includes(title));
  if (missing.length > 0)
    failures.add(`not on the server: ${missing.length} of ${written.size}, such as ${missing[0]}`);
  const others = titles.filter((title) => title.startsWith('New by') && !written.has(title));
  if (others.length > 0)
    failures.add(`on the server and never written: ${others.length}, such as ${others[0]}`);
}
