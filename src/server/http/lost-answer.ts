import { CalendarError } from '../../../schemas/model/error.js';
import { failureOf } from '../answers/error-envelope.js';
import { isWriting } from '../listed-tools.js';
import type { McpRequest } from './adapter.js';

/** Older clients do not read an event without data. */
const SINCE = '2025-11-25';

/**
 * First event of a call's stream. Its id names the call, so a client that loses the stream can ask any
 * replica about it with `Last-Event-ID` (MCP 2025-11-25, resumability).
 */
export function callEvent({ req, message }: McpRequest): string | undefined {
  const version = req.headers['mcp-protocol-version'];
  const { id, method, params } = message ?? {};
  if (method !== 'tools/call' || id === undefined) return undefined;
  if (typeof version !== 'string' || version < SINCE) return undefined;
  return `id: ${idOf([id, params?.name])}\ndata: \n\n`;
}

/**
 * Answers a call whose stream was lost, for the replica that ran it; otherwise its client would wait forever.
 * Returns false without an answer if no such call is named.
 */
export function answerLost({ req, res, lease: { program } }: McpRequest): boolean {
  const called = req.method === 'GET' ? calledIn(req.headers['last-event-id']) : undefined;
  const tool = program.tools.find(({ name }) => name === called?.tool);
  if (called === undefined || tool === undefined) return false;
  const writes = isWriting(tool);
  const failure = failureOf(lost({ writes }), {
    writes,
    signal: new AbortController().signal,
    log: program.log,
    tool: tool.name,
  });
  const required = tool.outputSchema?.required ?? [];
  const result = {
    content: [{ type: 'text', text: JSON.stringify(failure) }],
    // Required if the output schema demands these members.
    ...(required.every((name) => name in failure) && { structuredContent: failure }),
    isError: true,
  };
  res
    .writeHead(200, { 'Content-Type': 'text/event-stream' })
    .end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: called.id, result })}\n\n`);
  return true;
}

function idOf(call: readonly [id: unknown, tool: unknown]): string {
  return Buffer.from(JSON.stringify(call)).toString('base64url');
}

function calledIn(header: unknown): { readonly id: string | number; readonly tool: string } | undefined {
  if (typeof header !== 'string') return undefined;
  try {
    const [id, tool]: unknown[] = JSON.parse(Buffer.from(header, 'base64url').toString());
    if (typeof tool !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
    return { id, tool };
  } catch {
    return undefined;
  }
}

function lost({ writes }: { readonly writes: boolean }): CalendarError {
  return new CalendarError('UNAVAILABLE', 'The answer was lost on its way: the connection ended before it.', {
    suggestion: writes
      ? 'Repeat the call with the same idempotencyKey; without one, first read whether it was done.'
      : 'Repeat the call.',
  });
}
