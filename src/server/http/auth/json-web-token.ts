import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { singleFlight } from '../../../concurrency/single-flight.js';
import { HttpRefusal } from '../refusal.js';
import { TokenRefused, type VerifyToken } from './authenticate.js';
import { type Grant, SCOPES } from './grant.js';

export interface TokenIssuer {
  readonly issuer: string;
  /** Address of its keys, or a function that requests it once from the issuer. */
  readonly jwksUrl: string | (() => Promise<string>);
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** Seconds. */
  readonly clockSkew: number;
}

const ISSUER_TIMEOUT_MS = 5000;
const MOST_KEY_BYTES = 1024 * 1024;
const SUBJECT = /^[!-~]{1,255}$/;

/** Our messages for token errors, because the library's messages quote the token. */
const REASONS = [
  [errors.JWTExpired, 'The token has expired'],
  [errors.JWTClaimValidationFailed, 'The token was not issued for this server, or is not valid yet'],
  [errors.JOSEAlgNotAllowed, 'The token is signed in a way that is not accepted'],
  [errors.JWKSNoMatchingKey, 'The token is signed with a key that its issuer does not have'],
  [errors.JWSSignatureVerificationFailed, 'The token has a wrong signature'],
  [errors.JWSInvalid, 'The token is not valid'],
  [errors.JWTInvalid, 'The token is not valid'],
  [errors.JOSENotSupported, 'The token is not valid'],
  [errors.JWKSMultipleMatchingKeys, 'The token does not name its key'],
] as const;

/** Verifies JWT access tokens (RFC 9068) with the issuer's published keys. */
export function createTokenVerifier(issuer: TokenIssuer): VerifyToken {
  const claimsOf = createTokenReader(issuer);
  return async (token) => grantOf(await claimsOf(token));
}

/** Reads the claims of a JWT; throws TokenRefused if it is invalid or for another audience. */
export function createTokenReader({
  issuer,
  jwksUrl,
  audience,
  algorithms,
  clockSkew,
}: TokenIssuer): (token: string) => Promise<JWTPayload> {
  const place = typeof jwksUrl === 'string' ? async () => jwksUrl : jwksUrl;
  const keys = singleFlight(async () => {
    return createRemoteJWKSet(new URL(await place()), {
      timeoutDuration: ISSUER_TIMEOUT_MS,
      [customFetch]: fetchKeys,
    });
  }, Number.POSITIVE_INFINITY);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, await keys.get(), {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: clockSkew,
        requiredClaims: ['exp', 'sub'],
      });
      return payload;
    } catch (error) {
      const known = REASONS.find(([kind]) => error instanceof kind);
      if (known !== undefined) throw new TokenRefused(known[1]);
      throw new HttpRefusal(503, 'The keys of the authorization server cannot be read at the moment.', {
        headers: { 'Retry-After': '10' },
      });
    }
  };
}

/** Reads at most 1 MB; a longer answer fails like an unreachable server. */
const fetchKeys: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_KEY_BYTES) throw new TypeError('The answer with the keys is too long.');
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), { status: response.status, headers: response.headers });
};

function grantOf({ sub, scope, scp }: JWTPayload): Grant {
  // The types follow the standard, but a token may contain anything.
  if (typeof sub !== 'string' || !SUBJECT.test(sub))
    throw new TokenRefused('The token names no usable subject');
  const granted = [scope, scp].flatMap((words) =>
    typeof words === 'string' ? words.split(' ') : Array.isArray(words) ? words : [],
  );
  return { identity: `subject:${sub}`, scopes: SCOPES.filter((one) => granted.includes(one)) };
}
