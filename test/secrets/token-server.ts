import { createServer } from 'node:http';

/** A provider that gives a new refresh token for each one it gets, and takes each only once. */
export interface TokenServer {
  readonly url: string;
  /** Refresh tokens as they came, the refused ones too. */
  readonly seen: string[];
  /** The one that is good now. */
  good(): string;
  /** Whether an Authorization header holds a token of this server. */
  accepts(authorization: string | undefined): boolean;
  close(): void;
}

/** `rotate: false` keeps the first token good for ever. */
export async function startTokenServer(first: string, rotate = true): Promise<TokenServer> {
  const seen: string[] = [];
  const given = new Set<string>();
  let good = first;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const sent = new URLSearchParams(text).get('refresh_token') ?? '';
      seen.push(sent);
      if (sent !== good) {
        response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
        return;
      }
      if (rotate) good = `refresh-${seen.length}`;
      given.add(`access-${seen.length}`);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          access_token: `access-${seen.length}`,
          token_type: 'Bearer',
          expires_in: 3600,
          ...(rotate ? { refresh_token: good } : {}),
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/token`,
    seen,
    good: () => good,
    accepts: (authorization = '') => given.has(authorization.replace(/^Bearer /, '')),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
