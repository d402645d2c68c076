import { durationMinutes } from '../../compilers/filter/evaluate-filter.js';
import type { ReadPlan, SortKey } from '../../compilers/plan/read-plan.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { sortInTurns } from '../concurrency/sort-in-turns.js';
import type { YieldToEventLoop } from '../concurrency/yield-to-event-loop.js';
import type { Relevance } from './relevance.js';

export interface Page {
  readonly rows: readonly Occurrence[];
  readonly total: number;
  readonly nextOffset?: number;
}

type Key = (row: Occurrence) => number | string;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

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

/** Sorts and cuts; ties are broken by start, then id, so that pages never overlap. */
export async function sortPage(
  rows: readonly Occurrence[],
  plan: ReadPlan,
  yieldToEventLoop: YieldToEventLoop,
  relevance?: ReadonlyMap<Occurrence, Pick<Relevance, 'score'>>,
): Promise<Page> {
  const keys: readonly SortKey[] = plan.sort;
  const score = (row: Occurrence): number => relevance?.get(row)?.score ?? 0;
  const sorted = await sortInTurns(
    rows,
    (a, b) => compareBy(keys, a, b) || score(b) - score(a) || tieBreak(a, b),
    yieldToEventLoop,
  );
  const page = sorted.slice(plan.offset, plan.offset + plan.limit);
  const next = plan.offset + page.length;
  return { rows: page, total: rows.length, ...(next < rows.length ? { nextOffset: next } : {}) };
}

function compareBy(keys: readonly SortKey[], a: Occurrence, b: Occurrence): number {
  for (const { field, order } of keys) {
    const key = KEYS[field];
    if (key === undefined) continue;
    const [x, y] = [key(a), key(b)];
    const difference =
      typeof x === 'number' && typeof y === 'number'
        ? compareNumbers(x, y)
        : collator.compare(String(x), String(y));
    if (difference !== 0) return order === 'desc' ? -difference : difference;
  }
  return 0;
}

function compareNumbers(x: number, y: number): number {
  return x === y ? 0 : x - y;
}

function tieBreak(a: Occurrence, b: Occurrence): number {
  return a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
