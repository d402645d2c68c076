import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { SessionOpening } from '../../../ports/replicas/session-records.js';

const HEADERS = {
  host: 'localhost',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Opens a session as its client did at another replica; drops the answer. */
export async function replay(
  transport: StreamableHTTPServerTransport,
  id: string,
  opening: SessionOpening,
): Promise<void> {
  await hand(transport, HEADERS, { id: 0, method: 'initialize', params: opening });
  const headers = { ...HEADERS, 'mcp-session-id': id };
  await hand(transport, headers, { method: 'notifications/initialized' });
}

async function hand(
  transport: StreamableHTTPServerTransport,
  headers: Readonly<Record<string, string>>,
  message: object,
): Promise<void> {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/mcp' });
  Object.assign(req.headers, headers);
  req.rawHeaders = Object.entries(headers).flat();
  req.push(null);
  await transport.handleRequest(req, new ServerResponse(req), { jsonrpc: '2.0', ...message });
}
