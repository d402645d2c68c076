import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/**
 * Names what a server asks its client after the server that asks. Each replica that goes on with a session counts its
 * questions from 0: without this, the answer to one could agree to another. Answers to others are for `elsewhere`.
 */
export function separateAnswers(
  transport: StreamableHTTPServerTransport,
  asker: string,
  elsewhere: (asker: string, answer: JSONRPCMessage) => void,
): void {
  const { send, onmessage } = transport;
  const named = (id: unknown): string => `${asker}:${id}`;
  transport.send = (message, options) => send.call(transport, withNames(message, named), options);
  transport.onmessage = (message, extra) => {
    if ('method' in message) {
      onmessage?.(message, extra);
      return;
    }
    const [by = '', number = ''] = String(message.id).split(':');
    if (by === asker) onmessage?.({ ...message, id: Number(number) }, extra);
    else elsewhere(by, message);
  };
}

/** A question, or that it is taken back. */
function withNames(message: JSONRPCMessage, named: (id: unknown) => string): JSONRPCMessage {
  if (!('method' in message)) return message;
  if ('id' in message) return { ...message, id: named(message.id) };
  if (message.method !== 'notifications/cancelled') return message;
  return { ...message, params: { ...message.params, requestId: named(message.params?.requestId) } };
}
