import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
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

const { recordOf } = createRecordCache(zoneOf);
const folder = serviceOver(createLocalBackend({ name: 'local', dir, recordOf }), recordOf);
const memory = serviceOver(
  createMemoryBackend({ name: 'memory', calendars: [{ name: 'Home', objects: texts }] }),
  recordOf,
);

describe(`the open list of ${TASKS} tasks, ${TASKS / 10} of them recurring, warm`, () => {
  bench('memory', async () => void (await memory({ type: 'tasks' })));
  bench('a folder', async () => void (await folder({ type: 'tasks' })));
  bench(
    'memory, due this week',
    async () => void (await memory({ type: 'tasks', filters: { due: 'this week' } })),
  );
});
