import { createServer, type Socket } from 'node:net';
import { type Fault, type FaultServer, startFaultServer } from '../backends/caldav/fault-server.js';
import { hang } from '../backends/caldav/faults.js';

const only =
  (methods: readonly string[], fault: Fault): Fault =>
  (context) =>
    methods.includes(context.request.method) && fault(context);

/** Says all that a good server says, one byte a second. */
const drip: Fault = ({ response, apply }) => {
  const { status, headers = {}, body = '' } = apply();
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length || 1000 });
  let at = 0;
  const timer = setInterval(() => response.write(bytes.subarray(at, ++at)), 1000);
  response.on('close', () => clearInterval(timer));
  return true;
};

const late =
  (ms: number): Fault =>
  ({ apply, answer, response }) => {
    const timer = setTimeout(() => answer(apply()), ms);
    response.on('close', () => clearTimeout(timer));
    return true;
  };

/** Answers, but a GET after a PUT. */
function hangsAfterPut(): Fault {
  let put = false;
  return ({ request }) => {
    put ||= request.method === 'PUT';
    return request.method === 'GET' && put;
  };
}

/** Servers that hang, each in its way: what of an account can be read, and what comes of a create in it. */
export interface Hanging {
  readonly fault: () => Fault;
  readonly reads: 'all' | 'nothing';
  readonly writes: readonly string[];
}

export const HANGING: Readonly<Record<string, Hanging>> = {
  'never answers': { fault: () => hang, reads: 'nothing', writes: ['not_applied'] },
  'answers one byte a second': { fault: () => drip, reads: 'nothing', writes: ['not_applied'] },
  'answers too late': { fault: () => late(3_600_000), reads: 'nothing', writes: ['not_applied'] },
  'hangs during discovery': {
    fault: () => (context) => context.request.url === '/principal/' && hang(context),
    reads: 'nothing',
    writes: ['not_applied'],
  },
  'hangs on REPORT': { fault: () => only(['REPORT'], hang), reads: 'nothing', writes: ['applied'] },
  'hangs on PUT': { fault: () => only(['PUT'], hang), reads: 'all', writes: ['unknown'] },
  'stores and hangs on PUT': {
    fault: () =>
      only(['PUT'], ({ apply }) => {
        apply();
        return true;
      }),
    reads: 'all',
    writes: ['applied'],
  },
  'hangs on reading back': { fault: hangsAfterPut, reads: 'all', writes: ['applied'] },
};

/** Takes connections and says nothing: a TLS handshake with it never ends. */
export async function startMute(): Promise<{
  readonly origin: string;
  /** Connections so far. */
  asked(): number;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `https://127.0.0.1:${address.port}`,
    asked: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const EVENT = [
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', 'UID:slow-1', 'SUMMARY:Far away'],
  ['DTSTAMP:20261101T000000Z', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'],
  ['END:VEVENT', 'END:VCALENDAR', ''],
]
  .flat()
  .join('\r\n');

/** A server with one event, well as long as it is not told to hang. */
export async function startWell(): Promise<FaultServer> {
  const server = await startFaultServer();
  server.objects.set('/home/cal/slow-1.ics', { etag: '"1"', ics: EVENT });
  return server;
}
