// @module-tag programs
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createOpenIdProvider, type PendingSignIn } from '../../src/login/open-id.js';
import { createTokenReader } from '../../src/server/http/auth/json-web-token.js';
import { atEnd } from '../at-end.js';
import { startAuthorizationServer } from './authorization-server.js';
import { visit } from './visit.js';

const CLIENT = { client_id: 'calendar', client_secret: 'canary-secret-0123456789-0123456789' };
const REDIRECT = 'https://calendar.real.test/connect/signed-in';

/** A sign-in at a real provider, as far as the browser's way back. */
async function signedIn({ audience = CLIENT.client_id, jwks }: { audience?: string; jwks?: string } = {}) {
  const authority = await startAuthorizationServer({
    registration: { ...CLIENT, redirect_uris: [REDIRECT] },
    claims: () => ({ name: 'Ana' }),
  });
  atEnd(authority.close);
  const { issuer } = authority;
  const provider = createOpenIdProvider({
    client: async () => ({
      ...{ issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret },
      ...{ scope: 'openid', secretIn: 'header' },
    }),
    redirectUri: REDIRECT,
    verify: createTokenReader({
      ...{ issuer, audience, algorithms: ['RS256'], clockSkew: 0 },
      jwksUrl: jwks ?? (() => provider.jwksUrl()),
    }),
  });
  const { url, pending } = await provider.begin();
  const back = new URL(await visit(url.href, { stopAt: REDIRECT }));
  return { provider, back, pending, asked: url.searchParams };
}

describe('a sign-in at an OpenID provider', () => {
  it('says who it was, with PKCE, state and nonce', async () => {
    const { provider, back, pending, asked } = await signedIn();
    expect(Object.fromEntries(asked)).toMatchObject({
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    });
    expect(await provider.finish(back, pending)).toMatchObject({ sub: 'ana', name: 'Ana' });
  });

  it.each<[string, keyof PendingSignIn]>([
    ['another browser began', 'state'],
    ['an ID token is of another sign-in', 'nonce'],
    ['the code was stolen', 'verifier'],
  ])('fails where %s', async (_, part) => {
    const { provider, back, pending } = await signedIn();
    const other = { ...pending, [part]: 'x'.repeat(43) };
    await expect(provider.finish(back, other)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:AUTH_FAILED|BAD_UPSTREAM_RESPONSE)$/),
    });
  });

  it('fails where a code comes twice', async () => {
    const { provider, back, pending } = await signedIn();
    await provider.finish(back, pending);
    await expect(provider.finish(back, pending)).rejects.toMatchObject({ code: 'AUTH_FAILED' });
  });

  it('fails where the ID token is for somebody else, or signed with keys that are not the issuer’s', async () => {
    const other = await signedIn({ audience: 'another-client' });
    await expect(other.provider.finish(other.back, other.pending)).rejects.toThrow();
    const keys = createServer((_, res) => res.end('{"keys":[]}'));
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
    atEnd(() => keys.close());
    const jwks = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`;
    const forged = await signedIn({ jwks });
    await expect(forged.provider.finish(forged.back, forged.pending)).rejects.toThrow();
  });
});
