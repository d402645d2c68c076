/**
 * What the audit log costs a write: the same creates in two local folders, with the log and without it, pair by pair.
 * `npx vitest bench --run test/bench/state/audit.bench.ts`
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { AuditLog } from '../../../src/ports/audit-log.js';
import { createFileAuditLog } from '../../../src/state/audit/file-audit-log.js';
import { readAuditLog } from '../../../src/state/audit/read-audit-log.js';
import { createFileStore } from '../../../src/state/file-store.js';
import { never } from '../../conformance/subject.js';
import { serviceOver } from '../../engine/service-on-memory.js';

interface Pair {
  readonly without: number;
  readonly ratio: number;
}

const pairs = new Map<number, Pair[]>();
const root = mkdtempSync(join(tmpdir(), 'bench-audit-'));
const CLOCK = { now: Date.now, timeZone: () => 'UTC' };
const auditDir = join(root, 'audit');

/** Creates events over a folder and a state folder, each at another time. */
function writerOver(name: string, audit?: AuditLog) {
  const dir = join(root, name);
  mkdirSync(join(dir, 'Calendar'), { recursive: true });
  const { recordOf } = createRecordCache(zoneOf);
  const backend = createLocalBackend({ name: 'local', dir, recordOf });
  const service = serviceOver(
    [backend],
    {},
    undefined,
    () => createFileStore(join(root, `${name} state`), CLOCK),
    audit,
  );
  let made = 0;
  const create = () => {
    const start = new Date(Date.UTC(2027, 0, 1) + made++ * 3_600_000).toISOString().slice(0, 16);
    return { operation: 'create', data: { title: `Event ${made}`, start, durationMinutes: 30 } };
  };
  return {
    made: () => made,
    async write(count: number): Promise<void> {
      const operations = Array.from({ length: count }, create);
      const mutation = count === 1 ? operations[0] : { operation: 'batch', operations };
      const { data } = await service.write({ mutation }, { signal: never });
      if (data.outcome !== 'applied') throw new Error(`A bench whose writes fail: ${JSON.stringify(data)}`);
    },
  };
}

const audited = writerOver('with', createFileAuditLog(auditDir, { keepDays: 9, maxMegabytes: 50 }, Date.now));
const bare = writerOver('without');

afterAll(async () => {
  let logged = 0;
  const { broken } = await readAuditLog(auditDir, ({ type, changes }) => {
    if (type === 'ended') logged += Array.isArray(changes) ? changes.length : 0;
  });
  rmSync(root, { recursive: true, force: true });
  process.stdout.write(`\n${[...pairs].map(printed).join('')}\n`);
  if (broken !== undefined || logged !== audited.made())
    throw new Error(`${audited.made()} events were created and ${logged} are in the log`);
});

const timed = async (writer: typeof bare, count: number): Promise<number> => {
  const begin = performance.now();
  await writer.write(count);
  return performance.now() - begin;
};

/** A run of each, the one that begins in turn. What slows this computer down slows both, so that their ratio counts. */
async function pair(count: number): Promise<void> {
  const runs = pairs.get(count) ?? [];
  pairs.set(count, runs);
  const isFirst = runs.length % 2 === 0;
  const before = isFirst ? await timed(bare, count) : 0;
  const withLog = await timed(audited, count);
  const without = isFirst ? before : await timed(bare, count);
  runs.push({ without, ratio: withLog / without });
}

function printed([count, runs]: readonly [number, readonly Pair[]]): string {
  const [without, ratio] = [median(runs.map((run) => run.without)), median(runs.map((run) => run.ratio))];
  return `${count} in a call, ${runs.length} pairs: ${without.toFixed(1)} ms without the log, ${ratio.toFixed(2)} times that with it\n`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

describe('creates in a local folder, with the audit log and without', () => {
  const options = { time: 0, warmupTime: 0, warmupIterations: 0 } as const;
  bench('one in a call', () => pair(1), { ...options, iterations: 60 });
  bench('20 in a call', () => pair(20), { ...options, iterations: 6 });
});
