import { z } from 'zod/v3';
import { type PlacedFix, repaired } from '../diagnostics/apply-fixes.js';
import type { Call, Finding, Path } from '../diagnostics/finding.js';
import { findingsOf } from '../diagnostics/findings.js';
import { likelierCall } from '../diagnostics/guess/guess-call.js';
import { isSame } from '../diagnostics/is-same.js';
import { isLostGuard } from '../diagnostics/lost-guard.js';
import { type AnalysisInput, analysisSchema } from '../input/analysis.js';
import { calendarMutationSchema } from '../input/calendar-mutation.js';
import { type MutationInput, mutationSchema } from '../input/mutation.js';
import { type QueryInput, querySchema } from '../input/query.js';
import { isRecord } from '../input/rules.js';
import { bare, inside, knownKeys, valueAt } from '../input/schema-walk.js';
import { type FetchInput, fetchSchema, type SearchInput, searchSchema } from '../input/search.js';
import { CalendarError } from '../model/error.js';
import { plainKey } from '../model/pointer.js';
import { calendarExample, exampleCall, type ToolName } from '../tools/examples.js';
import { limitFinding, longTextFinding, MAX_CALL } from './input-limits.js';
import { fromJson, lenientInput } from './lenient-input.js';

const MOST_VIOLATIONS = 20;
const MOST_REPAIRS = 8;
/** Characters of an example built from the caller's own call; a larger one is replaced by a stock example. */
const LARGEST_EXAMPLE = 2000;

interface Form<T> {
  readonly tool?: ToolName;
  /** The key everything is under; it may be left out. */
  readonly root: string;
  readonly inner?: z.ZodTypeAny;
  readonly schema: z.ZodType<T, z.ZodTypeDef, unknown>;
  readonly example: (call: unknown) => unknown;
  /** Another form of the same tool that a call says it has. */
  readonly variant?: (call: unknown) => Form<T> | undefined;
}

const READ: Form<{ query: QueryInput }> = {
  tool: 'calendar_read',
  root: 'query',
  inner: querySchema,
  schema: z.object({ query: querySchema }).strict(),
  example: (call) => exampleCall('calendar_read', valueAt(valueAt(call, 'query'), 'type')),
};

const WRITE: Form<{ mutation: MutationInput }> = {
  tool: 'calendar_write',
  root: 'mutation',
  inner: mutationSchema,
  schema: z.object({ mutation: mutationSchema }).strict(),
  example: (call) => exampleCall('calendar_write', valueAt(valueAt(call, 'mutation'), 'operation')),
  variant: writeForm,
};

const WRITE_CALENDAR: Form<{ mutation: MutationInput }> = {
  tool: 'calendar_write',
  root: 'mutation',
  inner: calendarMutationSchema,
  schema: z.object({ mutation: calendarMutationSchema }).strict(),
  example: (call) => calendarExample(valueAt(valueAt(call, 'mutation'), 'operation')),
  variant: writeForm,
};

function writeForm(call: unknown): Form<{ mutation: MutationInput }> {
  return valueAt(valueAt(call, 'mutation'), 'target') === 'calendar' ? WRITE_CALENDAR : WRITE;
}

/** What a repair has taken from a call, and where it stood. */
interface Removed {
  readonly path: Path;
  readonly value: unknown;
}

const ANALYZE: Form<{ analysis: AnalysisInput }> = {
  tool: 'calendar_analyze',
  root: 'analysis',
  inner: analysisSchema,
  schema: z.object({ analysis: analysisSchema }).strict(),
  example: (call) => exampleCall('calendar_analyze', valueAt(valueAt(call, 'analysis'), 'type')),
};

const SEARCH: Form<SearchInput> = {
  root: 'query',
  schema: searchSchema,
  example: () => ({ query: 'planning' }),
};

const FETCH: Form<FetchInput> = { root: 'id', schema: fetchSchema, example: () => ({ id: 'k3v9x2m8qa' }) };

/** Arguments of calendar_read as a query; a `CalendarError` with all violations when they are none. */
export function parseRead(args: unknown): QueryInput {
  return parse(READ, args).query;
}

/** Arguments of calendar_write as a mutation. */
export function parseWrite(args: unknown): MutationInput {
  return parse(WRITE, args).mutation;
}

/** Arguments of calendar_analyze as an analysis. */
export function parseAnalyze(args: unknown): AnalysisInput {
  return parse(ANALYZE, args).analysis;
}

/** Arguments of search. */
export function parseSearch(args: unknown): SearchInput {
  return parse(SEARCH, args);
}

/** Arguments of fetch. */
export function parseFetch(args: unknown): FetchInput {
  return parse(FETCH, args);
}

/** The arguments of any of the three builder tools. */
export function parseInput(tool: 'calendar_read', args: unknown): QueryInput;
export function parseInput(tool: 'calendar_write', args: unknown): MutationInput;
export function parseInput(tool: 'calendar_analyze', args: unknown): AnalysisInput;
export function parseInput(tool: ToolName, args: unknown): QueryInput | MutationInput | AnalysisInput;
export function parseInput(tool: ToolName, args: unknown): QueryInput | MutationInput | AnalysisInput {
  switch (tool) {
    case 'calendar_read':
      return parseRead(args);
    case 'calendar_write':
      return parseWrite(args);
    case 'calendar_analyze':
      return parseAnalyze(args);
  }
}

function parse<T>(general: Form<T>, args: unknown): T {
  const value = readArguments(general, args);
  const found: Finding[] = [];
  const report = (finding: Finding) => found.push(finding);
  const first = lenientInput(general.schema, enveloped(general, value), report);
  const form = formOf(general, first);
  const call = form === general ? first : lenientInput(form.schema, first, report);
  const tooLong = longTextFinding(call);
  if (tooLong !== undefined) found.push(tooLong);
  if (found.length > 0) throw failure(form, undefined, found);
  const result = form.schema.safeParse(call);
  if (result.success) return result.data;
  throw failure(form, call, findingsOf(result.error, callOf(form, call)));
}

/** The arguments, of a bearable size, and read when they come as JSON text. */
function readArguments<T>(form: Form<T>, args: unknown): unknown {
  const value =
    typeof args === 'string' && args.length <= MAX_CALL ? (fromJson(args, false)?.value ?? args) : args;
  const tooMuch = limitFinding(value);
  if (tooMuch !== undefined) throw failure(form, undefined, [tooMuch]);
  return value ?? {};
}

/** The arguments as an object with its root key, where they are meant to be one. */
function enveloped<T>(form: Form<T>, value: unknown): unknown {
  if (form.inner === undefined || !isRecord(value)) return value;
  if (Object.hasOwn(value, form.root) && value[form.root] !== null) return value;
  const known = knownKeys(bare(form.inner));
  const { [form.root]: _absent, ...rest } = value;
  return Object.keys(rest).some((key) => known.includes(key)) ? { [form.root]: rest } : rest;
}

function formOf<T>(form: Form<T>, call: unknown): Form<T> {
  return form.variant?.(call) ?? form;
}

function callOf<T>(form: Form<T>, value: unknown): Call {
  return { tool: form.tool, schema: form.schema, value };
}

function failure<T>(form: Form<T>, call: unknown, all: readonly Finding[]): CalendarError {
  const findings = [...all].sort((a, b) => rank(a) - rank(b));
  const first = findings[0];
  const violation = first?.violation ?? {
    code: 'INVALID_ARGUMENT',
    path: '',
    message: 'The call is not valid.',
  };
  const mended = first?.instead?.example === undefined ? corrections(form, call, findings) : undefined;
  const corrected = first?.instead?.example ?? mended?.call ?? form.example(call);
  const more = findings.length - 1;
  const advice = [
    first?.suggestion ?? 'Correct the call as in example.',
    told('The example leaves out', mended?.without ?? []),
    told('Made up in the example:', mended?.madeUp ?? []),
    more > 0 ? `${more} more in violations.` : '',
    moreAt(violation.path),
  ];
  return new CalendarError(violation.code, violation.message, {
    path: violation.path,
    ...(violation.didYouMean === undefined ? {} : { didYouMean: violation.didYouMean }),
    suggestion: advice.filter((sentence) => sentence !== '').join(' '),
    example: corrected,
    violations: findings.slice(0, MOST_VIOLATIONS).map((finding) => finding.violation),
    ...(form.tool === 'calendar_write' ? { outcome: 'not_applied' } : {}),
  });
}

/** What cannot be done at all comes first. */
function rank(finding: Finding): number {
  return finding.instead === undefined ? 1 : 0;
}

/** The caller's own call with every violation put right, where that can be done. */
function corrections<T>(
  form: Form<T>,
  call: unknown,
  findings: readonly Finding[],
):
  | { readonly call: unknown; readonly without: readonly Path[]; readonly madeUp: readonly Path[] }
  | undefined {
  if (call === undefined) return undefined;
  // First the call as a whole: its parts as they were most likely meant. A long one would be no example.
  const isLong = JSON.stringify(call, plainNumber).length > LARGEST_EXAMPLE;
  const likelier = isLong ? call : likelierCall(form.tool, form.root, call);
  const isOther = !isSame(likelier, call);
  const first = isOther ? judged(form, likelier) : { call, findings };
  const without: Removed[] = [];
  const madeUp: Path[] = [];
  let current = first.call;
  let open = first.findings;
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MOST_REPAIRS || open.length > MOST_VIOLATIONS) return undefined;
    if (open.some(({ fixes }) => fixes.length === 0)) return undefined;
    const fixes = open.flatMap((finding) => finding.fixes);
    const before = current;
    const mended = repaired(current, fixes);
    const isLost = (one: PlacedFix) => one.fix.kind === 'remove' || hasNotMoved(one, before, mended);
    if (
      form.tool === 'calendar_write' &&
      open.some((finding) => finding.fixes.some((one) => isLost(one) && isLostGuard(before, finding, one)))
    )
      return undefined;
    const lost = fixes.filter(isLost);
    without.push(...lost.map(({ path }) => ({ path, value: inside(before, path) })));
    madeUp.push(...fixes.filter((one) => one.isMadeUp === true).map(({ path }) => path));
    ({ call: current, findings: open } = judged(form, mended));
  }
  const left = without.filter((one) => one.value !== undefined && !isStillThere(one, current));
  return JSON.stringify(current).length <= LARGEST_EXAMPLE
    ? { call: current, without: left.map(({ path }) => path), madeUp }
    : undefined;
}

/** Calls can hold any value. */
function plainNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A call read leniently, and what is still wrong with it. */
function judged<T>(
  form: Form<T>,
  call: unknown,
): { readonly call: unknown; readonly findings: readonly Finding[] } {
  const meant = formOf(form, call);
  const value = lenientInput(meant.schema, call, () => {});
  const result = meant.schema.safeParse(value);
  return { call: value, findings: result.success ? [] : findingsOf(result.error, callOf(meant, value)) };
}

/** Whether a value that belongs elsewhere found something else there. */
function hasNotMoved({ path, fix }: PlacedFix, before: unknown, after: unknown): boolean {
  return fix.kind === 'move' && !isSame(inside(before, path), inside(after, fix.to));
}

/** Whether a value that was taken from its place stands there again, or at another place of the same object. */
function isStillThere({ path, value }: Removed, call: unknown): boolean {
  if (typeof path.at(-1) !== 'number' && inside(call, path) !== undefined) return true;
  return holds(inside(call, path.slice(0, -1)), value);
}

function holds(part: unknown, value: unknown): boolean {
  if (isSame(part, value)) return true;
  return typeof part === 'object' && part !== null && Object.values(part).some((one) => holds(one, value));
}

/** What the example does not say any more, or says of its own: sent as it is, the call would do something else. */
function told(what: string, paths: readonly Path[]): string {
  const names = paths.map((path) => path.findLast((key) => typeof key === 'string') ?? '');
  const some = [...new Set(names)].filter((name) => name !== '').slice(0, 5);
  return some.length === 0 ? '' : `${what} ${some.map((name) => `\`${plainKey(name)}\``).join(', ')}.`;
}

function moreAt(path: string): string {
  const topic = /\/recurrence(?:\/|$)/.test(path)
    ? 'recurrence'
    : /\/filters(?:\/|$)/.test(path)
      ? 'filters'
      : TOPICS.get(path.split('/')[1] ?? '');
  return topic === undefined ? '' : `More: calendar_analyze help "${topic}".`;
}

const TOPICS: ReadonlyMap<string, string> = new Map([
  ['query', 'read'],
  ['mutation', 'write'],
  ['analysis', 'analysis'],
]);
