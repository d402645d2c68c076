import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  CALLS,
  REQUEST_BEGAN,
  REQUEST_ENDED,
  type SeenCall,
  type SeenRequest,
  type SeenStatement,
  STATEMENT_ENDED,
} from '../../../system/telemetry.js';
import { opaqueUser } from './opaque-user.js';
import { type CallSpan, createSpanExporter, type Exporting, type SpanExporter } from './span-exporter.js';

/** Span of the running call. */
interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** Timers and copies that a call started may outlive it. */
  isOver: boolean;
}

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** Sends a span per call, and one for each upstream request and database statement in it. Spans have no content. */
export function traceCalls(options: Exporting): SpanExporter {
  const exporter = createSpanExporter(options);
  const current = new AsyncLocalStorage<Parent>();
  const parents = new WeakMap<object, Parent>();
  CALLS.start.bindStore(current as AsyncLocalStorage<unknown>, (message) => {
    const span = spanOfCall(message as SeenCall);
    parents.set(message as SeenCall, span);
    return span;
  });
  CALLS.asyncEnd.subscribe((message) => {
    const call = message as SeenCall;
    const span = parents.get(call);
    if (span === undefined) return;
    span.isOver = true;
    const { traceId, spanId, parentSpanId } = span;
    const place = { traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }) };
    exporter.add({ ...place, ...describeCall(call) });
  });
  REQUEST_BEGAN.subscribe((message) => {
    const parent = current.getStore();
    // Background copying belongs to no call, even if a call started it.
    if (parent?.isOver === false) parents.set(Object(message), parent);
  });
  REQUEST_ENDED.subscribe((message) => {
    const { traceId, spanId: parentSpanId } = parents.get(Object(message)) ?? {};
    if (traceId === undefined || parentSpanId === undefined) return;
    exporter.add({ traceId, spanId: newId(8), parentSpanId, ...describeRequest(message as SeenRequest) });
  });
  STATEMENT_ENDED.subscribe((message) => {
    const parent = current.getStore();
    if (parent?.isOver !== false) return;
    const { traceId, spanId: parentSpanId } = parent;
    exporter.add({ traceId, spanId: newId(8), parentSpanId, ...describeStatement(message as SeenStatement) });
  });
  return exporter;
}

/** Continues the trace of the client, if it is in one. */
function spanOfCall({ traceparent }: SeenCall): Parent {
  const [, traceId = newId(16), parentSpanId] = traceparent?.split('-') ?? [];
  return { traceId, spanId: newId(8), isOver: false, ...(parentSpanId !== undefined && { parentSpanId }) };
}

function describeCall({ id, tool, principal, outcome, code, startedAt }: SeenCall) {
  return {
    name: `tools/call ${tool}`,
    kind: SERVER,
    ...times(startedAt),
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': tool,
      'calendar.call': id,
      'calendar.outcome': outcome,
      ...(code !== undefined && { 'error.type': code }),
      ...(principal !== undefined && { 'enduser.pseudo.id': opaqueUser(principal) }),
    },
    ...(code !== undefined && { status: { code: ERROR } }),
  } satisfies Partial<CallSpan>;
}

function describeRequest({ account, method, status, startedAt }: SeenRequest) {
  return {
    name: method,
    kind: CLIENT,
    ...times(startedAt),
    attributes: {
      'http.request.method': method,
      'calendar.account.kind': account,
      ...(status !== undefined && { 'http.response.status_code': status }),
    },
    ...((status === undefined || status >= 400) && { status: { code: ERROR } }),
  } satisfies Partial<CallSpan>;
}

function describeStatement({ startedAt, isFailed }: SeenStatement) {
  return {
    name: 'postgresql',
    kind: CLIENT,
    ...times(startedAt),
    attributes: { 'db.system.name': 'postgresql' },
    ...(isFailed && { status: { code: ERROR } }),
  } satisfies Partial<CallSpan>;
}

/** Converts a start time; the end is now. */
function times(startedAt: number): Pick<CallSpan, 'startedMs' | 'endedMs'> {
  const { timeOrigin } = performance;
  return { startedMs: timeOrigin + startedAt, endedMs: timeOrigin + performance.now() };
}

function newId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
