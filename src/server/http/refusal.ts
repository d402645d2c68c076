import type { ServerResponse } from 'node:http';

/** A request that is answered with a status instead of being carried out. Its message is trusted text. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of JSON-RPC; -32000 is where servers have codes of their own. */
  readonly code: number;
  /** Of the request, where it was read. */
  id: string | number | null = null;

  constructor(
    status: number,
    message: string,
    { headers = {}, code = -32000 }: { headers?: Readonly<Record<string, string>>; code?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

/** Sends the refusal as a JSON-RPC error. */
export function sendRefusal(
  res: ServerResponse,
  { status, message, headers, code, id: ownId }: HttpRefusal,
  id: string | number | null = ownId,
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }));
}
