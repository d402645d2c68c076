import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { split } from '../../compilers/pushdown/split.js';
import type { Range } from '../../schemas/model/time.js';
import { createLocalBackend } from '../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { calendarOf } from '../conformance/events.js';
import { never, required } from '../conformance/subject.js';

const EVENTS = 10_000;
const WEEK = { from: Date.parse('2026-11-16T00:00:00Z'), to: Date.parse('2026-11-23T00:00:00Z') };
const ROUNDS = { time: 2000, warmupTime: 0, warmupIterations: 1 } as const;

const dir = mkdtempSync(join(tmpdir(), 'bench-'));
const folder = join(dir, 'Calendar');
mkdirSync(folder);
for (let n = 0; n < EVENTS; n++) writeFileSync(join(folder, `event-${n}.ics`), event(n));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** One in ten is a series; the rest are spread over twelve years, some of them with a long description. */
function event(n: number): string {
  const day = new Date(Date.UTC(2015, 0, 1 + ((n * 7) % 4400), 8 + (n % 9)));
  const start = day.toISOString().slice(0, 19).replace(/[-:]/g, '');
  const uid = `event-${n}@bench`;
  const text = [
    `SUMMARY:Event ${n}`,
    `LOCATION:Room ${n % 40}`,
    `DESCRIPTION:${'Some words. '.repeat(n % 60)}`,
  ];
  const rule = n % 10 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=100'] : [];
  return calendarOf(uid, [`DTSTART;TZID=Europe/Berlin:${start}`, 'DURATION:PT1H', ...rule, ...text]);
}

function open() {
  return createLocalBackend({ name: 'local', dir, recordOf: createRecordCache(zoneOf).recordOf });
}

async function ask(backend: ReturnType<typeof open>, range: Range): Promise<number> {
  const calendar = required((await backend.calendars({ signal: never }))[0]);
  const where = { kind: 'time', field: 'when', ...range } as const;
  const call = backend.target.compileRead(split({ range, where }, backend.target.capabilities), calendar);
  return (await backend.scan(call, { signal: never })).objects.length;
}

describe(`${EVENTS} events in files`, () => {
  const warm = open();

  bench('a week, nothing known yet', async () => void (await ask(open(), WEEK)), {
    ...ROUNDS,
    iterations: 3,
  });

  bench('a week, index warm', async () => void (await ask(warm, WEEK)), {
    ...ROUNDS,
    setup: async () => {
      const found = await ask(warm, WEEK);
      if (found === 0 || found > EVENTS / 10) throw new Error(`${found} candidates: the index does not work`);
      // Files become settled a while after they were written; until then each is read again.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await ask(warm, WEEK);
    },
  });

  let n = 0;
  bench(
    'an event written',
    async () => {
      const uid = `new-${process.pid}-${n++}`;
      const ics = calendarOf(uid, ['DTSTART:20261118T090000Z', 'DURATION:PT1H', 'SUMMARY:New']);
      await warm.apply({ kind: 'create', calendar: 'Calendar', file: `${uid}.ics`, ics }, { signal: never });
    },
    ROUNDS,
  );
});
