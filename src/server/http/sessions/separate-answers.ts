import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { cancelledBy } from './session.js';

/**
 * Names what a server asks its client after the server that asks. Each replica that goes on with a session counts its
 * questions from 0: without this, the answer to one could agree to another. Answers to others are for `elsewhere`, and
 * so are cancellations of requests that do not run here. The result are those that do.
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

/** Where the replica that runs a request looks for messages about it. */
export function requestAddress(request: string | number): string {
  return `request ${JSON.stringify(request)}`;
}

/** A question, or that it is taken back. */
function withNames(message: JSONRPCMessage, named: (id: unknown) => string): JSONRPCMessage {
  if (!('method' in message)) return message;
  if ('id' in message) return { ...message, id: named(message.id) };
  if (message.method !== 'notifications/cancelled') return message;
  return { ...message, params: { ...message.params, requestId: named(message.params?.requestId) } };
}
