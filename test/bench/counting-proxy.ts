import { createServer, type IncomingMessage, request } from 'node:http';

/** What went through since the last look. */
export interface Traffic {
  /** Kinds of requests, in their order. */
  readonly requests: readonly string[];
  /** Bytes of heads and bodies on the wire, compressed where they were. */
  readonly sent: number;
  readonly received: number;
  /** How long the server took for all of them, one after another. */
  readonly serverMs: number;
}

export interface CountingProxy {
  readonly url: string;
  taken(): Traffic;
  close(): Promise<void>;
}

/** Stands before a server and counts what goes through. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  let requests: string[] = [];
  let sent = 0;
  let received = 0;
  let serverMs = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      requests.push(kindOf(incoming.method ?? '', body.toString('utf8')));
      sent += headBytes(incoming, `${incoming.method} ${incoming.url} HTTP/1.1`) + body.length;
      const { method, url: path, headers } = incoming;
      const begin = performance.now();
      const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
        received += headBytes(answer, `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        answer.on('end', () => {
          serverMs += performance.now() - begin;
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
      const seen = { requests, sent, received, serverMs };
      requests = [];
      sent = 0;
      received = 0;
      serverMs = 0;
      return seen;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Names, values, and the four characters around each pair; the first line and the empty one. */
function headBytes({ rawHeaders }: IncomingMessage, firstLine: string): number {
  const pairs = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  return firstLine.length + 2 + pairs + 2;
}

function kindOf(method: string, body: string): string {
  if (method !== 'REPORT') return method;
  return /<(?:[\w-]+:)?(calendar-query|calendar-multiget|sync-collection)/.exec(body)?.[1] ?? method;
}
