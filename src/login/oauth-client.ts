import type { Configuration, CustomFetch } from 'openid-client';
import { CalendarError } from '../../schemas/model/error.js';
import { tokenAddress } from '../backends/caldav/auth/request-token.js';
import { loginFailure } from './login-failure.js';

/** Authorization server and registration of this program. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The default for registered clients (RFC 7591 §2); undefined: in the body. */
  readonly secretIn?: 'header' | undefined;
  /** Publishes the addresses (RFC 8414, OpenID Connect Discovery). */
  readonly issuer?: string | undefined;
  /** Needed if nothing is published. */
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly scope: string;
  /** Extra parameters that the provider requires for a lasting token. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Uses discovery if there is an issuer, otherwise the given addresses. */
export async function configurationOf(client: OAuthClient, signal: AbortSignal): Promise<Configuration> {
  const oauth = await import('openid-client');
  const { issuer, clientId, clientSecret, authorizationUrl, tokenUrl } = client;
  const withSecret = client.secretIn === 'header' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  const authentication = clientSecret === undefined ? oauth.None() : withSecret(clientSecret);
  const fetchHere: CustomFetch = (url, { body, signal: own, ...init }) =>
    fetch(tokenAddress(url), {
      ...init,
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, ...(own === undefined ? [] : [own])]),
    });
  if (issuer !== undefined) {
    const server = tokenAddress(issuer);
    const options = { execute: [oauth.allowInsecureRequests], [oauth.customFetch]: fetchHere };
    return oauth.discovery(server, clientId, undefined, authentication, options).catch((error: unknown) => {
      throw loginFailure(error, signal);
    });
  }
  if (authorizationUrl === undefined || tokenUrl === undefined) throw nowhere();
  const found = new oauth.Configuration(
    {
      issuer: new URL(authorizationUrl).origin,
      authorization_endpoint: tokenAddress(authorizationUrl).href,
      token_endpoint: tokenAddress(tokenUrl).href,
    },
    clientId,
    undefined,
    authentication,
  );
  found[oauth.customFetch] = fetchHere;
  // tokenAddress allows plain HTTP only to this computer.
  oauth.allowInsecureRequests(found);
  return found;
}

function nowhere(): CalendarError {
  return new CalendarError('CONFIGURATION', 'It is not known where to sign in to this account.', {
    suggestion:
      'Set oauth.issuer, or oauth.authorizationUrl and oauth.tokenUrl, as the provider documents them.',
  });
}
