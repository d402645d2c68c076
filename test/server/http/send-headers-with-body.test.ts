import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { sendHeadersWithBody } from '../../../src/server/http/send-headers-with-body.js';
import { atEnd } from '../../at-end.js';

/** What the first write of an answer brings. */
async function firstOf(answer: (res: ServerResponse) => void): Promise<string> {
  const server = createServer((_, res) => {
    sendHeadersWithBody(res);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.flushHeaders();
    answer(res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  atEnd(() => {
    socket.destroy();
    server.close();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [first] = await once(socket, 'data');
  return String(first);
}

it('sends the headers with an answer that is ready soon', async () => {
  expect(await firstOf((res) => void process.nextTick(() => res.end('data: x\n\n')))).toContain('data: x');
});

it('sends the headers also while the answer takes long', async () => {
  expect(await firstOf(() => undefined)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
