import { createServer, request } from 'node:http';

export interface CountingProxy {
  readonly url: string;
  /** Requests by kind since the last call, and the bytes that came back for them. */
  taken(): { readonly requests: readonly string[]; readonly bytes: number };
  close(): Promise<void>;
}

/** Stands before a server and counts what goes through. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  let requests: string[] = [];
  let bytes = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      requests.push(kindOf(incoming.method ?? '', body.toString('utf8')));
      const { method, url: path, headers } = incoming;
      const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      forwarded.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    taken() {
      const seen = { requests, bytes };
      requests = [];
      bytes = 0;
      return seen;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function kindOf(method: string, body: string): string {
  if (method !== 'REPORT') return method;
  return /<[A-Z]:(calendar-query|calendar-multiget|sync-collection)/.exec(body)?.[1] ?? method;
}
