import { z } from 'zod/v3';
import type { Compiled, Finding, Judged } from '../diagnostics/finding.js';
import { findingsOf } from '../diagnostics/findings.js';
import { refuseCall } from '../diagnostics/refuse-call.js';
import { type AnalysisInput, analysisSchema } from '../input/analysis.js';
import { calendarMutationSchema } from '../input/calendar-mutation.js';
import { type MutationInput, mutationSchema } from '../input/mutation.js';
import { type QueryInput, querySchema } from '../input/query.js';
import { withRules } from '../input/rules.js';
import { bare, knownKeys, valueAt } from '../input/schema-walk.js';
import { type FetchInput, fetchSchema, type SearchInput, searchSchema } from '../input/search.js';
import { oneSelection } from '../input/selection.js';
import type { CalendarError } from '../model/error.js';
import { isRecord } from '../model/is-record.js';
import { calendarExample, exampleCall, type ToolName } from '../tools/examples.js';
import { limitFinding, longTextFinding, MAX_CALL } from './input-limits.js';
import { readJsonText } from './json-text.js';
import { lenientInput } from './lenient-input.js';

export interface Form<T> {
  readonly tool: ToolName | undefined;
  /** The key around everything, which callers may omit. */
  readonly root: string;
  readonly inner?: z.ZodTypeAny;
  readonly schema: z.ZodType<T, z.ZodTypeDef, unknown>;
  readonly example: (call: unknown) => unknown;
  /** Another form of the same tool, by the content of the call. */
  readonly variant?: (call: unknown) => Form<T> | undefined;
  /** The other calls of the same tool. */
  readonly others?: readonly z.ZodTypeAny[];
}

export const READ: Form<{ query: QueryInput }> = {
  tool: 'calendar_read',
  root: 'query',
  inner: querySchema,
  schema: z.object({ query: querySchema }).strict(),
  example: (call) => exampleCall('calendar_read', valueAt(valueAt(call, 'query'), 'type')),
};

export const WRITE: Form<{ mutation: MutationInput }> = {
  tool: 'calendar_write',
  root: 'mutation',
  inner: mutationSchema,
  schema: z.object({ mutation: withRules(mutationSchema, oneSelection) }).strict(),
  example: (call) => exampleCall('calendar_write', valueAt(valueAt(call, 'mutation'), 'operation')),
  variant: writeForm,
  others: [z.object({ mutation: calendarMutationSchema })],
};

const WRITE_CALENDAR: Form<{ mutation: MutationInput }> = {
  tool: 'calendar_write',
  root: 'mutation',
  inner: calendarMutationSchema,
  schema: z.object({ mutation: calendarMutationSchema }).strict(),
  others: [z.object({ mutation: mutationSchema })],
  example: (call) => calendarExample(valueAt(valueAt(call, 'mutation'), 'operation')),
  variant: writeForm,
};

function writeForm(call: unknown): Form<{ mutation: MutationInput }> {
  return valueAt(valueAt(call, 'mutation'), 'target') === 'calendar' ? WRITE_CALENDAR : WRITE;
}

export const ANALYZE: Form<{ analysis: AnalysisInput }> = {
  tool: 'calendar_analyze',
  root: 'analysis',
  inner: analysisSchema,
  schema: z.object({ analysis: analysisSchema }).strict(),
  example: (call) => exampleCall('calendar_analyze', valueAt(valueAt(call, 'analysis'), 'type')),
};

const SEARCH: Form<SearchInput> = {
  tool: undefined,
  root: 'query',
  schema: searchSchema,
  example: () => ({ query: 'planning' }),
};

const FETCH: Form<FetchInput> = {
  tool: undefined,
  root: 'id',
  schema: fetchSchema,
  example: () => ({ id: 'k3v9x2m8qa' }),
};

/** Throws a `CalendarError` with all violations. */
export function parseRead(args: unknown): QueryInput {
  return parse(READ, args).query;
}

export function parseWrite(args: unknown): MutationInput {
  return parse(WRITE, args).mutation;
}

export function parseAnalyze(args: unknown): AnalysisInput {
  return parse(ANALYZE, args).analysis;
}

export function parseSearch(args: unknown): SearchInput {
  return parse(SEARCH, args);
}

export function parseFetch(args: unknown): FetchInput {
  return parse(FETCH, args);
}

/** Parses only the form of a call. */
function parse<T>(form: Form<T>, args: unknown): T {
  return readArguments(form, args, (input) => ({ plan: input, findings: [] }));
}

/**
 * Parses and compiles the arguments of a tool. Throws one error with every problem: of their form, and of their times
 * and words, from compiling the corrected call.
 */
export function readArguments<T, Plan>(
  general: Form<T>,
  args: unknown,
  compile: (input: T) => Compiled<Plan>,
): Plan {
  const judge = (call: unknown): Judged => {
    const form = formOf(general, call);
    return judged(
      form,
      lenientInput(form.schema, call, () => {}, form.others),
      compile,
    );
  };
  const refuse = (form: Form<T>, wrong: Judged): CalendarError =>
    refuseCall({ ...form, stock: (call) => formOf(form, call).example(call) }, wrong, judge);
  const unread = (form: Form<T>, findings: readonly Finding[]) =>
    refuse(form, { call: undefined, findings, isCompiled: false });

  const value = fromJsonText(args);
  const tooMuch = limitFinding(value);
  if (tooMuch !== undefined) throw unread(general, [tooMuch]);
  const found: Finding[] = [];
  const report = (finding: Finding) => found.push(finding);
  const first = lenientInput(general.schema, enveloped(general, value ?? {}), report, general.others);
  const form = formOf(general, first);
  const call = form === general ? first : lenientInput(form.schema, first, report, form.others);
  const tooLong = longTextFinding(call);
  if (tooLong !== undefined) found.push(tooLong);
  if (found.length > 0) throw unread(form, found);
  const read = judged(form, call, compile);
  if ('plan' in read && read.findings.length === 0) return read.plan;
  throw refuse(form, read);
}

function fromJsonText(args: unknown): unknown {
  return typeof args === 'string' && args.length <= MAX_CALL
    ? (readJsonText(args, false)?.value ?? args)
    : args;
}

/** Adds a missing root key to arguments that contain its keys. */
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

function judged<T, Plan>(
  { tool, schema }: Form<T>,
  call: unknown,
  compile: (input: T) => Compiled<Plan>,
): Judged | (Judged & Compiled<Plan>) {
  const result = schema.safeParse(call);
  return result.success
    ? { call, isCompiled: true, ...compile(result.data) }
    : { call, isCompiled: false, findings: findingsOf(result.error, { tool, schema, value: call }) };
}
