import type { EventAnalysisPlan } from '../../compilers/plan/analysis-plan.js';

interface Page<Item> {
  readonly shown: readonly Item[];
  /** Offset of the next page. */
  readonly nextOffset?: number;
}

export function pageOf<Item>(
  list: readonly Item[],
  { limit, params }: Pick<EventAnalysisPlan, 'limit' | 'params'>,
): Page<Item> {
  const { offset = 0 } = params;
  const shown = list.slice(offset, offset + limit);
  const next = offset + shown.length;
  return { shown, ...(next < list.length && { nextOffset: next }) };
}
