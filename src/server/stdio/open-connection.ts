import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from '../create-server.js';
import { isModern } from '../modern/is-modern.js';
import type { ServerOptions } from '../server-options.js';
import { createToolCalls, type ToolCalls } from '../tool-calls.js';
import type { LineTransport } from './line-transport.js';

export interface Connection extends Pick<ToolCalls, 'settled' | 'stop'> {
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** One client on one connection. Its first message decides the protocol revision. */
export async function openConnection(transport: LineTransport, options: ServerOptions): Promise<Connection> {
  const calls = createToolCalls(options);
  const early: JSONRPCMessage[] = [];
  // Both servers expect to start the transport, which has started already.
  const own: LineTransport = { ...transport, start: async () => undefined };

  async function serve(first: JSONRPCMessage): Promise<void> {
    let heard: ((message: unknown) => void) | undefined;
    if (isModern(first)) {
      const { connectModern } = await import('../modern/connect-modern.js');
      heard = connectModern(own, { ...options, calls });
    } else await createServer(options, calls).server.connect(own);
    transport.onmessage = (message, extra) => {
      heard?.(message);
      own.onmessage?.(message, extra);
    };
    for (const message of early.splice(0)) transport.onmessage(message);
  }

  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      own.onclose?.();
      resolve();
    };
  });
  transport.onmessage = (message) => {
    if (early.push(message) > 1) return;
    serve(message).catch(async (error: unknown) => {
      options.log.warn('the connection could not be served', { reason: String(error) });
      await transport.close();
    });
  };
  await transport.start();
  return { closed, settled: calls.settled, stop: calls.stop, close: transport.close };
}
