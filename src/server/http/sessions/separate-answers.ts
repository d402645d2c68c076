import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { cancelledBy } from './session.js';

/**
 * Prefixes ids of server requests with `asker`, because each replica of a session counts from 0, and an
 * answer to one question could approve another. Forwards other answers, and cancellations of requests that
 * run elsewhere. Returns the ids running here.
 */
export function separateAnswers(
  transport: StreamableHTTPServerTransport,
  asker: string,
  elsewhere: (address: string, message: JSONRPCMessage) => void,
): ReadonlySet<string | number> {
  const { send, onmessage } = transport;
  const running = new Set<string | number>();
  const named = (id: unknown): string => `${asker}:${id}`;
  transport.send = (message, options) => {
    if (!('method' in message) && message.id !== undefined) running.delete(message.id);
    return send.call(transport, withNames(message, named), options);
  };
  transport.onmessage = (message, extra) => {
    if ('method' in message) {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined && !running.delete(cancelled))
        elsewhere(requestAddress(cancelled), message);
      if ('id' in message) running.add(message.id);
      onmessage?.(message, extra);
      return;
    }
    const [by = '', number = ''] = String(message.id).split(':');
    if (by === asker) onmessage?.({ ...message, id: Number(number) }, extra);
    else elsewhere(by, message);
  };
  return running;
}

/** Mailbox address for messages about a request. */
export function requestAddress(request: string | number): string {
  return `request ${JSON.stringify(request)}`;
}

/** Renames a server request or its cancellation. */
function withNames(message: JSONRPCMessage, named: (id: unknown) => string): JSONRPCMessage {
  if (!('method' in message)) return message;
  if ('id' in message) return { ...message, id: named(message.id) };
  if (message.method !== 'notifications/cancelled') return message;
  return { ...message, params: { ...message.params, requestId: named(message.params?.requestId) } };
}
