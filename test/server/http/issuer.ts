import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An authorization server as far as a resource sees it: keys at an address, and tokens signed with them. */
export async function startIssuer(audience: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
  let asked = 0;
  let isDown = false;
  let isEndless = false;
  let sent = 0;
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/.well-known/')) {
      const places = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
      res.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, ...places }));
      return;
    }
    asked++;
    const part = ' '.repeat(64 * 1024);
    const pour = (): void => {
      while (!res.destroyed && res.write(part)) sent += part.length;
      res.once('drain', pour);
    };
    if (isEndless) pour();
    else if (isDown) res.writeHead(500).end();
    else res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = Math.floor(Date.now() / 1000);
  return {
    settings: { issuer, jwksUrl: `${issuer}/keys`, audience, algorithms: ['ES256'], clockSkew: 30 },
    /** A token for Ana, changed as told. */
    token: (claims: Readonly<Record<string, unknown>> = {}, { kid = 'one', key = privateKey } = {}) =>
      new SignJWT({
        iss: issuer,
        aud: audience,
        sub: 'ana',
        scope: 'calendar:read calendar:write',
        iat: now,
        exp: now + 600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(key),
    now,
    asked: () => asked,
    goDown() {
      isDown = true;
    },
    sendEndlessly() {
      isEndless = true;
    },
    /** Bytes of an endless answer. */
    sent: () => sent,
    close: () => server.close(),
  };
}
