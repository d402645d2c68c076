import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'vitest';
import { atEnd } from '../../at-end.js';
import { visit } from '../../login/visit.js';
import { patient } from '../../patience.js';

export const CALLBACK = 'https://claude.ai/api/mcp/auth_callback';
export const SECRET = { client_id: 'connector', client_secret: 'a-secret-of-the-connector-0123456789' };

/** A connector, as it keeps what it learns; a person signs in in the browser. */
export function connector(known?: typeof SECRET, person = 'ana') {
  let information: Awaited<ReturnType<OAuthClientProvider['clientInformation']>> = known;
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  let verifier = '';
  let code = '';
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Connector',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    async redirectToAuthorization(address) {
      code = new URL(await visit(address.href, { stopAt: CALLBACK, person })).searchParams.get('code') ?? '';
    },
  };
  return {
    async connect(url: URL): Promise<Client> {
      const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
      const client = patient(new Client({ name: 'connector', version: '0' }));
      await expect(client.connect(first)).rejects.toThrow(/Unauthorized/);
      await first.finishAuth(code);
      const signedIn = patient(new Client({ name: 'connector', version: '0' }));
      await signedIn.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
      atEnd(() => signedIn.close());
      return signedIn;
    },
  };
}
