// @module-tag servers
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createPublicFetch, publicFetch } from '../../../../src/backends/caldav/transport/public-fetch.js';
import { atEnd } from '../../../at-end.js';

/** A server inside, and how often it was asked. */
async function inside() {
  let asked = 0;
  const server = createServer(async (req, res) => {
    asked++;
    res.end(`${req.method} ${await text(req)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked: () => asked };
}

describe('a fetch of public addresses', () => {
  it.each(['127.0.0.1', 'localhost', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])(
    'does not reach into its own network: %s',
    async (host) => {
      const { port, asked } = await inside();
      await expect(publicFetch(`http://${host}:${port}/`, { method: 'PROPFIND' })).rejects.toMatchObject({
        code: 'REDIRECT_REFUSED',
        info: { outcome: 'not_applied' },
      });
      expect(asked()).toBe(0);
    },
  );

  it('reaches what is public, by the address that was looked at, with bodies and answers', async () => {
    const { port, asked } = await inside();
    const looked: string[] = [];
    const fetchHere = createPublicFetch((address) => {
      looked.push(address);
      return true;
    });
    for (const host of ['localhost', '127.0.0.1']) {
      const method = 'REPORT';
      const answer = await fetchHere(`http://${host}:${port}/`, { method, body: '<x/>' });
      expect([answer.status, await answer.text()]).toEqual([200, 'REPORT <x/>']);
    }
    expect(asked()).toBe(2);
    expect(new Set(looked)).toContain('127.0.0.1');
  });

  it('leaves other failures as they are', async () => {
    await expect(publicFetch('http://nobody.invalid/')).rejects.toBeInstanceOf(TypeError);
  });
});
