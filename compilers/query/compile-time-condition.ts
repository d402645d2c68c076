import type { TimeCondition } from '../../schemas/input/filter.js';
import { defined } from '../../schemas/model/defined.js';
import { attempt, type Compilation, type InputPath, violate } from '../compilation.js';
import type { Predicate, TimeField } from '../plan/predicate.js';
import {
  type Bounds,
  resolveAfter,
  resolveBefore,
  resolveBetween,
  resolveInstant,
  resolvePeriod,
} from '../time/resolve-time.js';
import { suggestRange } from '../time/suggest-date.js';
import { suggestPart } from '../time/suggest-words.js';

/** A condition on `when`, `start`, `end`, `created` or `updated`; `any` and open ends omit a bound. */
export function compileTimeCondition(
  field: TimeField,
  condition: TimeCondition,
  compilation: Compilation,
  at: InputPath,
): Predicate {
  const bounds = resolveCondition(condition, compilation, at);
  for (const note of bounds?.notes ?? []) compilation.notes.add(note);
  const { from, to } = bounds ?? {};
  return { kind: 'time', field, ...defined({ from, to }) };
}

function resolveCondition(
  condition: TimeCondition,
  compilation: Compilation,
  at: InputPath,
): Bounds | undefined {
  const { scope } = compilation;
  if (typeof condition === 'string') {
    const between = suggestRange(condition) ?? suggestPart(condition);
    const fix = between === undefined ? undefined : ({ kind: 'set', value: { between } } as const);
    return attempt(compilation, at, () => resolvePeriod(condition, scope), fix);
  }
  const { on, between, after, before } = condition;
  if (on !== undefined) return attempt(compilation, [...at, 'on'], () => resolvePeriod(on, scope));
  if (between !== undefined) return resolvePair(between, compilation, [...at, 'between']);
  const lower =
    after === undefined
      ? undefined
      : attempt(compilation, [...at, 'after'], () => resolveAfter(after, scope));
  const upper =
    before === undefined
      ? undefined
      : attempt(compilation, [...at, 'before'], () => resolveBefore(before, scope));
  if (lower?.from !== undefined && upper?.to !== undefined && lower.from >= upper.to) {
    const value = lower.from === upper.to ? { between: [after, before] } : { after: before, before: after };
    violate(compilation, at, {
      code: 'INVALID_ARGUMENT',
      message: 'Nothing can be after that start and before that end.',
      fix: { kind: 'set', value },
    });
  }
  return { ...lower, ...upper, notes: [...(lower?.notes ?? []), ...(upper?.notes ?? [])] };
}

function resolvePair(
  [first, second]: readonly [string, string],
  compilation: Compilation,
  at: InputPath,
): Bounds | undefined {
  const { scope } = compilation;
  const begin = attempt(compilation, [...at, 0], () => resolveInstant(first, scope));
  const end = attempt(compilation, [...at, 1], () => resolveInstant(second, scope));
  if (begin === undefined || end === undefined) return undefined;
  const bounds = resolveBetween(first, second, scope);
  const { from = begin, to = end } = bounds;
  if (from > to || (from === to && begin > end)) {
    violate(compilation, at, {
      code: 'INVALID_ARGUMENT',
      message: 'The range starts after its end.',
      fix: { kind: 'set', value: [second, first] },
    });
  }
  return bounds;
}
