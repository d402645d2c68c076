import type { EventAnalysisPlan } from '../../compilers/plan/analysis-plan.js';

interface Page<Item> {
  readonly shown: readonly Item[];
  /** Where the rest begins. */
  readonly nextOffset?: number;
}

/** The part of a list that a plan asks for. */
export function pageOf<Item>(
  list: readonly Item[],
  { limit, params }: Pick<EventAnalysisPlan, 'limit' | 'params'>,
): Page<Item> {
  const { offset = 0 } = params;
  const shown = list.slice(offset, offset + limit);
  const next = offset + shown.length;
  return { shown, ...(next < list.length && { nextOffset: next }) };
}
