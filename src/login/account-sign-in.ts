import { loginFailure } from './login-failure.js';
import { configurationOf, type OAuthClient } from './oauth-client.js';
import { noRefreshToken } from './sign-in.js';

/** State to verify when the browser returns from the provider of a calendar. */
export interface PendingAccount {
  readonly state: string;
  readonly verifier: string;
  readonly username: string;
}

const DEADLINE_MS = 10_000;

/** Builds the authorization URL for offline access to calendars: authorization code with PKCE. */
export async function beginAccountSignIn(
  client: OAuthClient,
  redirectUri: string,
  username: string,
): Promise<{ readonly url: URL; readonly pending: PendingAccount }> {
  const oauth = await import('openid-client');
  const configuration = await configurationOf(client, AbortSignal.timeout(DEADLINE_MS));
  const pending = { state: oauth.randomState(), verifier: oauth.randomPKCECodeVerifier(), username };
  const url = oauth.buildAuthorizationUrl(configuration, {
    ...client.parameters,
    redirect_uri: redirectUri,
    scope: client.scope,
    state: pending.state,
    login_hint: username,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  });
  return { url, pending };
}

/** Returns the refresh token. Throws AUTH_FAILED for another browser or if access was not granted. */
export async function finishAccountSignIn(
  client: OAuthClient,
  back: URL,
  { state, verifier }: PendingAccount,
): Promise<string> {
  const oauth = await import('openid-client');
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const configuration = await configurationOf(client, signal);
  try {
    const answer = await oauth.authorizationCodeGrant(configuration, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    if (answer.refresh_token === undefined) throw noRefreshToken();
    return answer.refresh_token;
  } catch (error) {
    throw loginFailure(error, signal);
  }
}
