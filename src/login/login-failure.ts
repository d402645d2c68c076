import { CalendarError } from '../../schemas/model/error.js';
import { networkFailure } from '../backends/caldav/transport/network-failure.js';
import { stoppedBy } from '../concurrency/cancelled.js';

/** Messages for OAuth error codes (RFC 6749 §4.1.2.1, §5.2, RFC 8628 §3.5). */
const ANSWERS: Readonly<Record<string, string>> = {
  access_denied: 'Access was not granted: somebody chose to cancel, or the provider does not allow it.',
  expired_token: 'The code was not used in time.',
  invalid_client: 'The provider does not know this client ID, or its secret is wrong.',
  invalid_grant: 'The provider no longer accepts this sign-in.',
  invalid_scope: 'The provider does not let this client ID access calendars.',
  unauthorized_client: 'This client ID is not allowed to sign in this way.',
};

/** Converts a sign-in error. Never passes on text from the server. */
export function loginFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return stoppedBy(signal);
  if (error instanceof CalendarError) return error;
  const answer: unknown = error instanceof Error ? Reflect.get(error, 'error') : undefined;
  const known = typeof answer === 'string' ? ANSWERS[answer] : undefined;
  if (known !== undefined)
    return failed('AUTH_FAILED', known, 'Check the client ID at the provider, then sign in again.');
  const { code, info } = networkFailure(error).error;
  if (code !== 'BAD_UPSTREAM_RESPONSE') {
    return new CalendarError(code, 'The place to sign in cannot be reached over a trusted connection.', {
      ...(info.details && { details: info.details }),
      suggestion: 'Check the network and the address of the provider, then sign in again.',
    });
  }
  return failed(
    'BAD_UPSTREAM_RESPONSE',
    'The provider did not answer as an authorization server does.',
    'Check oauth.issuer, or oauth.authorizationUrl and oauth.tokenUrl.',
  );
}

function failed(
  code: 'AUTH_FAILED' | 'BAD_UPSTREAM_RESPONSE',
  message: string,
  suggestion: string,
): CalendarError {
  return new CalendarError(code, message, { suggestion });
}
