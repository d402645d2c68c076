import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { EVERYTHING } from '../../compilers/plan/predicate.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { createLocalBackend } from '../../src/backends/local/local-backend.js';
import { createMirroredBackend } from '../../src/backends/mirror/mirrored-backend.js';
import { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { openMirror } from '../../src/state/mirror/open-mirror.js';
import { never, required } from '../conformance/subject.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { startRadicale } from '../servers/radicale.js';
import { indexer, SILENT } from '../state/mirror/open-store.js';
import { serviceOver } from './task-service.js';

const TASKS = 5000;
const dir = mkdtempSync(join(tmpdir(), 'tasks-bench-'));
mkdirSync(join(dir, 'Home'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** One in ten recurs, with up to thirty occurrences done; of the others half are done, and one in five has no date. */
function task(n: number): string {
  const day = new Date(Date.UTC(2026, 0, 1 + ((n * 7) % 365), 8 + (n % 9)));
  const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const series = n % 10 === 0;
  const done = ['STATUS:COMPLETED', `COMPLETED:${stamp(day)}`, 'PERCENT-COMPLETE:100'];
  const head = ['BEGIN:VTODO', `UID:task-${n}@bench`, 'DTSTAMP:20260101T000000Z', `SUMMARY:Task ${n}`];
  const due = n % 5 === 1 ? [] : [`DUE:${stamp(day)}`];
  const master = [
    ...head,
    ...due,
    ...(series ? ['RRULE:FREQ=DAILY'] : n % 2 === 0 ? done : []),
    `PRIORITY:${n % 10}`,
    'END:VTODO',
  ];
  const overrides = Array.from({ length: series ? (n / 10) % 30 : 0 }, (_, at) => {
    const own = new Date(day.getTime() + at * 86_400_000);
    return [...head, `RECURRENCE-ID:${stamp(own)}`, `DUE:${stamp(own)}`, ...done, 'END:VTODO'];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:bench',
    ...master,
    ...overrides.flat(),
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const texts = Array.from({ length: TASKS }, (_, n) => task(n));
for (const [n, text] of texts.entries()) writeFileSync(join(dir, 'Home', `task-${n}.ics`), text);

const server = await startRadicale(async (store) => {
  const list = join(store, 'collection-root', 'alice', 'tasks');
  await mkdir(list, { recursive: true });
  const properties = {
    tag: 'VCALENDAR',
    'D:displayname': 'Tasks',
    'C:supported-calendar-component-set': 'VTODO',
  };
  await writeFile(join(list, '.Radicale.props'), JSON.stringify(properties));
  for (const [n, text] of texts.entries()) await writeFile(join(list, `task-${n}.ics`), text);
});
const { recordOf } = createRecordCache(zoneOf);
const folder = serviceOver(createLocalBackend({ name: 'local', dir, recordOf }), recordOf);
const memory = serviceOver(
  createMemoryBackend({ name: 'memory', calendars: [{ name: 'Home', objects: texts }] }),
  recordOf,
);

const mirrored = createMirroredBackend(
  createCalDavBackend({
    name: 'bench',
    url: server.url,
    username: server.username,
    password: server.password,
  }),
  {
    store: required(await openMirror(join(dir, 'copy'), SILENT)),
    indexer: indexer(),
    log: SILENT,
    patienceMs: 60_000,
  },
);
afterAll(async () => {
  await mirrored.close();
  await server.stop();
});
const copied = serviceOver(mirrored, recordOf);
await wholeCopy();

/** What is measured is the copy, not the making of it. */
async function wholeCopy(): Promise<void> {
  const [calendar] = await mirrored.calendars({ signal: never });
  const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, tasks: 'only' } as const;
  const call = mirrored.target.compileRead(scan, required(calendar));
  for (;;) {
    const { lacking, asOf } = await mirrored.scan(call, { signal: never });
    if (lacking === undefined && asOf !== undefined) return;
  }
}

describe(`the open list of ${TASKS} tasks, ${TASKS / 10} of them recurring, warm`, () => {
  bench('memory', async () => void (await memory({ type: 'tasks' })));
  bench('the copy of an account', async () => void (await copied({ type: 'tasks' })));
  bench('a folder', async () => void (await folder({ type: 'tasks' })));
  bench(
    'memory, due this week',
    async () => void (await memory({ type: 'tasks', filters: { due: 'this week' } })),
  );
});
