import { defined } from '../../schemas/model/defined.js';
import { ALL_TIME, type Instant, type Range } from '../../schemas/model/time.js';
import type { Predicate } from '../plan/predicate.js';

/** The range that a filter implies; a missing bound is open. */
export type ImpliedRange =
  /** no range: the default applies */
  | { readonly kind: 'none' }
  /** no range, but an id or a change can be at any time: all time */
  | { readonly kind: 'wide' }
  /** every matching row overlaps this */
  | { readonly kind: 'bounds'; readonly from?: Instant; readonly to?: Instant; readonly any: boolean };

/**
 * The range a predicate implies. A conjunction narrows it, a disjunction widens it, a negation has no effect. If one
 * branch of a disjunction implies nothing, its sibling conditions decide; without those, the branch counts as
 * `withoutTime`, the range of a query without a time.
 */
export function impliedRange(predicate: Predicate, withoutTime?: Range): ImpliedRange {
  switch (predicate.kind) {
    case 'time':
      return timeRange(predicate);
    case 'id':
      return { kind: 'wide' };
    case 'and': {
      const narrow = (fallback?: Range) =>
        predicate.of.map((part) => impliedRange(part, fallback)).reduce(both, { kind: 'none' });
      const own = narrow();
      return own.kind === 'none' ? narrow(withoutTime) : own;
    }
    case 'or': {
      const parts = predicate.of.map((part) => impliedRange(part));
      const silent = parts.filter((part) => part.kind === 'none');
      if (silent.length === 0) return parts.reduce(either);
      if (silent.length === parts.length || withoutTime === undefined) return { kind: 'none' };
      const open: ImpliedRange = { kind: 'bounds', ...withoutTime, any: withoutTime === ALL_TIME };
      return parts.filter((part) => part.kind !== 'none').reduce(either, open);
    }
    case 'not':
    case 'calendar':
    case 'text':
    case 'empty':
    case 'set':
    case 'creator':
    case 'status':
    case 'value':
    case 'response':
    case 'priority':
    case 'parent':
    case 'flag':
    case 'duration':
    case 'weekday':
    case 'timeOfDay':
      return { kind: 'none' };
  }
}

function timeRange(predicate: Predicate & { kind: 'time' }): ImpliedRange {
  const { field, from, to } = predicate;
  if (field === 'created' || field === 'updated' || field === 'completed') return { kind: 'wide' };
  // An event that ends exactly at the start of the range does not overlap it, so start a moment earlier.
  const first =
    (field === 'end' || field === 'due') && from !== undefined ? Math.max(from - 1, ALL_TIME.from) : from;
  return {
    kind: 'bounds',
    ...defined({ from: first, to }),
    any: from === undefined && to === undefined,
  };
}

function both(a: ImpliedRange, b: ImpliedRange): ImpliedRange {
  if (a.kind === 'none') return b;
  if (b.kind === 'none') return a;
  if (a.kind === 'wide') return b;
  if (b.kind === 'wide') return a;
  if (a.any) return b;
  if (b.any) return a;
  const from = greatest(a.from, b.from);
  const to = least(a.to, b.to);
  // A long event can overlap two disjoint ranges. It overlaps both, so one is enough. If the ranges meet, it overlaps
  // their intersection.
  if (from !== undefined && to !== undefined && from >= to) return length(a) <= length(b) ? a : b;
  return { kind: 'bounds', ...defined({ from, to }), any: false };
}

function either(a: ImpliedRange, b: ImpliedRange): ImpliedRange {
  if (a.kind !== 'bounds') return a;
  if (b.kind !== 'bounds') return b;
  if (a.any || b.any) return { kind: 'bounds', any: true };
  const from = a.from === undefined || b.from === undefined ? undefined : Math.min(a.from, b.from);
  const to = a.to === undefined || b.to === undefined ? undefined : Math.max(a.to, b.to);
  return { kind: 'bounds', ...defined({ from, to }), any: false };
}

function greatest(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function least(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function length(range: ImpliedRange & { kind: 'bounds' }): number {
  return (range.to ?? ALL_TIME.to) - (range.from ?? ALL_TIME.from);
}
