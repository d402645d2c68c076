import type { ServerResponse } from 'node:http';

/** A request that is refused with a status. Its message is trusted text. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON-RPC code; -32000 is the first server-defined one. */
  readonly code: number;
  /** Id of the request, if it was parsed. */
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
