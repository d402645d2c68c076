import { describe, expect, it, vi } from 'vitest';
import { createOneTimeKey } from '../../../../src/server/http/pages/one-time-key.js';
import { HELLO, post, send, serveHere } from '../http-server.js';

const HTML = { Accept: 'text/html' };

describe('the link of the terminal', () => {
  it('works once, leaves the key out of the address, and opens nothing but the page', async () => {
    const key = createOneTimeKey(60_000);
    const server = await serveHere({ tokens: [], key });
    const open = (text: string) => send(server, { method: 'GET', path: `/open?key=${text}`, headers: HTML });
    expect((await open('wrong')).status).toBe(401);
    const { status, headers } = await open(key.text);
    expect([status, headers.location, headers['referrer-policy']]).toEqual([303, '/week', 'no-referrer']);
    expect(headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict$/);
    const Cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await send(server, { method: 'GET', path: '/week', headers: { Cookie } })).status).toBe(200);
    expect((await post(server, HELLO, { Cookie })).status).toBe(401);
    const replayed = await open(key.text);
    expect([replayed.status, replayed.headers['set-cookie']]).toEqual([401, undefined]);
    expect(replayed.text).toContain('This link has already been used, or has expired.');
    expect(replayed.text).toContain('calendar-mcp open');
    expect(server.lines.join('')).not.toContain(key.text);
    expect(replayed.text).not.toContain(key.text);
  });

  it('is not used up by a HEAD, nor by another host', async () => {
    const key = createOneTimeKey(60_000);
    const server = await serveHere({ tokens: [], key });
    const path = `/open?key=${key.text}`;
    expect((await send(server, { method: 'HEAD', path })).status).toBe(405);
    expect((await send(server, { method: 'GET', path, headers: { Host: 'evil.test' } })).status).toBe(403);
    expect((await send(server, { method: 'GET', path })).status).toBe(303);
  });

  it('lets in nobody by a token, as there are none', async () => {
    const server = await serveHere({ tokens: [], key: createOneTimeKey(60_000) });
    const { status, text } = await send(server, { method: 'GET', path: '/week', headers: HTML });
    expect(status).toBe(401);
    expect(text).not.toContain('<form');
    expect((await post(server, HELLO)).status).toBe(401);
    expect((await send(server, { method: 'GET', path: '/sign-in' })).status).toBe(404);
  });

  it('expires', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const [early, late] = [createOneTimeKey(1000), createOneTimeKey(1000)];
      vi.advanceTimersByTime(999);
      expect(early.redeem(early.text)).toBe(true);
      vi.advanceTimersByTime(2);
      expect(late.redeem(late.text)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});
