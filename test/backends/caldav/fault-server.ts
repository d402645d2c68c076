import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface StoredText {
  readonly etag: string;
  readonly ics: string;
}

/** What a fault works with. Returning without having answered leaves the client waiting. */
export interface FaultContext {
  readonly request: SeenRequest;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Does what a good server would do, without answering; the answer it would have given. */
  apply(): PlainAnswer;
  /** Sends an answer whole. */
  answer(answer: PlainAnswer): void;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Takes a request over by returning true. */
export type Fault = (context: FaultContext) => boolean;

export interface FaultServer {
  readonly origin: string;
  /** Address of its calendar; a second one is beside it as `other/`. */
  readonly calendar: string;
  readonly requests: SeenRequest[];
  /** By decoded path. */
  readonly objects: Map<string, StoredText>;
  /** By decoded path, with the properties that were set; two of them to begin with. */
  readonly calendars: Map<string, ReadonlyMap<string, string>>;
  fault: Fault | undefined;
  close(): Promise<void>;
}

export const MULTISTATUS_HEAD =
  '<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">';

/** A small correct CalDAV server in this process that misbehaves as told. `prefix` is the path above its home. */
export async function startFaultServer(prefix = ''): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const objects = new Map<string, StoredText>();
  const sockets = new Set<Socket>();
  const home = `${prefix}/home/`;
  const calendars = new Map<string, ReadonlyMap<string, string>>([
    [`${home}cal/`, new Map()],
    [`${home}other/`, new Map()],
  ]);
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(request);
      const answer = ({ status, headers = {}, body = '' }: PlainAnswer): void => {
        response.writeHead(status, headers);
        response.end(body);
      };
      const apply = (): PlainAnswer => behave(request, { objects, calendars, home });
      const context = { request, response, socket: incoming.socket, apply, answer };
      if (handle.fault?.(context) !== true) answer(apply());
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const handle: FaultServer = {
    origin,
    calendar: `${origin}${home}cal/`,
    requests,
    objects,
    calendars,
    fault: undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return handle;
}

let version = 0;

interface Store {
  readonly objects: Map<string, StoredText>;
  readonly calendars: Map<string, ReadonlyMap<string, string>>;
  readonly home: string;
}

function behave(request: SeenRequest, store: Store): PlainAnswer {
  const { objects, calendars } = store;
  const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
  const stored = objects.get(path);
  const match = request.headers['if-match'];
  const refused =
    (match !== undefined && match !== stored?.etag) ||
    (request.headers['if-none-match'] === '*' && stored !== undefined);
  switch (request.method) {
    case 'GET':
      return stored === undefined
        ? { status: 404 }
        : { status: 200, headers: { ETag: stored.etag, 'Content-Type': 'text/calendar' }, body: stored.ics };
    case 'PUT': {
      if (refused) return { status: 412 };
      const etag = `"v${++version}"`;
      objects.set(path, { etag, ics: request.body });
      return { status: stored === undefined ? 201 : 204, headers: { ETag: etag } };
    }
    case 'MKCALENDAR':
      if (calendars.has(path)) return { status: 405 };
      calendars.set(path, propsIn(request.body));
      return { status: 201 };
    case 'PROPPATCH': {
      const before = calendars.get(path);
      if (before === undefined) return { status: 404 };
      calendars.set(path, new Map([...before, ...propsIn(request.body)]));
      return { status: 207, body: patched(path, propsIn(request.body), '200 OK') };
    }
    case 'DELETE':
      if (calendars.delete(path)) {
        for (const key of objects.keys()) if (key.startsWith(path)) objects.delete(key);
        return { status: 204 };
      }
      if (refused) return { status: stored === undefined ? 404 : 412 };
      return { status: objects.delete(path) ? 204 : 404 };
    case 'MOVE': {
      const target = decodeURIComponent(new URL(request.headers.destination as string).pathname);
      if (stored === undefined) return { status: 404 };
      if (refused || objects.has(target)) return { status: 412 };
      objects.delete(path);
      objects.set(target, stored);
      return { status: 201 };
    }
    case 'PROPFIND':
      return { status: 207, body: describe(path, store, request.headers.depth === '1') };
    case 'REPORT': {
      const asked = [...request.body.matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, href]) => href ?? '');
      const paths = request.body.includes('calendar-multiget')
        ? asked.map(decodeURIComponent)
        : [...objects.keys()].filter((key) => key.startsWith(path));
      return { status: 207, body: listing(paths, objects) };
    }
    default:
      return { status: 405 };
  }
}

function listing(paths: readonly string[], objects: ReadonlyMap<string, StoredText>): string {
  const responses = paths.map((path) => {
    const stored = objects.get(path);
    return stored === undefined
      ? `<D:response><D:href>${xml(encodeURI(path))}</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>`
      : objectResponse(encodeURI(path), stored.etag, xml(stored.ics));
  });
  return `${MULTISTATUS_HEAD}${responses.join('')}</D:multistatus>`;
}

/** A `response` with an ETag (none when empty) and calendar data, both as XML. */
export function objectResponse(href: string, etag: string, data: string): string {
  const getetag = etag === '' ? '' : `<D:getetag>${xml(etag)}</D:getetag>`;
  return (
    `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${getetag}` +
    `<C:calendar-data>${data}</C:calendar-data></D:prop>` +
    '<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>'
  );
}

export function xml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Properties of a PROPPATCH or MKCALENDAR that are set to a text, by prefixed name; removed ones are empty. */
function propsIn(body: string): ReadonlyMap<string, string> {
  const set = [...body.matchAll(/<([A-Z]:(?:displayname|calendar-color|calendar-description))>([^<]*)<\//g)];
  const removed = [...body.matchAll(/<([A-Z]:(?:displayname|calendar-color|calendar-description))\/>/g)];
  return new Map([
    ...removed.map(([, name = '']): [string, string] => [name, '']),
    ...set.map(([, name = '', text = '']): [string, string] => [name, text]),
  ]);
}

/** The answer to a PROPPATCH: these properties under this status. */
export function patched(path: string, props: ReadonlyMap<string, string>, status: string): string {
  const names = [...props.keys()].map((name) => `<${name}/>`).join('');
  return (
    `${MULTISTATUS_HEAD}<D:response xmlns:A="http://apple.com/ns/ical/"><D:href>${path}</D:href><D:propstat>` +
    `<D:prop>${names}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat></D:response></D:multistatus>`
  );
}

function describe(path: string, { calendars, objects, home }: Store, children: boolean): string {
  const collection = (href: string, type: string, props = ''): string =>
    `<D:response xmlns:A="http://apple.com/ns/ical/"><D:href>${href}</D:href><D:propstat><D:prop>` +
    `<D:resourcetype><D:collection/>${type}</D:resourcetype>${props}` +
    '<D:current-user-principal><D:href>/principal/</D:href></D:current-user-principal>' +
    `${href === '/principal/' ? `<C:calendar-home-set><D:href>${home}</D:href></C:calendar-home-set>` : ''}` +
    '</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>';
  const calendar = ([href, props]: readonly [string, ReadonlyMap<string, string>]): string =>
    collection(
      encodeURI(href),
      '<C:calendar/>',
      [...props].map(([name, text]) => (text === '' ? '' : `<${name}>${text}</${name}>`)).join(''),
    );
  const itself = calendars.get(path);
  const inside =
    path === home
      ? [...calendars].map(calendar)
      : [...objects].flatMap(([key, { etag }]) =>
          itself !== undefined && key.startsWith(path) ? [objectResponse(encodeURI(key), etag, '')] : [],
        );
  return `${MULTISTATUS_HEAD}${itself === undefined ? collection(path, '') : calendar([path, itself])}${
    children ? inside.join('') : ''
  }</D:multistatus>`;
}
