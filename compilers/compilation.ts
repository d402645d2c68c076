import { repaired } from '../schemas/diagnostics/apply-fixes.js';
import type { Fix } from '../schemas/input/rules.js';
import { CalendarError, type ErrorCode, type Violation } from '../schemas/model/error.js';
import { pointer } from '../schemas/model/pointer.js';
import type { CompileContext } from './context.js';
import { printDate } from './time/civil.js';
import { TIME_FORMS } from './time/invalid-date.js';
import { today } from './time/read-words.js';
import { resolveAskedZone, resolveZone } from './time/resolve-zone.js';
import type { TimeScope } from './time/time-value.js';

/** Keys from the root of a call (`query`, `filters`, `OR`, 0 …). */
export type InputPath = readonly (string | number)[];

/** One thing wrong with the input, and how to put it right. */
interface Finding extends Violation {
  readonly at: InputPath;
  /** None: nothing can be put in its place without making it up. */
  readonly fix: Fix | undefined;
}

/** The call of a tool as its compiler sees it: the input is what stands under the root key. */
interface CallForm<Input> {
  readonly root: 'query' | 'mutation' | 'analysis';
  /** Reads a whole call; throws when it is not valid. */
  readonly parse: (call: unknown) => Input;
  /** A valid call of this kind, for when the given one cannot be put right. */
  readonly stock: unknown;
}

/** One run of a compiler: what it reads times against, and what it has found so far. */
export interface Compilation {
  readonly context: CompileContext;
  readonly scope: TimeScope;
  readonly findings: Finding[];
  /** What the reader of the result should know. */
  readonly notes: Set<string>;
}

const MOST_VIOLATIONS = 20;
/** Rounds of repair an example gets: a repaired bound can show that a range is the wrong way round. */
const REPAIR_ROUNDS = 4;
/** Characters of an example made from the given call. */
const LARGEST_EXAMPLE = 2000;

/** Starts a run in the zone the call names, else the configured one. */
export function startCompilation(
  context: CompileContext,
  timezone: string | undefined,
  at: InputPath,
): Compilation {
  const zone = resolveZone(context.timezone, context.zones);
  const scope = { now: context.now, zone, weekStart: context.weekStart };
  const compilation: Compilation = { context, scope, findings: [], notes: new Set() };
  if (timezone === undefined) return compilation;
  return inZone(compilation, timezone, at);
}

/** The same run with local times read in another zone. */
export function inZone(compilation: Compilation, timezone: string, at: InputPath): Compilation {
  const zone = attempt(compilation, at, () => resolveAskedZone(timezone, compilation.context.zones));
  return zone === undefined ? compilation : { ...compilation, scope: { ...compilation.scope, zone } };
}

/** Notes a violation; the compiler goes on, to find the others. */
export function violate(
  compilation: Compilation,
  code: ErrorCode,
  at: InputPath,
  message: string,
  fix: Fix | undefined,
  didYouMean: readonly string[] = [],
): void {
  const path = pointer(at);
  compilation.findings.push({ code, path, at, message, fix, ...(didYouMean.length > 0 && { didYouMean }) });
}

/** Runs a step; a CalendarError becomes a violation at that place and gives undefined. */
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
    const [nearest] = error.info.didYouMean ?? [];
    // A question shows the form with another time; in a change that would be a wrong event, if it is sent as it is.
    const standIn = error.code === 'INVALID_TIMEZONE' ? 'UTC' : printDate(today(compilation.scope));
    const value = nearest ?? (at[0] === 'mutation' ? undefined : standIn);
    const fix = fallback ?? (value === undefined ? undefined : { kind: 'set', value });
    // What the fallback says is not a single time that could be named.
    violate(
      compilation,
      error.code,
      at,
      error.message,
      fix,
      fallback === undefined ? error.info.didYouMean : [],
    );
    return undefined;
  }
}

/**
 * The plan of an input, or one error that holds everything wrong with it and, as example, the same call put right.
 * `run` compiles once and collects; an example is only given when it is valid and compiles.
 */
export function compileOrThrow<Input, Plan>(
  form: CallForm<Input>,
  input: Input,
  run: (input: Input) => { readonly plan: Plan; readonly findings: readonly Finding[] },
): Plan {
  const { plan, findings } = run(input);
  const [first] = findings;
  if (first === undefined) return plan;
  throw new CalendarError(first.code, first.message, {
    path: first.path,
    ...(first.didYouMean !== undefined && { didYouMean: first.didYouMean }),
    suggestion: SUGGESTIONS[first.code] ?? 'Repeat the call as the example shows.',
    example: correctedCall(form, input, findings, (candidate) => run(candidate).findings) ?? form.stock,
    ...(form.root === 'mutation' && { outcome: 'not_applied' }),
    violations: findings.slice(0, MOST_VIOLATIONS).map(({ at: _at, fix: _fix, ...violation }) => violation),
  });
}

function correctedCall<Input>(
  form: CallForm<Input>,
  input: Input,
  findings: readonly Finding[],
  check: (candidate: Input) => readonly Finding[],
): unknown {
  let call: unknown = { [form.root]: input };
  let left = findings;
  for (let round = 0; round < REPAIR_ROUNDS && left.length > 0; round++) {
    const fixes = left.flatMap(({ at, fix }) => (fix === undefined ? [] : [{ path: at, fix }]));
    if (fixes.length < left.length) return undefined;
    const valid = validCall(form, repaired(call, fixes));
    if (valid === undefined) return undefined;
    call = valid.call;
    left = check(valid.input);
  }
  return left.length === 0 && JSON.stringify(call).length <= LARGEST_EXAMPLE ? call : undefined;
}

/** The call, or what the parser makes of it when a repair has left an empty condition behind. */
function validCall<Input>(
  { parse, stock }: CallForm<Input>,
  call: unknown,
): { readonly call: unknown; readonly input: Input } | undefined {
  try {
    return { call, input: parse(call) };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { example } = error.info;
    return example === undefined || example === stock ? undefined : { call: example, input: parse(example) };
  }
}

const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  INVALID_DATE: TIME_FORMS,
  INVALID_TIMEZONE: 'Use an IANA name such as "Europe/Berlin", "America/New_York" or "UTC".',
  INVALID_REGEX: 'Use RE2 syntax: no look-around and no back-references, at most 256 characters.',
  INVALID_RECURRENCE: 'Give frequency and the parts it needs, or an RRULE of RFC 5545.',
};
