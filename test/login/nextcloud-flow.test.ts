// @module-tag programs
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nextcloudLogin } from '../../src/login/nextcloud-flow.js';
import { type NextcloudServer, startNextcloud } from './nextcloud-server.js';
import { visit } from './visit.js';

let server: NextcloudServer;
beforeEach(async () => {
  server = await startNextcloud();
});
afterEach(() => server.close());

const NEVER = new AbortController().signal;
const agreeing = { show: async (url: string) => void visit(url), signal: NEVER };

it.each(['', 'remote.php/dav/', 'index.php'])(
  'makes an app password for this program, from …/%s',
  async (path) => {
    const { username, password } = await nextcloudLogin(server.url + path, agreeing);
    expect(username).toBe('ana');
    expect(server.made.get(password)).toBe('calendar-mcp');
  },
);

it('sends nobody to another host', async () => {
  server.elsewhere = 'https://evil.example';
  await expect(nextcloudLogin(server.url, agreeing)).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
});

it('ends when the person leaves', async () => {
  const leaving = new AbortController();
  const login = nextcloudLogin(server.url, { show: async () => leaving.abort(), signal: leaving.signal });
  await expect(login).rejects.toMatchObject({ code: 'CANCELLED' });
});

it.each([
  ['another program', 404, ''],
  ['a page', 200, '<html>'],
  ['something else', 200, '{"poll":{"token":1}}'],
  ['a text that never ends', 200, 'x'.repeat(100_000)],
])('%s is no Nextcloud', async (_, status, body) => {
  const other = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await expect(nextcloudLogin(url, agreeing)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:UNSUPPORTED|RESPONSE_TOO_LARGE)$/),
    });
  } finally {
    other.closeAllConnections();
    other.close();
  }
});
