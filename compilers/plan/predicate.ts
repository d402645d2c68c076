import type { FLAG_KEYS, PRIORITIES, SET_KEYS, TEXT_KEYS, TIME_KEYS } from '../../schemas/input/filter.js';
import type { EventStatus, ResponseStatus } from '../../schemas/model/event.js';
import type { TaskStatus } from '../../schemas/model/task.js';
import type { Instant } from '../../schemas/model/time.js';

export type TimeField = (typeof TIME_KEYS)[number];
/** `text` looks at several fields, the attendees among them; only `search` looks at the words of tags. */
export type TextField = Exclude<(typeof TEXT_KEYS)[number], 'text'> | 'attendees' | 'tags';
export type SetField = (typeof SET_KEYS)[number];
export type FlagField = (typeof FLAG_KEYS)[number];
export type Priority = (typeof PRIORITIES)[number];

/** How a text field is compared; every form but `matches` ignores case and accents. */
export type TextOperator = 'contains' | 'startsWith' | 'equals' | 'matches';

export type LengthField = 'durationMinutes' | 'estimateMinutes';

/**
 * A filter with every name, word and time resolved: what a row must satisfy.
 * The residual evaluation of these (filter/evaluate-filter.ts) is their one meaning.
 */
export type Predicate =
  | { readonly kind: 'and'; readonly of: readonly Predicate[] }
  | { readonly kind: 'or'; readonly of: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  /** Public ids of events, series or occurrences, or raw UIDs. */
  | { readonly kind: 'id'; readonly ids: readonly string[] }
  /** Calendar names, ids or `account/name`. */
  | { readonly kind: 'calendar'; readonly op: 'any' | 'none'; readonly names: readonly string[] }
  /** `withDeleted`: what was deleted since `from` is asked for, too. `when`: overlap with [from, to); others: that instant lies in [from, to). A missing bound is open. */
  | {
      readonly kind: 'time';
      readonly field: TimeField;
      readonly from?: Instant;
      readonly to?: Instant;
      readonly withDeleted?: true;
    }
  /** Any of the fields compares so. */
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
  /** Public ids or UIDs of the tasks that a task is a part of. */
  | { readonly kind: 'parent'; readonly ids: readonly string[] }
  /** One of these; colors as names or hex. */
  | { readonly kind: 'value'; readonly field: 'color' | 'kind'; readonly values: readonly string[] }
  | { readonly kind: 'response'; readonly values: readonly ResponseStatus[] }
  | { readonly kind: 'creator'; readonly value: 'assistant' | 'user' }
  | { readonly kind: 'flag'; readonly field: FlagField; readonly value: boolean }
  /** Minutes, both included: how long an event is, or what a task takes, which has no limit where nothing says it. */
  | { readonly kind: 'duration'; readonly field: LengthField; readonly min?: number; readonly max?: number }
  /** ISO weekdays (Monday 1) of the start, in the zone of the question. */
  | { readonly kind: 'weekday'; readonly days: readonly number[] }
  /** Minutes after midnight of the start, in the zone of the question: [after, before). */
  | { readonly kind: 'timeOfDay'; readonly after?: number; readonly before?: number };

/** The predicate that every row satisfies. */
export const EVERYTHING: Predicate = { kind: 'and', of: [] };

/** Whether a condition asks for nothing but when and where an event is, or which one: every policy shows that. */
export function asksForPlace(predicate: Predicate): boolean {
  if (predicate.kind === 'and' || predicate.kind === 'or') return predicate.of.every(asksForPlace);
  return predicate.kind === 'id' || predicate.kind === 'calendar' || boundsTime(predicate);
}

/** Whether a condition is about when an event takes place, and not about when it was written. */
export function boundsTime(predicate: Predicate): predicate is Predicate & { kind: 'time' } {
  return (
    predicate.kind === 'time' &&
    (predicate.field === 'when' ||
      predicate.field === 'start' ||
      predicate.field === 'end' ||
      predicate.field === 'due')
  );
}
