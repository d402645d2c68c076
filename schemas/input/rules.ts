import { z } from 'zod/v3';
import type { ErrorCode } from '../model/error.js';
import { isRecord } from '../model/is-record.js';

/** How a wrong call can be put right; used to build the `example` of an error. */
export type Fix =
  | { readonly kind: 'remove' }
  | FixedValue
  | { readonly kind: 'move'; readonly to: readonly string[] };

/** Another value; `isMadeUp` where it stands in for one that only the caller knows. */
export interface FixedValue {
  readonly kind: 'set';
  readonly value: unknown;
  readonly isMadeUp?: boolean;
}

/** What a rule adds to a Zod issue: the code of the violation, and its repair. */
export interface RuleDetails {
  readonly code?: ErrorCode;
  readonly fix?: Fix;
  readonly didYouMean?: readonly string[];
  /** The key is missing. */
  readonly isMissing?: true;
}

/** A check of several keys of one object. */
export type CrossFieldRule = (value: Readonly<Record<string, unknown>>, report: Report) => void;
type Report = (path: readonly (string | number)[], message: string, details?: RuleDetails) => void;

/**
 * A schema with rules over several of its keys. The rules run before the schema and whatever its result, so that
 * one answer names every violation; they see unchecked values.
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

/** At least one key must say something. */
export function notEmpty(what: string): CrossFieldRule {
  return (value, report) => {
    if (!Object.values(value).some((entry) => entry !== undefined)) {
      report([], `${what} is empty, so it has no effect.`, { fix: { kind: 'remove' } });
    }
  };
}

/** A list with at least one entry: an empty one would silently be ignored or match nothing. */
export function nonEmptyList<T extends z.ZodTypeAny>(item: T, most = 500) {
  return z.array(item).min(1).max(most);
}

/** One value or several; published as the list. */
export function oneOrMany<T extends z.ZodTypeAny>(item: T) {
  return z.union([item, nonEmptyList(item)]);
}

const CONDITIONS = new WeakSet<z.ZodTypeAny>();

/** Marks an object of conditions: in it, and in all that it holds, null is not the same as nothing, which selects more. */
export function conditions<T extends z.AnyZodObject>(schema: T): T {
  CONDITIONS.add(schema);
  return schema;
}

/** Whether an object was marked as one of conditions. */
export function isConditions(schema: z.ZodTypeAny): boolean {
  return CONDITIONS.has(schema);
}
