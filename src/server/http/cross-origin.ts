import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets pages of an allowed origin read the answer. */
export function allowPages({ headers }: IncomingMessage, res: ServerResponse): void {
  res.setHeader('Vary', 'Origin');
  if (headers.origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', headers.origin);
  res.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id, WWW-Authenticate');
  if (headers['access-control-request-method'] === undefined) return;
  res.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  res.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id',
  );
}

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined;
}
