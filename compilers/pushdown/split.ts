import { allOf, conjuncts } from '../plan/combine.js';
import { mentions } from '../plan/mentions.js';
import { asksForPlace, type Predicate } from '../plan/predicate.js';
import { printInstants, printPredicate } from '../plan/print-plan.js';
import type { ReadPlan } from '../plan/read-plan.js';
import type { Capabilities, Scan, Verdict } from './target.js';

/**
 * A plan's share for one backend. Offers each conjunct: `exact` ones are done, `inexact` ones are checked again here.
 * Conjuncts with a negation are not offered, because extra rows inside become missing rows outside. `showsLess`: rows
 * hold less than the objects, so backends may only filter by place and time.
 */
export function split(
  plan: Pick<ReadPlan, 'range' | 'where'> & Partial<Pick<ReadPlan, 'type'>>,
  capabilities: Pick<Capabilities, 'pushdown'>,
  { showsLess = false }: { readonly showsLess?: boolean } = {},
): Scan {
  const pushed: Predicate[] = [];
  const residual: Predicate[] = [];
  for (const part of conjuncts(plan.where)) {
    const isHeld = mentions(part, ({ kind }) => kind === 'not') || (showsLess && !asksForPlace(part));
    const verdict: Verdict = isHeld ? 'unsupported' : capabilities.pushdown(part);
    if (verdict !== 'unsupported') pushed.push(part);
    if (verdict !== 'exact') residual.push(part);
  }
  return { range: plan.range, pushed, residual: allOf(residual), ...tasksOf(plan) };
}

function tasksOf({ type }: Partial<Pick<ReadPlan, 'type'>>): Pick<Scan, 'tasks'> {
  if (type === 'tasks') return { tasks: 'only' };
  return type === 'any' ? { tasks: 'also' } : {};
}

/** A scan in readable form, part of `explain`. */
export interface ScanDescription {
  readonly range: string;
  readonly pushed: readonly string[];
  readonly residual: string;
}

export function describeScan(scan: Scan): ScanDescription {
  return {
    range: printInstants(scan.range),
    pushed: scan.pushed.map(printPredicate),
    residual: printPredicate(scan.residual),
  };
}
