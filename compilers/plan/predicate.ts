import type { FLAG_KEYS, PRIORITIES, SET_KEYS, TEXT_KEYS, TIME_KEYS } from '../../schemas/input/filter.js';
import type { EventStatus, ResponseStatus } from '../../schemas/model/event.js';
import type { TaskStatus } from '../../schemas/model/task.js';
import type { Instant } from '../../schemas/model/time.js';

export type TimeField = (typeof TIME_KEYS)[number];
/** `text` searches several fields, including the attendees; only `search` reads tags as words. */
export type TextField = Exclude<(typeof TEXT_KEYS)[number], 'text'> | 'attendees' | 'tags';
export type SetField = (typeof SET_KEYS)[number];
export type FlagField = (typeof FLAG_KEYS)[number];
export type Priority = (typeof PRIORITIES)[number];

/** Every operator except `matches` ignores case and accents. */
export type TextOperator = 'contains' | 'startsWith' | 'equals' | 'matches';

export type LengthField = 'durationMinutes' | 'estimateMinutes';

/**
 * A filter with every name, word and time resolved: the condition for a row. The residual evaluation
 * (filter/evaluate-filter.ts) defines its meaning.
 */
export type Predicate =
  | { readonly kind: 'and'; readonly of: readonly Predicate[] }
  | { readonly kind: 'or'; readonly of: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  /** Public ids of events, series or occurrences, or raw UIDs. */
  | { readonly kind: 'id'; readonly ids: readonly string[] }
  /** Calendar names, ids or `account/name`. */
  | { readonly kind: 'calendar'; readonly op: 'any' | 'none'; readonly names: readonly string[] }
  /** `when` overlaps [from, to); other fields lie in it. No bound: open. `withDeleted` adds deleted rows. */
  | {
      readonly kind: 'time';
      readonly field: TimeField;
      readonly from?: Instant;
      readonly to?: Instant;
      readonly withDeleted?: true;
    }
  /** At least one field matches. */
  | {
      readonly kind: 'text';
      readonly fields: readonly TextField[];
      readonly op: TextOperator;
      readonly value: string;
    }
  | { readonly kind: 'empty'; readonly field: TextField | SetField; readonly value: boolean }
  | {
      readonly kind: 'set';
      readonly field: SetField;
      readonly op: 'any' | 'all' | 'none';
      readonly values: readonly string[];
    }
  | { readonly kind: 'status'; readonly values: readonly (EventStatus | TaskStatus)[] }
  | { readonly kind: 'priority'; readonly values: readonly Priority[] }
  /** Public ids or UIDs of parent tasks. */
  | { readonly kind: 'parent'; readonly ids: readonly string[] }
  /** Any of the values; colors as names or hex. */
  | { readonly kind: 'value'; readonly field: 'color' | 'kind'; readonly values: readonly string[] }
  | { readonly kind: 'response'; readonly values: readonly ResponseStatus[] }
  | { readonly kind: 'creator'; readonly value: 'assistant' | 'user' }
  | { readonly kind: 'flag'; readonly field: FlagField; readonly value: boolean }
  /** Minutes, inclusive: the length of an event, or a task's estimate; a task without an estimate never matches. */
  | { readonly kind: 'duration'; readonly field: LengthField; readonly min?: number; readonly max?: number }
  /** ISO weekdays (Monday 1) of the start, in the query's zone. */
  | { readonly kind: 'weekday'; readonly days: readonly number[] }
  /** Minutes after midnight of the start, in the query's zone: [after, before). */
  | { readonly kind: 'timeOfDay'; readonly after?: number; readonly before?: number };

export const EVERYTHING: Predicate = { kind: 'and', of: [] };

/** True if a condition uses only the time, the calendar or the id of an event, which every policy shows. */
export function asksForPlace(predicate: Predicate): boolean {
  if (predicate.kind === 'and' || predicate.kind === 'or') return predicate.of.every(asksForPlace);
  return predicate.kind === 'id' || predicate.kind === 'calendar' || boundsTime(predicate);
}

/** True if a condition is about the time of the event, not about its creation or changes. */
export function boundsTime(predicate: Predicate): predicate is Predicate & { kind: 'time' } {
  return (
    predicate.kind === 'time' &&
    (predicate.field === 'when' ||
      predicate.field === 'start' ||
      predicate.field === 'end' ||
      predicate.field === 'due')
  );
}
