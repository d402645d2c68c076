import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { type AuthorizationOptions, startAuthorizationServer } from '../../login/authorization-server.js';
import { call } from '../connect.js';
import { CALLBACK, connector, SECRET } from './connector.js';
import { serveHere } from './http-server.js';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A real authorization server, and this one as the guide configures it. */
async function household(
  registration: NonNullable<AuthorizationOptions['registration']>,
  { audience, scope = 'calendar:read calendar:write' }: { audience?: string; scope?: string } = {},
) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const resource = { audience: audience ?? `${publicUrl}/mcp`, scope };
  const authority = await startAuthorizationServer({ registration, resource });
  atEnd(authority.close);
  const { issuer } = authority;
  const oauth = {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    audience: `${publicUrl}/mcp`,
    algorithms: ['RS256'],
    clockSkew: 30,
  };
  const { lines } = await serveHere({ port, publicUrl, oauth });
  return { url: new URL(`${publicUrl}/mcp`), authority, lines };
}

describe('a connector that signs in with OAuth', () => {
  it('finds the authorization server, registers, and reads and writes', async () => {
    const { url, authority } = await household('dynamic');
    const client = await connector().connect(url);
    const data = { title: 'Lunch', start: '2026-11-24T12:00', durationMinutes: 60 };
    const written = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    expect(written.json).toMatchObject({ success: true });
    const [asked] = authority.asked;
    expect(asked?.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['calendar:read', 'calendar:write']),
    );
    expect(asked?.get('resource')).toBe(url.href);
  });

  it('comes in as a client that an operator has registered', async () => {
    const { url } = await household({ ...SECRET, redirect_uris: [CALLBACK] });
    const client = await connector(SECRET).connect(url);
    expect((await client.listTools()).tools).toHaveLength(5);
  });

  it('only reads where the authorization server grants no more', async () => {
    const { url } = await household('dynamic', { scope: 'calendar:read' });
    const client = await connector().connect(url);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('calendar_write');
  });

  it('is refused with a token that is for somebody else', async () => {
    const { url, lines } = await household('dynamic', { audience: 'https://other.example.org/mcp' });
    await expect(connector().connect(url)).rejects.toThrow();
    expect(lines.join('')).toContain('The token was not issued for this server');
  });
});
