/**
 * How long a first copy takes while questions come without a pause:
 * `ASKERS=3 RUNS=5 npx vitest bench --run test/bench/state/endless-questions.bench.ts`. Each run has a new server, because
 * Radicale keeps what it made for the first copy. Beside the time, what both processes computed, for busy machines.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { split } from '../../../compilers/pushdown/split.js';
import { calendarQueryBody } from '../../../compilers/targets/caldav/report-body.js';
import { DAY } from '../../../compilers/time/civil.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import { openMirror } from '../../../src/state/mirror/open-mirror.js';
import { never, required } from '../../conformance/subject.js';
import { startRadicale } from '../../servers/radicale.js';
import { indexer, SILENT } from '../../state/mirror/open-store.js';
import { EVENTS, fillRadicale, WEEK } from '../big-calendar.js';

const ASKERS = Number(process.env.ASKERS ?? 3);
const RUNS = Number(process.env.RUNS ?? 5);
/** What takes longer than this never completes. */
const LONGEST_MS = 120_000;
const TICKS_PER_SECOND = 100;

interface Run {
  readonly ms: number;
  readonly ownCpuMs: number;
  readonly serverCpuMs: number;
  readonly answersMs: readonly number[];
}

/** Milliseconds that the server computed so far: of the process that this one has started. */
function serverCpuMs(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isOurs =
        Number(fields[1]) === process.pid &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('radicale');
      if (isOurs) return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error('the server is not running');
}

async function copyBeside(askers: number): Promise<Run> {
  const server = await startRadicale(fillRadicale);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const { username, password, url } = server;
  const options = { name: 'bench', url, username, password, deadlineMs: 30_000 };
  const store = required(await openMirror(folder, SILENT));
  const backend = createMirroredBackend(createCalDavBackend(options), {
    ...{ store, indexer: indexer(), log: SILENT, patienceMs: 5000 },
  });
  try {
    // The server builds its own index at the first request.
    const headers = { Authorization: `Basic ${btoa(`${username}:${password}`)}`, Depth: '1' };
    await (
      await fetch(`${url}alice/big/`, { method: 'REPORT', headers, body: calendarQueryBody(ALL_TIME) })
    ).text();
    backend.startSync();
    const [calendar] = await backend.calendars({ signal: never });
    const beganAt = performance.now();
    const [cpu, theirs] = [process.cpuUsage(), serverCpuMs()];
    const answersMs: number[] = [];
    let isCopied = false;
    const askEndlessly = async (asker: number): Promise<void> => {
      for (let n = 0; !isCopied && performance.now() - beganAt < LONGEST_MS; n++) {
        const from = WEEK.from - ((n * 7 + asker) % 300) * DAY;
        const divided = split(
          { range: { from, to: from + 7 * DAY }, where: EVERYTHING },
          backend.target.capabilities,
        );
        const askedAt = performance.now();
        const { lacking, asOf } = await backend.scan(
          backend.target.compileRead(divided, required(calendar)),
          { signal: never },
        );
        answersMs.push(performance.now() - askedAt);
        isCopied ||= lacking === undefined && asOf !== undefined;
      }
    };
    await Promise.all(Array.from({ length: askers }, (_, asker) => askEndlessly(asker)));
    const { user, system } = process.cpuUsage(cpu);
    const ms = performance.now() - beganAt;
    return { ms, ownCpuMs: (user + system) / 1000, serverCpuMs: serverCpuMs() - theirs, answersMs };
  } finally {
    await backend.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const seconds = (value: number | undefined): string => ((value ?? 0) / 1000).toFixed(1);
  return `${seconds(sorted[sorted.length >> 1])} s, at most ${seconds(sorted.at(-1))} s`;
}

describe(`the first copy of ${EVENTS} events on Radicale beside ${ASKERS} endless askers`, () => {
  bench(
    'until it is complete',
    async () => {
      const runs: Run[] = [];
      for (let n = 0; n < RUNS; n++) runs.push(await copyBeside(ASKERS));
      const lines = [
        `the copy: ${spread(runs.map(({ ms }) => ms))}`,
        `computed by both: ${spread(runs.map(({ ownCpuMs, serverCpuMs }) => ownCpuMs + serverCpuMs))}`,
        `of it here: ${spread(runs.map(({ ownCpuMs }) => ownCpuMs))}`,
        `an answer: ${spread(runs.flatMap(({ answersMs }) => answersMs))}`,
      ];
      process.stdout.write(`\n${RUNS} runs, ${ASKERS} askers, ${EVENTS} events\n${lines.join('\n')}\n`);
      if (runs.some(({ ms }) => ms >= LONGEST_MS)) throw new Error('the copy was not completed');
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});
