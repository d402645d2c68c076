import { CalendarError } from '../../../../schemas/model/error.js';
import type { Fetch } from '../transport/fetch.js';
import { networkFailure } from '../transport/network-failure.js';
import { readBody } from '../transport/read-body.js';

/** A token request (RFC 6749 §6). */
export interface TokenRequest {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string;
  /** Users sign in on this server's page, not at a terminal. */
  readonly isOnPage?: true | undefined;
}

export interface TokenAnswer {
  readonly accessToken: string;
  /** Undefined if the server does not say. */
  readonly lifetimeMs: number | undefined;
  /** Replaces the one that was sent, which may be refused from now on. */
  readonly refreshToken: string | undefined;
}

const MAX_BYTES = 64 * 1024;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Exchanges a refresh token for an access token. Errors never contain either. */
export async function requestToken(
  request: TokenRequest,
  fetch: Fetch,
  deadlineMs: number,
): Promise<TokenAnswer> {
  const answer = await ask(request, fetch, deadlineMs);
  const { access_token: accessToken, token_type: type, expires_in: seconds, refresh_token: next } = answer;
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) throw unreadable();
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') throw unreadable();
  const lifetimeMs = Number(seconds) * 1000;
  return {
    accessToken,
    lifetimeMs: Number.isFinite(lifetimeMs) && lifetimeMs > 0 ? lifetimeMs : undefined,
    refreshToken:
      typeof next === 'string' && /^[\x20-\x7e]+$/.test(next) && next !== request.refreshToken
        ? next
        : undefined,
  };
}

async function ask(
  { url, clientId, clientSecret, refreshToken, isOnPage }: TokenRequest,
  fetch: Fetch,
  deadlineMs: number,
): Promise<Readonly<Record<string, unknown>>> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  });
  const signal = AbortSignal.timeout(deadlineMs);
  let answer: Response;
  let body: Uint8Array;
  try {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: form.toString(), signal, redirect: 'manual' } as const;
    answer = await fetch(url, init);
    body = Buffer.concat(await readBody(answer, MAX_BYTES));
  } catch (error) {
    if (error instanceof CalendarError) throw unreadable();
    throw signal.aborted ? slow() : unreached(networkFailure(error).error);
  }
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    throw withdrawn(answer.status, isOnPage);
  if (answer.status === 429 || answer.status >= 500) throw busy(answer.status);
  if (answer.status !== 200) throw unreadable();
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unreadable();
}

/** Accepts only addresses that may get secrets: https, or loopback. */
export function tokenAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe =
    url !== undefined &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) &&
    url.username === '' &&
    url.password === '';
  if (safe) return url;
  throw new CalendarError('CONFIGURATION', 'oauth.tokenUrl must be an https address.', {
    suggestion: 'Set oauth.tokenUrl to the address that the provider documents.',
  });
}

function withdrawn(status: number, isOnPage: true | undefined): CalendarError {
  const how = isOnPage ? 'on the page /connect of this server' : 'with "calendar-mcp login" at a terminal';
  return new CalendarError('AUTH_FAILED', `The login of this account has ended: sign in again ${how}.`, {
    details: { httpStatus: status },
    suggestion: isOnPage
      ? `Ask the user to sign in again ${how}.`
      : 'Ask the user to run "calendar-mcp login".',
  });
}

function busy(status: number): CalendarError {
  return new CalendarError('UNAVAILABLE', 'The token endpoint issues no access tokens at the moment.', {
    details: { httpStatus: status },
    suggestion: 'Try again later.',
  });
}

/** Replaces the message of a calendar server, which would point to the wrong address. */
function unreached({ code, info: { details = {} } }: CalendarError): CalendarError {
  return new CalendarError(code, 'The token endpoint cannot be reached over a trusted connection.', {
    details,
    suggestion: 'Check the network, oauth.tokenUrl and its certificate; then try again.',
  });
}

function slow(): CalendarError {
  return new CalendarError('TIMEOUT', 'The token endpoint did not answer in time.', {
    suggestion: 'Try again later.',
  });
}

function unreadable(): CalendarError {
  return new CalendarError('BAD_UPSTREAM_RESPONSE', 'The token endpoint returned no valid access token.', {
    suggestion: 'Check oauth.tokenUrl and oauth.clientId.',
  });
}
