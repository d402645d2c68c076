import { createHash } from 'node:crypto';
import { isRecord } from '../../schemas/model/is-record.js';
import { singleFlight } from '../concurrency/single-flight.js';
import { loginFailure } from './login-failure.js';
import { configurationOf, type OAuthClient } from './oauth-client.js';

/** State to verify when the browser returns. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenIdClaims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** OpenID Connect provider for signing in to this server. */
export interface OpenIdProvider {
  /** Address of its signing keys. */
  jwksUrl(): Promise<string>;
  /** Builds the address for the browser. */
  begin(): Promise<{ readonly url: URL; readonly pending: PendingSignIn }>;
  /** Throws AUTH_FAILED for another browser or if access was not granted. */
  finish(back: URL, pending: PendingSignIn): Promise<OpenIdClaims>;
}

export interface OpenIdOptions {
  readonly client: () => Promise<OAuthClient>;
  readonly redirectUri: string;
  /** Checks signature, issuer and audience of an ID token. */
  readonly verify: (idToken: string) => Promise<Readonly<Record<string, unknown>>>;
}

/** Hashes the identity, so the ID reveals nothing about the person. */
export function userIdOf(issuer: string, sub: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, sub]))
    .digest('hex')
    .slice(0, 32);
}

/** Providers rarely change their addresses and secrets. */
const FRESH_MS = 60 * 60_000;
const DEADLINE_MS = 10_000;

/** Authorization code with PKCE, state and nonce (OpenID Connect Core §3.1). */
export function createOpenIdProvider({ client, redirectUri, verify }: OpenIdOptions): OpenIdProvider {
  const known = singleFlight(async () => {
    const registered = await client();
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return { scope: registered.scope, configuration: await configurationOf(registered, signal) };
  }, FRESH_MS);
  return {
    async jwksUrl() {
      const { configuration } = await known.get();
      return configuration.serverMetadata().jwks_uri ?? '';
    },
    async begin() {
      const oauth = await import('openid-client');
      const { configuration, scope } = await known.get();
      const pending = {
        state: oauth.randomState(),
        nonce: oauth.randomNonce(),
        verifier: oauth.randomPKCECodeVerifier(),
      };
      const url = oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url, pending };
    },
    async finish(back, { state, nonce, verifier }) {
      const oauth = await import('openid-client');
      const { configuration } = await known.get();
      const signal = AbortSignal.timeout(DEADLINE_MS);
      try {
        const answer = await oauth.authorizationCodeGrant(configuration, back, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = await verify(answer.id_token ?? '');
        const sub = String(claims.sub);
        const more = await oauth.fetchUserInfo(configuration, answer.access_token, sub).catch(() => ({}));
        return { ...(isRecord(more) && more), ...claims, sub };
      } catch (error) {
        // The client secret was changed at the provider: read it again.
        if (error instanceof Error && Reflect.get(error, 'error') === 'invalid_client') known.forget();
        throw loginFailure(error, signal);
      }
    },
  };
}
