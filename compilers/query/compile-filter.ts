import type { FilterInput } from '../../schemas/input/filter.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import { allOf, anyOf } from '../plan/combine.js';
import type { Predicate } from '../plan/predicate.js';
import { FILTER_FIELDS } from './filter-fields.js';

/** Callers who set `start` and `end` to the first and the last day probably want this. */
const TWO_CONDITIONS =
  '`start` and `end` are two conditions here: events that start in the one period and end in the other. For all events of a range, give when {"between": [first, last]}.';

/**
 * Compiles a filter; sibling keys are ANDed. Collects violations. `deleted` must apply to every row, because the trash
 * is a separate place.
 */
export function compileFilter(
  filter: FilterInput,
  compilation: Compilation,
  at: InputPath,
  { appliesToAll = true }: { readonly appliesToAll?: boolean } = {},
): Predicate {
  const of = FILTER_FIELDS.flatMap((compile) => compile(filter, compilation, at));
  if (typeof filter.start === 'string' && typeof filter.end === 'string' && filter.start !== filter.end)
    compilation.notes.add(TWO_CONDITIONS);
  if (filter.deleted !== undefined && !appliesToAll) {
    const message =
      '`deleted` must be at the top level of the filters: it selects where to look, for all rows.';
    const to = [...at.slice(0, at.indexOf('filters') + 1).map(String), 'deleted'];
    violate(compilation, [...at, 'deleted'], {
      code: 'INVALID_ARGUMENT',
      message,
      fix: { kind: 'move', to },
    });
  }
  return allOf([...of, ...logic(filter, compilation, at, { appliesToAll })]);
}

function logic(
  { AND, OR, NOT }: FilterInput,
  compilation: Compilation,
  at: InputPath,
  { appliesToAll }: { readonly appliesToAll: boolean },
): readonly Predicate[] {
  const of: Predicate[] = [];
  AND?.forEach((part, index) => {
    of.push(compileFilter(part, compilation, [...at, 'AND', index], { appliesToAll }));
  });
  if (OR !== undefined) {
    const choices = OR.map((part, index) =>
      compileFilter(part, compilation, [...at, 'OR', index], {
        appliesToAll: appliesToAll && OR.length === 1,
      }),
    );
    of.push(anyOf(choices));
  }
  if (NOT !== undefined) {
    of.push({ kind: 'not', of: compileFilter(NOT, compilation, [...at, 'NOT'], { appliesToAll: false }) });
  }
  return of;
}
