import type { Configuration } from 'openid-client';
import { CalendarError } from '../../schemas/model/error.js';
import { cancelled } from '../concurrency/cancelled.js';
import { waitUnlessAborted } from '../concurrency/wait-unless-aborted.js';
import { loginFailure } from './login-failure.js';
import { configurationOf, type OAuthClient } from './oauth-client.js';
import { listenForRedirect } from './redirect-listener.js';

/** Interaction with the person who signs in. */
export interface SignInTalk {
  /** Opens or prints an address, with the code to type there, if any. */
  show(url: string, code?: string): Promise<void>;
  /** The final address of a browser on another computer; rejects or never resolves without input. */
  pasted?(signal: AbortSignal): Promise<string>;
  readonly signal: AbortSignal;
}

export interface SignedIn {
  readonly refreshToken: string;
  readonly tokenUrl: string;
}

/** Gets a refresh token through a browser: authorization code with PKCE, or the device flow. */
export async function signIn(
  client: OAuthClient,
  talk: SignInTalk,
  way: 'browser' | 'device',
): Promise<SignedIn> {
  const configuration = await configurationOf(client, talk.signal);
  const { token_endpoint: tokenUrl = client.tokenUrl } = configuration.serverMetadata();
  try {
    const answer = await (way === 'device' ? byDevice : byBrowser)(configuration, client, talk);
    if (answer.refresh_token === undefined || tokenUrl === undefined) throw noRefreshToken();
    return { refreshToken: answer.refresh_token, tokenUrl };
  } catch (error) {
    throw loginFailure(error, talk.signal);
  }
}

async function byBrowser(configuration: Configuration, { scope, parameters }: OAuthClient, talk: SignInTalk) {
  const oauth = await import('openid-client');
  const state = oauth.randomState();
  const verifier = oauth.randomPKCECodeVerifier();
  const listener = await listenForRedirect(state);
  const done = new AbortController();
  const signal = AbortSignal.any([talk.signal, done.signal]);
  try {
    const { redirectUri } = listener;
    const url = oauth.buildAuthorizationUrl(configuration, {
      ...parameters,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    await talk.show(url.href);
    const typed = talk.pasted?.(signal).then(
      (text) => returned(text, redirectUri),
      () => Promise.reject(cancelled()),
    );
    const back = await waitUnlessAborted(
      Promise.race([listener.arrived, ...(typed === undefined ? [] : [typed])]),
      talk.signal,
    );
    done.abort();
    return await oauth.authorizationCodeGrant(configuration, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
  } finally {
    done.abort();
    listener.close();
  }
}

async function byDevice(configuration: Configuration, { scope }: OAuthClient, talk: SignInTalk) {
  const oauth = await import('openid-client');
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) throw noDeviceFlow();
  const started = await oauth.initiateDeviceAuthorization(configuration, { scope });
  await talk.show(started.verification_uri_complete ?? started.verification_uri, started.user_code);
  return oauth.pollDeviceAuthorizationGrant(configuration, started, undefined, { signal: talk.signal });
}

/** Accepts the whole address or only its query. */
function returned(text: string, redirectUri: string): URL {
  const [, query = ''] = /(?:^|[?#])([^?#]*\bstate=[^#]*)/.exec(text.trim()) ?? [];
  return new URL(`?${query}`, redirectUri);
}

export function noRefreshToken(): CalendarError {
  return new CalendarError(
    'AUTH_FAILED',
    'The provider granted no lasting access: it sent no refresh token.',
    {
      suggestion: 'Revoke the access of this client in your account at the provider, then sign in again.',
    },
  );
}

function noDeviceFlow(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'This provider does not offer sign-in by code.', {
    suggestion: 'Sign in without --device: the address can be opened on any computer.',
  });
}
