import { z } from 'zod/v3';
import type { ErrorCode } from '../model/error.js';
import { isRecord } from '../model/is-record.js';

/** A repair of a wrong call, for the `example` of an error. */
export type Fix =
  | { readonly kind: 'remove' }
  | FixedValue
  | { readonly kind: 'move'; readonly to: readonly string[] };

/** Another value; `isMadeUp` marks a placeholder for one that only the caller knows. */
export interface FixedValue {
  readonly kind: 'set';
  readonly value: unknown;
  readonly isMadeUp?: boolean;
}

/** Details of a Zod issue: the code of the violation, and its repair. */
export interface RuleDetails {
  readonly code?: ErrorCode;
  readonly fix?: Fix;
  readonly didYouMean?: readonly string[];
  readonly isMissing?: true;
}

/** A check of several keys of one object. */
export type CrossFieldRule = (value: Readonly<Record<string, unknown>>, report: Report) => void;
type Report = (path: readonly (string | number)[], message: string, details?: RuleDetails) => void;

/**
 * Adds rules over several keys to a schema. They run before the schema and regardless of its result, to report every
 * violation at once, so they see unchecked values.
 */
export function withRules<T extends z.ZodTypeAny>(schema: T, ...rules: readonly CrossFieldRule[]) {
  return z.preprocess((value, context) => {
    if (isRecord(value)) {
      const report: Report = (path, message, details = {}) =>
        context.addIssue({ code: 'custom', path: [...path], message, params: { ...details } });
      for (const rule of rules) rule(value, report);
    }
    return value;
  }, schema);
}

/** Requires at least one key. */
export function notEmpty(what: string): CrossFieldRule {
  return (value, report) => {
    if (!Object.values(value).some((entry) => entry !== undefined)) {
      report([], `${what} is empty, so it has no effect.`, { fix: { kind: 'remove' } });
    }
  };
}

/** A list with at least one entry: an empty one would be ignored or match nothing. */
export function nonEmptyList<T extends z.ZodTypeAny>(item: T, most = 500) {
  return z.array(item).min(1).max(most);
}

/** One value or several; published as the list. */
export function oneOrMany<T extends z.ZodTypeAny>(item: T) {
  return z.union([item, nonEmptyList(item)]);
}

const CONDITIONS = new WeakSet<z.ZodTypeAny>();

/** Marks an object of conditions: removing a null inside it would select more. */
export function conditions<T extends z.AnyZodObject>(schema: T): T {
  CONDITIONS.add(schema);
  return schema;
}

export function isConditions(schema: z.ZodTypeAny): boolean {
  return CONDITIONS.has(schema);
}
