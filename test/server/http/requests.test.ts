import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { tokenDigest } from '../../../src/secrets/access-tokens.js';
import { startHttp } from '../../../src/server/http/start-http.js';
import { createJsonLog } from '../../../src/system/json-log.js';
import { failureOf } from '../../thrown.js';
import {
  beginSession,
  HELLO,
  JSON_HEADERS,
  messageIn,
  post,
  send,
  serveHere,
  type TestServer,
} from './http-server.js';

/** What a socket gets that sends this and waits until it is closed. */
async function said({ port }: TestServer, text: string): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => {
    answer += String(part);
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const health = { method: 'GET', path: '/healthz' };

describe('where a request comes from', () => {
  const publicUrl = 'http://[::1]:8080';

  it.each([
    ['evil.example.org', 403],
    ['evil.example.org:8080', 403],
    ['localhost.evil.example.org', 403],
    ['localhost@evil.example.org', 403],
    ['127.0.0.1.evil.example.org', 403],
    ['127.0.0.1:1', 200],
    ['LOCALHOST:8080', 200],
    ['[::1]:9', 200],
  ])('Host %s is answered with %i', async (Host, status) => {
    const server = await serveHere({ publicUrl });
    expect((await post(server, HELLO, { Host })).status).toBe(status);
    // Whoever looks whether it is there comes by address, and learns nothing else.
    const answer = await send(server, { ...health, headers: { Host, Origin: 'https://evil.example.org' } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer).toMatchObject({
      status: 200,
      text: '{"status":"ok"}',
    });
  });

  it('Origin must be its own or a configured one, which may read the answer', async () => {
    const app = 'https://app.example.org';
    const server = await serveHere({ publicUrl, allowedOrigins: [app] });
    const statusFrom = async (Origin: string) => (await post(server, HELLO, { Origin })).status;
    for (const origin of ['https://evil.example.org', 'null', 'http://localhost:3000', `${app}.evil.org`]) {
      expect(await statusFrom(origin)).toBe(403);
    }
    for (const origin of [server.url, publicUrl, app]) {
      const { status, headers } = await post(server, HELLO, {
        Origin: origin,
        Host: `127.0.0.1:${server.port}`,
      });
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
    }
    const asks = { Origin: app, 'Access-Control-Request-Method': 'POST' };
    const preflight = await send(server, { method: 'OPTIONS', headers: asks });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('Mcp-Session-Id');
    const evil = { ...asks, Origin: 'https://evil.example.org' };
    expect((await send(server, { method: 'OPTIONS', headers: evil })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
});

describe('a request', () => {
  it.each([
    ['another method', { method: 'PUT' }, 405, undefined],
    ['another address', { path: '/metrics' }, 404, undefined],
    [
      'another type',
      { headers: { ...JSON_HEADERS, 'Content-Type': 'text/plain' }, body: '{}' },
      415,
      undefined,
    ],
    [
      'a compressed body',
      { headers: { ...JSON_HEADERS, 'Content-Encoding': 'gzip' }, body: '{}' },
      415,
      undefined,
    ],
    ['no JSON', { headers: JSON_HEADERS, body: '{"a":' }, 400, -32700],
    ['a batch', { headers: JSON_HEADERS, body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' }, 400, -32600],
    ['no message', { headers: JSON_HEADERS, body: '{"id":4}' }, 400, -32600],
    ['a pipe of the file system', { path: '/mcp/../../etc/passwd' }, 404, undefined],
  ] as const)('with %s is refused', async (_, sent, status, code) => {
    const server = await serveHere();
    const answer = await send(server, sent);
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(messageIn(answer).error.code).toBe(code);
    if (status === 405) expect(answer.headers.allow).toBe('GET, POST, DELETE');
    expect(answer.text).not.toMatch(/\.ts|\.js|node_modules|\bat \//);
  });

  it('has its id in the refusal', async () => {
    const { status, text } = await post(await serveHere(), { id: 7, method: 'tools/list' });
    expect([status, JSON.parse(text)]).toMatchObject([400, { id: 7, error: { code: -32000 } }]);
  });

  it('is of the revision that its header names, though its message does not', async () => {
    const headers = { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    const { status, text } = await post(await serveHere(), { id: 8, method: 'tools/list' }, headers);
    expect([status, JSON.parse(text)]).toMatchObject([400, { id: 8, error: { code: -32602 } }]);
  });

  it('is refused when it is too large, whether it says so or not', async () => {
    const server = await serveHere({ limits: { bodyBytes: 1024 * 1024 } });
    const big = { ...HELLO, padding: 'x'.repeat(1024 * 1024) };
    const session = await beginSession(server);
    expect((await post(server, big, session)).status).toBe(413);
    const chunked = await send(server, {
      headers: { ...JSON_HEADERS, ...session, 'Transfer-Encoding': 'chunked' },
      body: JSON.stringify(big),
    });
    expect(chunked.status).toBe(413);
    expect((await post(server, { id: 1, method: 'ping' }, session)).status).toBe(200);
  });

  it('is refused where messages that are not answered yet leave no room, of its user or of all', async () => {
    const limits = { bodyBytes: 1000, userBodyBytes: 1500, openBodyBytes: 2500 };
    const server = await serveHere({
      limits,
      tokens: ['ana', 'ben', 'cleo'].map((name) => ({ name, digest: tokenDigest(name), readOnly: false })),
    });
    const begin = async (name: string, length: number) => {
      const socket = connectSocket(server.port, '127.0.0.1');
      const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${name}\r\n`;
      socket.write(
        `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(length)}`,
      );
      let answer = '';
      socket.on('data', (part) => {
        answer += String(part);
      });
      return { socket, status: () => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] };
    };
    const padded = { ...HELLO, params: { ...HELLO.params, _meta: { padding: 'x'.repeat(600) } } };
    const statusOf = async (name: string, message: object = padded) =>
      (await post(server, message, { Authorization: `Bearer ${name}` })).status;
    expect(await statusOf('ana')).toBe(200);
    const first = await begin('ana', 900);
    await expect.poll(() => statusOf('ana')).toBe(429);
    expect(await statusOf('ben')).toBe(200);
    const second = await begin('ben', 900);
    await expect.poll(() => statusOf('cleo')).toBe(503);
    expect([first.status(), second.status()]).toEqual([undefined, undefined]);
    first.socket.destroy();
    await expect.poll(() => statusOf('cleo')).toBe(200);
    await expect.poll(() => statusOf('ana')).toBe(200);
    second.socket.destroy();
  });

  it('is refused when its headers are too large', async () => {
    const server = await serveHere();
    expect((await post(server, HELLO, { 'X-Padding': 'x'.repeat(20_000) })).status).toBe(431);
  });

  it('is given up when it does not come: its headers, its body, or another one', async () => {
    const server = await serveHere({ limits: { headersMs: 200, requestMs: 400 } });
    const start = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n`;
    expect(await said(server, start)).toMatch(/^HTTP\/1\.1 408 /);
    const body = `${start}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"`;
    expect(await said(server, body)).toMatch(/^HTTP\/1\.1 408 /);
    const patient = await serveHere({ limits: { keepAliveMs: 100 } });
    expect(await said(patient, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is not taken on more connections than there may be', async () => {
    const server = await serveHere({ limits: { connections: 1 } });
    const first = connectSocket(server.port, '127.0.0.1');
    await once(first, 'connect');
    first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(first, 'data');
    const second = await send(server, health).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(Error);
    first.destroy();
    await expect.poll(async () => (await send(server, health).catch(() => undefined))?.status).toBe(200);
  });
});

describe('a server that everyone could reach', () => {
  const log = createJsonLog({ level: 'silent', write: () => undefined });
  const start = (options: { host: string; port: number; publicUrl?: string }) =>
    startHttp({
      allowedOrigins: [],
      stateless: false,
      idleMs: 1000,
      log,
      users: { keyOf: () => undefined, open: () => Promise.reject(new Error('nobody')) },
      ...options,
    });

  it.each([
    [{ host: '0.0.0.0', port: 0 }, /only listens on this computer/],
    [{ host: '::', port: 0 }, /only listens on this computer/],
    [{ host: '127.0.0.1', port: 0, publicUrl: 'https://calendar.example.org' }, /needs authentication/],
  ])('is not started without authentication: %o', async (options, reason) => {
    expect(await failureOf(start(options))).toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringMatching(reason),
    });
  });

  it('says why it cannot listen', async () => {
    const { port } = await serveHere();
    expect((await failureOf(start({ host: '127.0.0.1', port }))).message).toMatch(
      /another program uses this port/,
    );
  });
});
