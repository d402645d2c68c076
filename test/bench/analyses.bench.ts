/**
 * What every analysis makes of a year of a busy calendar (10,000 occurrences) and of a million rows, beside one plain pass
 * over the same rows: `npx vitest bench --run test/bench/analyses.bench.ts`. `MILLION=1` adds the million, with processor time
 * and the longest time between two pauses, after which a cancelled call ends.
 */

import { bench, describe } from 'vitest';
import type { EventAnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { ANALYSIS_DEFAULTS } from '../../schemas/input/analysis.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { ANALYSES } from '../../src/analysis/analyses.js';
import type { Analysis } from '../../src/analysis/analysis.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { projectRow } from '../../src/rows/project/project-row.js';
import { contextAt } from '../compilers/compile-context.js';
import { occurrence } from '../compilers/occurrence.js';
import { planOfAnalysis } from '../compilers/plan-of.js';

const NOW = Date.UTC(2026, 10, 25, 12);
const YEAR = 365 * DAY;
const viewer = zoneOf('Europe/Berlin');
if (viewer === undefined) throw new Error('no zone data');
const TEMPLATE = occurrence();
const PEOPLE = Array.from({ length: 200 }, (_, n) => [
  { email: `p${n}@example.org`, response: 'accepted', role: 'required' } as const,
]);

/** Rows of half a year on both sides of now, in order; a fifth are meetings, a tenth overlap, two in a hundred are copies. */
function rowsOf(count: number): readonly Occurrence[] {
  const step = Math.floor(YEAR / count / 1000) * 1000;
  return Array.from({ length: count }, (_, n): Occurrence => {
    const start = NOW - YEAR / 2 + n * step - (n % 50 === 1 ? step : 0);
    const length = n % 10 === 0 ? step + Math.floor(step / 10) : Math.floor(step / 2);
    return {
      ...TEMPLATE,
      id: `e${n}`,
      uid: `e${n}`,
      title: n % 50 === 1 ? `Title ${(n - 1) % 3000}` : `Title ${n % 3000}`,
      start,
      end: start + length,
      startWall: start + HOUR,
      endWall: start + length + HOUR,
      attendees: n % 5 === 0 ? (PEOPLE[n % 200] ?? []) : [],
      recurring: n % 4 === 0,
      ...(n % 4 === 0 && { seriesId: `s${n % 400}`, rrule: 'FREQ=WEEKLY' }),
      ...(n % 100 === 0 && { myResponse: 'needs_action' as const }),
    };
  }).sort((a, b) => a.start - b.start);
}

interface Run {
  /** The longest time between two pauses, in milliseconds: so long a cancelled call goes on. */
  readonly longestMs: number;
  readonly pauses: number;
}

function run(type: string, rows: readonly Occurrence[]): Run {
  const scope = { when: { after: '2026-05-27', before: '2027-05-27' } };
  const params = type === 'parse_text' ? { text: 'lunch with p1 tomorrow at noon' } : {};
  const plan = planOfAnalysis(
    { analysis: { type, scope, params } },
    contextAt(new Date(NOW).toISOString()),
  ) as EventAnalysisPlan;
  const { reduce, needs } = ANALYSES[plan.kind] as Analysis<typeof plan.kind>;
  const zone = zoneOf('Europe/Berlin');
  if (zone === undefined) throw new Error('no zone data');
  const steps = reduce(plan, rows, {
    viewer: zone,
    now: NOW,
    workingHours: [{ start: 540, end: 1020, days: [1, 2, 3, 4, 5] }],
    weekStart: 1,
    ownAddresses: new Set(['p1@example.org']),
    holdsTasks: false,
    eventCalendars: [],
    isWhole: true,
    tasks: [],
    others: [],
    reviews: new Map(),
    ...(needs === 'ahead' && { ahead: rows.filter(({ end }) => end > NOW) }),
    print: (row) => projectRow(row, undefined, { viewer: zone, ambiguousNames: new Set() }),
  });
  let longestMs = 0;
  for (let pauses = 0; ; pauses++) {
    const begin = performance.now();
    const { done } = steps.next();
    longestMs = Math.max(longestMs, performance.now() - begin);
    if (done) return { longestMs, pauses };
  }
}

/** What nothing that looks at every row can do without. */
function plainPass(rows: readonly Occurrence[]): number {
  let busy = 0;
  for (const { busy: isBusy, allDay, start, end } of rows) if (isBusy && !allDay) busy += end - start;
  return busy;
}

function compare(name: string, rows: readonly Occurrence[], options: object): void {
  describe(name, () => {
    bench('a plain pass', () => void plainPass(rows), options);
    for (const type of Object.keys(ANALYSIS_DEFAULTS)) bench(type, () => void run(type, rows), options);
  });
}

/** One run of each, a line for each. */
function printMillion(rows: readonly Occurrence[]): void {
  plainPass(rows);
  const measured = (work: () => Run | undefined) => {
    const [cpu, wall] = [process.cpuUsage(), performance.now()];
    const found = work();
    const wallMs = Math.round(performance.now() - wall);
    return {
      wallMs,
      userMs: Math.round(process.cpuUsage(cpu).user / 1000),
      ...(found && { longestMs: Math.round(found.longestMs), pauses: found.pauses }),
    };
  };
  const plain = measured(() => void plainPass(rows));
  const table = Object.keys(ANALYSIS_DEFAULTS).map((type) => {
    const figures = measured(() => run(type, rows));
    return [type, { ...figures, toPlainPass: Math.round(figures.userMs / Math.max(1, plain.userMs)) }];
  });
  for (const [name, figures] of [['a plain pass', plain], ...table])
    process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
}

const few = { iterations: 3, warmupIterations: 1, time: 0, warmupTime: 0 };
compare('10,000 rows of a year', rowsOf(10_000), { ...few, iterations: 10, warmupIterations: 3 });
if (process.env.MILLION !== undefined) printMillion(rowsOf(1_000_000));

describe('conflicts grow as their rows do', () => {
  for (const count of [1000, 10_000, 100_000]) {
    const rows = rowsOf(count);
    bench(`${count} rows`, () => void run('conflicts', rows), { ...few, iterations: 10 });
  }
});
