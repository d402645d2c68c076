import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../schemas/model/is-record.js';

/** Answer to an invalid message; the id is null if unreadable (JSON-RPC 2.0 §5). */
export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** A message, or the problem and the answers to it. */
export type Line =
  | { readonly message: JSONRPCMessage }
  | { readonly reason: string; readonly refusals: readonly Refusal[] };

/**
 * Parses a line or a request body. An invalid request gets an error, so its sender does not wait; an invalid
 * notification or response gets none (JSON-RPC).
 */
export function readMessage(line: string): Line {
  const value = parsed(line);
  if (value === undefined) return refused(ErrorCode.ParseError, 'The message is not valid JSON.', [null]);
  const message = JSONRPCMessageSchema.safeParse(value);
  if (message.success) return { message: message.data };
  if (Array.isArray(value)) {
    const ids = value.flatMap((one) => (isRecord(one) && awaits(one) ? [idOf(one)] : []));
    return refused(
      ErrorCode.InvalidRequest,
      'Batches are not supported: send one message at a time.',
      ids.length === 0 ? [null] : ids,
    );
  }
  const reason = 'This is not a JSON-RPC 2.0 message.';
  if (!isRecord(value)) return refused(ErrorCode.InvalidRequest, reason, [null]);
  return refused(ErrorCode.InvalidRequest, reason, awaits(value) ? [idOf(value)] : []);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** True for a request: not a response, and not a notification, which has a method but no id. */
function awaits(value: Readonly<Record<string, unknown>>): boolean {
  if ('result' in value || 'error' in value) return false;
  return 'id' in value || typeof value.method !== 'string';
}

function idOf({ id }: Readonly<Record<string, unknown>>): RequestId | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

const ID = '"id"\\s*:\\s*(-?\\d{1,15}|"(?:[^"\\\\]|\\\\.){0,200}")';
/** Members before or after the id, in the orders that clients use. */
const PLAIN = '"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]{0,200}"';
const FIRST = new RegExp(`^\\s*\\{\\s*(?:${PLAIN}\\s*,\\s*)*${ID}`);
const LAST = new RegExp(`,\\s*${ID}\\s*(?:,\\s*${PLAIN}\\s*)*\\}\\s*$`);

/** Id of a truncated request, from its first and last characters; null if uncertain. */
export function idInLong(ends: string): RequestId | null {
  const found = (FIRST.exec(ends) ?? LAST.exec(ends))?.[1];
  return found === undefined ? null : idOf({ id: parsed(found) });
}

function refused(code: number, reason: string, ids: readonly (RequestId | null)[]): Line {
  const error = { code, message: reason };
  return { reason, refusals: ids.map((id) => ({ jsonrpc: '2.0', id, error })) };
}
