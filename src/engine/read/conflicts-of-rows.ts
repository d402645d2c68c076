import { ALL_EVENTS, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import { yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { markOverlaps } from '../../rows/overlaps.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { collect } from './collect.js';

interface MarkedRows {
  readonly rows: readonly Occurrence[];
  readonly notes: readonly string[];
}

/** Adds `hasConflict` to rows if the query asks for it and did not need it to find them. */
export async function conflictsOfRows(
  rows: readonly Occurrence[],
  { fields, deleted, timezone, refresh }: ReadPlan,
  { engine, found, call }: { readonly engine: Engine; readonly found: Sources; readonly call: Call },
): Promise<MarkedRows> {
  const asks = fields?.includes('hasConflict') === true && !deleted;
  const unknown = asks ? rows.filter(({ hasConflict }) => hasConflict === undefined) : [];
  if (unknown.length === 0) return { rows, notes: [] };
  const range = {
    from: Math.min(...unknown.map(({ start }) => start)),
    to: Math.max(...unknown.map(({ start, end }) => Math.max(start + 1, end))),
  };
  const of = unknown.map(({ start: from, end: to }) => ({ kind: 'time', field: 'when', from, to }) as const);
  const plan: ReadPlan = {
    ...ALL_EVENTS,
    ...{ range, where: { kind: 'or', of }, expansion: 'occurrences', timezone, refresh, others: 'times' },
  };
  const beside = await collect(plan, engine, { call, listed: found });
  const marked = await markOverlaps(beside.rows, yielderFor(call.signal));
  const isTaken = new Map(marked.map(({ id, hasConflict = false }) => [id, hasConflict]));
  return {
    rows: rows.map((row) => ({ ...row, hasConflict: row.hasConflict ?? isTaken.get(row.id) ?? false })),
    notes: beside.reports.some(({ error }) => error !== undefined) ? [MAY_LACK] : [],
  };
}

const MAY_LACK = noteText('conflicts_unknown');
