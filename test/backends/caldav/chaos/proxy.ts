import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to one request on its way. `late`: how many ms after the client has heard, or left, it arrives. */
export type Mishap =
  | { readonly kind: 'pass' }
  /** The connection breaks before anything arrives. */
  | { readonly kind: 'broken'; readonly how: Break }
  /** It is done, and the connection breaks before the answer. */
  | { readonly kind: 'lost'; readonly how: Break }
  /** The connection breaks while the server is still at it. */
  | { readonly kind: 'abandoned'; readonly how: Break; readonly late: number }
  /** It is done, and the answer ends in its middle: of a stated length, in chunks, or as if that were all. */
  | { readonly kind: 'cut'; readonly framing: 'length' | 'chunks' | 'close' }
  /** A gateway fails, and nothing arrives. */
  | { readonly kind: 'refused'; readonly status: 502 | 503 | 504 }
  /** A gateway fails although it is done. */
  | { readonly kind: 'hidden'; readonly status: 502 | 504 }
  /** A gateway has waited long enough, the server not yet. */
  | { readonly kind: 'overtaken'; readonly late: number }
  /** No answer until the client leaves: nothing arrives, it is done at once, or only then. */
  | { readonly kind: 'stuck'; readonly arrives: 'never' | 'first' }
  | { readonly kind: 'late'; readonly late: number }
  /** The answer comes, and then the connection closes just as it may be used again. */
  | { readonly kind: 'closing'; readonly late: number };

type Break = 'reset' | 'end';

interface Asked {
  readonly method: string;
  readonly path: string;
}

export interface ChaosProxy {
  readonly origin: string;
  /** From now on these happen to the requests, in this order; afterwards all pass. */
  plan(mishaps: readonly Mishap[]): void;
  /** From now on it is decided when a request comes, before anything of it arrives. */
  decide(by: (request: Asked) => Promise<Mishap>): void;
  /** Whether since then every request passed and was answered in whole. */
  isClean(): boolean;
  /** The requests since then, with what happened to them. */
  trace(): readonly string[];
  /** Resolves when the server has finished with everything that reached it, and nobody waits for an answer. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Headers of one connection; the body is whole here. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/**
 * Stands before a server as a network that fails as told. The server is spoken to under its own name, because some
 * compare `Host`, or the port they listen at, with what a MOVE names; its addresses in answers become the proxy's.
 */
export async function startChaosProxy(target: string): Promise<ChaosProxy> {
  const { hostname, port, host, origin: own } = new URL(target);
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<unknown>>();
  let planned: Mishap[] = [];
  let decided: ((request: Asked) => Promise<Mishap>) | undefined;
  let lines: string[] = [];
  let clean = true;

  function follow(work: Promise<unknown>): void {
    const end = work.catch(() => undefined).finally(() => underWay.delete(end));
    underWay.add(end);
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url: path = '/', headers, socket } = incoming;
      const body = Buffer.concat(chunks);
      if (decided === undefined) handle(planned.shift() ?? { kind: 'pass' });
      else decided({ method, path }).then(handle, () => breakOff(socket, 'reset'));

      function handle(mishap: Mishap): void {
        const line = lines.push(`${method} ${path.slice(-50)} [${JSON.stringify(mishap)}]`) - 1;
        const log = lines;
        if (mishap.kind !== 'pass') clean = false;
        const left = new Promise<void>((resolve) => outgoing.once('close', resolve));
        follow(left);
        outgoing.once('close', () => {
          if (!outgoing.writableFinished) clean = false;
        });
        const forward = (wait?: Promise<unknown>): Promise<Answer> => {
          const sent = (wait ?? Promise.resolve()).then(() =>
            forwarded({ hostname, port, method, path, headers: inward(headers) }, body, outward),
          );
          const noted = sent.then(({ status }) => {
            log[line] += ` -> ${status}`;
          });
          follow(noted);
          return sent;
        };
        const answer = ({ status, headers: kept, body: whole }: Answer): void => {
          outgoing.writeHead(status, status === 204 ? kept : { ...kept, 'content-length': whole.length });
          outgoing.end(whole);
        };
        const gateway = (status: number): void =>
          answer({ status, headers: {}, body: Buffer.from('gateway') });
        meet(mishap).catch(() => breakOff(socket, 'reset'));

        async function meet(met: Mishap): Promise<void> {
          switch (met.kind) {
            case 'pass':
              return answer(await forward());
            case 'broken':
              return breakOff(socket, met.how);
            case 'lost':
              await forward();
              return breakOff(socket, met.how);
            case 'abandoned':
              await Promise.all([forward(sleep(met.late)), breakOff(socket, met.how)]);
              return;
            case 'cut':
              return cutOff(socket, await forward(), met.framing);
            case 'refused':
              return gateway(met.status);
            case 'hidden':
              await forward();
              return gateway(met.status);
            case 'overtaken':
              gateway(504);
              await forward(sleep(met.late));
              return;
            case 'stuck':
              if (met.arrives === 'first') await forward();
              return left;
            case 'late':
              await forward(left.then(() => sleep(met.late)));
              return;
            case 'closing':
              answer(await forward());
              await left.then(() => sleep(met.late));
              socket.destroy();
          }
        }
      }
    });
  });
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const inward = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
    const { 'accept-encoding': _, 'content-length': __, destination, ...others } = headers;
    const there = typeof destination === 'string' ? { destination: destination.replace(origin, own) } : {};
    return { ...others, ...there, host, connection: 'close' };
  };
  const outward = (text: string): string => text.replaceAll(own, origin);
  return {
    origin,
    plan(mishaps) {
      planned = [...mishaps];
      lines = [];
      clean = true;
      decided = undefined;
    },
    decide(by) {
      decided = by;
    },
    isClean: () => clean,
    trace: () => lines,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwarded(
  options: {
    readonly hostname: string;
    readonly port: string;
    readonly method: string;
    readonly path: string;
    readonly headers: OutgoingHttpHeaders;
  },
  body: Buffer,
  outward: (text: string) => string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const kept = Object.entries(answer.headers)
          .filter(([name]) => !HOP_BY_HOP.has(name))
          .map(([name, value]) => [name, typeof value === 'string' ? outward(value) : value]);
        resolve({
          status: answer.statusCode ?? 502,
          headers: Object.fromEntries(kept),
          // Byte by byte, whatever they mean.
          body: Buffer.from(outward(Buffer.concat(chunks).toString('latin1')), 'latin1'),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function breakOff(socket: Socket, how: Break): void {
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

/** Half of the body, or of the first line where there is none. */
function cutOff(
  socket: Socket,
  { status, headers, body }: Answer,
  framing: 'length' | 'chunks' | 'close',
): void {
  const first = `HTTP/1.1 ${status} Cut\r\n`;
  if (body.length < 2) {
    socket.end(first.slice(0, 11));
    return;
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${name}: ${each}\r\n`),
  );
  const half = body.subarray(0, Math.floor(body.length / 2));
  const framed = {
    length: `Content-Length: ${body.length}\r\n\r\n`,
    chunks: `Transfer-Encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n`,
    close: 'Connection: close\r\n\r\n',
  }[framing];
  socket.write(Buffer.from(`${first}${lines.join('')}${framed}`, 'latin1'));
  socket.end(framing === 'chunks' ? Buffer.concat([half, Buffer.from('\r\n')]) : half);
}
