import { createServer } from 'node:http';

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>calendar-mcp</title><p style="font: 1.2em sans-serif; margin: 3em">You are signed in to calendar-mcp, and can close this window.';

/** Local target of the browser redirect after a login (RFC 8252 §7.3). */
export interface RedirectListener {
  readonly redirectUri: string;
  /** The address with the authorization response. */
  readonly arrived: Promise<URL>;
  close(): void;
}

/** Listens on a free local port and accepts only requests with `state`. */
export async function listenForRedirect(state: string): Promise<RedirectListener> {
  let arrive: (url: URL) => void = () => undefined;
  const arrived = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri);
    const isOurs = url.pathname === '/' && url.searchParams.get('state') === state;
    response.writeHead(isOurs ? 200 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Connection: 'close',
    });
    response.end(isOurs ? PAGE : '');
    if (isOurs) arrive(url);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const redirectUri = `http://127.0.0.1:${port}/`;
  return { redirectUri, arrived, close: () => void server.close() };
}
