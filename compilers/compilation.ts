import type { Compiled, Finding, Path } from '../schemas/diagnostics/finding.js';
import type { Fix } from '../schemas/input/rules.js';
import { CalendarError, type ErrorCode } from '../schemas/model/error.js';
import { pointer } from '../schemas/model/pointer.js';
import type { CompileContext } from './context.js';
import { printDate } from './time/civil.js';
import { today } from './time/read-date-words.js';
import { resolveAskedZone, resolveZone } from './time/resolve-zone.js';
import type { TimeScope } from './time/time-value.js';

/** Keys from the root of a call (`query`, `filters`, `OR`, 0 …). */
export type InputPath = Path;

export interface Compilation {
  readonly context: CompileContext;
  readonly scope: TimeScope;
  readonly findings: Finding[];
  /** Notes for the reader of the result. */
  readonly notes: Set<string>;
}

/** Compiles a call in its own timezone, or else in the configured one. */
export function compiled<Plan>(
  context: CompileContext,
  root: 'query' | 'mutation' | 'analysis',
  timezone: string | undefined,
  planOf: (compilation: Compilation) => Plan,
): Compiled<Plan> {
  const zone = resolveZone(context.timezone, context.zones);
  const scope = { now: context.now, zone, weekStart: context.weekStart };
  const plain: Compilation = { context, scope, findings: [], notes: new Set() };
  const compilation = timezone === undefined ? plain : inZone(plain, timezone, [root, 'timezone']);
  return { plan: planOf(compilation), findings: compilation.findings };
}

/** The same run, with local times in another zone. */
export function inZone(compilation: Compilation, timezone: string, at: InputPath): Compilation {
  const zone = attempt(compilation, at, () => resolveAskedZone(timezone, compilation.context.zones));
  return zone === undefined ? compilation : { ...compilation, scope: { ...compilation.scope, zone } };
}

interface Mistake {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix?: Fix | undefined;
  readonly didYouMean?: readonly string[];
  readonly suggestion?: string | undefined;
}

/** Records a violation and continues, to find the others. */
export function violate(
  compilation: Compilation,
  at: InputPath,
  { code, message, fix, didYouMean = [], suggestion = SUGGESTIONS[code] }: Mistake,
): void {
  compilation.findings.push({
    path: at,
    violation: { code, path: pointer(at), message, ...(didYouMean.length > 0 && { didYouMean }) },
    fixes: fix === undefined ? [] : [{ path: at, fix }],
    ...(suggestion !== undefined && { suggestion }),
  });
}

/** Runs a step; turns a CalendarError into a violation at that place and returns undefined. */
export function attempt<T>(
  compilation: Compilation,
  at: InputPath,
  step: () => T,
  fallback?: Fix,
): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { didYouMean = [], suggestionIsPlaceholder = false, suggestion } = error.info;
    const [nearest] = didYouMean;
    // An example time is harmless in a question; a change sent with it would create a wrong event.
    const standIn = error.code === 'INVALID_TIMEZONE' ? 'UTC' : printDate(today(compilation.scope));
    const value = nearest ?? (at[0] === 'mutation' ? undefined : standIn);
    const isMadeUp = nearest === undefined || suggestionIsPlaceholder;
    const fix = fallback ?? (value === undefined ? undefined : { kind: 'set', value, isMadeUp });
    // A fallback replaces the whole condition, so single times cannot be suggestions.
    const likely = fallback === undefined ? didYouMean : [];
    violate(compilation, at, {
      code: error.code,
      message: error.message,
      fix,
      didYouMean: likely,
      suggestion,
    });
    return undefined;
  }
}

const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  INVALID_REGEX: 'Use RE2 syntax: no look-around and no back-references, at most 256 characters.',
  INVALID_RECURRENCE: 'Give frequency and the parts it needs, or an RRULE of RFC 5545.',
};
