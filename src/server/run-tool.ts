import { randomBytes } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Success } from '../../schemas/answers/success.js';
import type { CalendarService, CallContext } from '../engine/context/service.js';
import type { Log } from '../ports/log.js';
import { CALLS, type SeenCall } from '../system/telemetry.js';
import { cleanObject } from './answers/clean-text.js';
import { type Failure, failureOf } from './answers/error-envelope.js';
import { fitted, MOST_TOKENS } from './answers/fitted.js';
import type { Alias, LegacyAnswer } from './legacy/alias.js';
import { fetchDocument } from './legacy/fetch-document.js';
import type { BuilderCall, FailedCall } from './legacy/old-words.js';
import { searchOccurrences } from './legacy/search-occurrences.js';
import type { Additions, Exchange } from './protocol/additions.js';
import { ProtocolError } from './protocol/protocol-error.js';

export interface ToolRunnerOptions {
  readonly service: CalendarService;
  readonly aliases: readonly Alias[];
  readonly log: Log;
  /** Base of event addresses over HTTP. */
  readonly publicUrl?: string;
  readonly additions?: Additions;
}

export interface ToolCallContext
  extends Pick<CallContext, 'signal' | 'progress' | 'caller' | 'ask' | 'askedAt' | 'traceparent'> {
  readonly exchange?: Exchange;
}

interface ToolHandler {
  readonly writes: boolean;
  /** True if the output schema allows `{success: false, error}`; clients check results against it. */
  readonly structuredFailure: boolean;
  answer(args: unknown, context: CallContext): Promise<CallToolResult>;
  failure(failure: Failure, call?: FailedCall): object;
}

/** Runs a listed tool by name. Every failure becomes an answer. */
export type ToolRunner = (name: string, args: unknown, call: ToolCallContext) => Promise<CallToolResult>;

/** The only way from a tool call to the service; cleans and packs all answers and failures. */
export function createToolRunner({
  service,
  aliases,
  log,
  publicUrl,
  additions,
}: ToolRunnerOptions): ToolRunner {
  const handlers = new Map<string, ToolHandler>(Object.entries(builderTools(service)));
  for (const alias of aliases) handlers.set(alias.tool.name, legacyTool(alias, service));
  if (handlers.has('search-events')) handlers.set('search', searchWithOccurrences(service));
  for (const added of additions?.tools ?? []) handlers.set(added.tool.name, { ...PLAIN, answer: added.run });
  const run = async (seen: SeenCall, handler: ToolHandler, args: unknown, call: ToolCallContext) => {
    const { id, tool } = seen;
    try {
      const context = { ...call, id, ...(publicUrl !== undefined && { publicUrl }) };
      const result = await handler.answer(args ?? {}, context);
      seen.outcome = outcomeOf(result);
      return result;
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      const {
        cause,
        call: made,
        migration,
      } = thrown instanceof LegacyFailure ? thrown : { cause: thrown, call: undefined, migration: undefined };
      const failed = failureOf(cause, { writes: handler.writes, signal: call.signal, log, tool, id });
      seen.code = failed.error.code;
      seen.outcome = String(failed.error.outcome ?? 'failed');
      const failure = handler.failure(failed, made);
      return {
        ...packed({ ...failure, ...migration }, { structured: handler.structuredFailure }),
        isError: true,
      };
    }
  };
  return async (name, args, call) => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`${name} is listed, and nothing runs it.`);
    const seen: SeenCall = {
      id: randomBytes(6).toString('base64url'),
      tool: name,
      principal: call.caller?.principal,
      traceparent: call.traceparent,
      startedAt: performance.now(),
      outcome: 'failed',
    };
    return CALLS.tracePromise(() => run(seen, handler, args, call), seen);
  };
}

/** Outcome of a write from its answer; other answers may use the key for any text. */
function outcomeOf({ structuredContent }: CallToolResult): string {
  const { outcome } = Object(structuredContent?.data);
  return OUTCOMES.has(outcome) ? outcome : 'ok';
}

const OUTCOMES: ReadonlySet<unknown> = new Set(['applied', 'partly_applied', 'not_applied', 'unknown']);

/** The same JSON twice: structured, and as exactly one text item for clients that only read text. */
function packed(
  value: object,
  { structured = true }: { readonly structured?: boolean } = {},
  mostTokens = MOST_TOKENS,
): CallToolResult {
  const clean = { ...cleanObject(fitted(value, mostTokens)) };
  return {
    content: [{ type: 'text', text: JSON.stringify(clean) }],
    ...(structured && { structuredContent: clean }),
  };
}

/** Much larger, because old tools could not request the rest. */
const MOST_LEGACY_TOKENS = 100_000;

const asItIs = (failure: Failure): object => failure;
const PLAIN = { writes: false, structuredFailure: false, failure: asItIs };

function builderTools(service: CalendarService): Record<string, ToolHandler> {
  const builder = { structuredFailure: true, failure: asItIs };
  return {
    calendar_read: {
      ...builder,
      writes: false,
      answer: async (args, context) =>
        packed(await service.read(args, { ...context, mostTokens: MOST_TOKENS })),
    },
    calendar_write: {
      ...builder,
      writes: true,
      answer: async (args, context) =>
        packed(withoutEmptyMeta(await service.write(args, { ...context, mostTokens: MOST_TOKENS }))),
    },
    calendar_analyze: {
      ...builder,
      writes: false,
      answer: async (args, context) =>
        packed(await service.analyze(args, { ...context, mostTokens: MOST_TOKENS })),
    },
    search: { ...PLAIN, answer: async (args, context) => packed(await service.search(args, context)) },
    fetch: { ...PLAIN, answer: async (args, context) => packed(await fetchDocument(service, args, context)) },
  };
}

/** `search` for a profile whose server had its own. */
function searchWithOccurrences(service: CalendarService): ToolHandler {
  return { ...PLAIN, answer: async (...call) => packed(await searchOccurrences(service, ...call)) };
}

/** Removes an empty `meta`, which most writes have. */
function withoutEmptyMeta({ meta, ...answer }: Success): object {
  return Object.keys(meta).length === 0 ? answer : { ...answer, meta };
}

/** A failed builder call of an old tool; the answer still shows the call that replaces the tool. */
class LegacyFailure extends Error {
  override readonly name = 'LegacyFailure';
  readonly call: FailedCall;
  readonly migration: LegacyAnswer | undefined;

  constructor(cause: unknown, call: FailedCall, migration?: LegacyAnswer) {
    super('legacy call failed', { cause });
    this.call = call;
    this.migration = migration;
  }
}

function legacyTool(alias: Alias, service: CalendarService): ToolHandler {
  return {
    writes: alias.writes,
    structuredFailure: true,
    failure: ({ error }, call) => alias.failure(error, call),
    async answer(args, { ask, ...context }) {
      // Reads ask no questions, so the user is asked only once.
      const look = (made: BuilderCall) =>
        performCall(service, made, context).catch((cause: unknown) => {
          throw new LegacyFailure(cause, { given: args, made });
        });
      const { call, also, confirmToken, fromResult } = await alias.translate(args, look);
      // The example omits the token, which is used up.
      const example = { deprecated: true, replacement: call.name, example: call };
      const migration = { _migration: { ...example, ...(also !== undefined && { also }) } };
      try {
        const agreed = confirmToken === undefined ? call : withToken(call, confirmToken);
        const asking = { ...context, ...(ask && { ask }), mostTokens: MOST_LEGACY_TOKENS };
        const answer = await performCall(service, agreed, asking);
        return packed({ ...fromResult(answer), ...migration }, { structured: true }, MOST_LEGACY_TOKENS);
      } catch (cause) {
        throw new LegacyFailure(cause, { given: args, made: call }, migration);
      }
    },
  };
}

/** Adds the token of an approved question. */
function withToken({ name, arguments: envelope }: BuilderCall, confirmToken: string): BuilderCall {
  const asked = Object.entries(envelope).map(([key, value]) => [key, { ...Object(value), confirmToken }]);
  return { name, arguments: Object.fromEntries(asked) };
}

function performCall(service: CalendarService, call: BuilderCall, context: CallContext) {
  switch (call.name) {
    case 'calendar_read':
      return service.read(call.arguments, context);
    case 'calendar_write':
      return service.write(call.arguments, context);
    case 'calendar_analyze':
      return service.analyze(call.arguments, context);
  }
}
