import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { type HttpOptions, startHttp } from '../../../src/server/http/start-http.js';
import { listedTools } from '../../../src/server/listed-tools.js';
import { createJsonLog } from '../../../src/system/json-log.js';
import { atEnd } from '../../at-end.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { patient } from '../../patience.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Everything it logged. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** A server in this process, on a calendar in memory or what `serviceOf` makes for a user. */
export async function serveHere(
  options: Partial<HttpOptions> = {},
  serviceOf: (key: string) => CalendarService = () => memoryService(),
): Promise<TestServer> {
  const lines: string[] = [];
  const log = createJsonLog({ level: 'debug', write: (line) => lines.push(line) });
  const server = await startHttp({
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    stateless: false,
    idleMs: 60_000,
    log,
    users: {
      keyOf: () => 'everyone',
      open: async (key) => ({
        service: serviceOf(key),
        log,
        aliases: [],
        tools: listedTools([]),
        version: '0.0.0',
        ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
      }),
    },
    ...options,
  });
  atEnd(server.stop);
  return { ...server, port: Number(new URL(server.url).port), lines };
}

export function memoryService(objects: readonly string[] = []): CalendarService {
  const calendars = [{ name: 'Work', objects: [...objects] }];
  return serviceOver([createMemoryBackend({ name: 'test', calendars })]);
}

/** A real client in a session of its own. */
export async function connectHttp({ url }: Pick<TestServer, 'url'>, token?: string) {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } },
  });
  const client = patient(new Client({ name: 'test', version: '0' }));
  await client.connect(transport);
  atEnd(() => client.close());
  return { client, transport };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** One request as it is given: `fetch` would not send another Host. */
export function send(
  { port }: Pick<TestServer, 'port'>,
  { method = 'POST', path = '/mcp', headers = {}, body }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (res) => {
      let text = '';
      res.on('data', (part) => {
        text += String(part);
      });
      res.on('error', reject);
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const JSON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

export const HELLO = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
};

/** A message to the endpoint. */
export function post(
  server: Pick<TestServer, 'port'>,
  message: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return send(server, { headers: { ...JSON_HEADERS, ...headers }, body });
}

/** Begins a session; its requests need these headers. */
export async function beginSession(
  server: Pick<TestServer, 'port'>,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { headers: answered } = await post(server, HELLO, headers);
  const id = answered['mcp-session-id'];
  if (typeof id !== 'string') throw new Error('no session');
  return { ...headers, 'Mcp-Session-Id': id, 'Mcp-Protocol-Version': '2025-11-25' };
}

/** The message in an answer: an event of a stream, or the whole. */
export function messageIn({ text }: Answer) {
  const data = text.split('\n').find((line) => line.startsWith('data: {'));
  return JSON.parse(data === undefined ? text : data.slice('data: '.length));
}
