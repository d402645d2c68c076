import { durationMinutes } from '../../compilers/filter/evaluate-filter.js';
import type { ReadPlan, SortKey } from '../../compilers/plan/read-plan.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { sortInTurns } from '../concurrency/sort-in-turns.js';
import type { YieldToEventLoop } from '../concurrency/yield-to-event-loop.js';
import type { Relevance } from './relevance.js';
import { compareNames } from './text/compare-names.js';

export interface Page {
  readonly rows: readonly Occurrence[];
  readonly total: number;
  readonly nextOffset?: number;
}

type Compare = (a: Occurrence, b: Occurrence) => number;
type Key = (row: Occurrence) => number | string;

const KEYS: Readonly<Record<string, Key>> = {
  start: (row) => row.start,
  end: (row) => row.end,
  title: (row) => row.title,
  calendar: (row) => row.calendar.name,
  location: (row) => row.location,
  status: (row) => row.status,
  created: (row) => row.created ?? 0,
  updated: (row) => row.updated ?? 0,
  durationMinutes,
  due: (row) => (row.task?.hasDue ? row.end : Number.POSITIVE_INFINITY),
  priority: (row) => row.task?.priority || 10,
  completed: (row) => row.task?.completed ?? 0,
};

/** Sorts and cuts; start, then id, break ties, so that pages never overlap. */
export async function sortPage(
  rows: readonly Occurrence[],
  plan: ReadPlan,
  yieldToEventLoop: YieldToEventLoop,
  relevance?: ReadonlyMap<Occurrence, Pick<Relevance, 'score'>>,
): Promise<Page> {
  const compare = comparing(plan.sort);
  const score = (row: Occurrence): number => relevance?.get(row)?.score ?? 0;
  const order: Compare = (a, b) => compare(a, b) || score(b) - score(a) || tieBreak(a, b);
  const end = plan.offset + plan.limit;
  const sorted =
    end * FEW < rows.length
      ? await leastOf(rows, order, end, yieldToEventLoop)
      : await sortInTurns(rows, order, yieldToEventLoop);
  const page = sorted.slice(plan.offset, end);
  const next = plan.offset + page.length;
  return { rows: page, total: rows.length, ...(next < rows.length ? { nextOffset: next } : {}) };
}

/** Pages up to this fraction of all rows are selected without sorting everything, which costs ten times as much. */
const FEW = 8;

async function leastOf(
  rows: readonly Occurrence[],
  order: Compare,
  most: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly Occurrence[]> {
  const least: Occurrence[] = [];
  for (const row of rows) {
    const pause = yieldToEventLoop();
    if (pause !== undefined) await pause;
    const last = least[most - 1];
    if (last !== undefined && order(row, last) >= 0) continue;
    let [low, high] = [0, least.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(row, least[middle] ?? row) < 0) high = middle;
      else low = middle + 1;
    }
    least.splice(low, 0, row);
    if (least.length > most) least.pop();
  }
  return least;
}

/** Compares by several keys; the first difference decides. */
function comparing(keys: readonly SortKey[]): Compare {
  const known = keys.flatMap(({ field, order }) => {
    const key = KEYS[field];
    return key === undefined ? [] : [{ key, sign: order === 'desc' ? -1 : 1 }];
  });
  return (a, b) => {
    for (const { key, sign } of known) {
      const x = key(a);
      const y = key(b);
      const difference =
        typeof x === 'number' && typeof y === 'number'
          ? compareNumbers(x, y)
          : compareNames(String(x), String(y));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

function compareNumbers(x: number, y: number): number {
  return x === y ? 0 : x - y;
}

function tieBreak(a: Occurrence, b: Occurrence): number {
  return a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
