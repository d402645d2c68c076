import { CalendarError } from '../../../schemas/error.js';
import { type DigestChallenge, digestAnswer, nonceParameter, parseDigestChallenge } from './digest.js';

export interface Authorizer {
  /** Value of the Authorization header for one request. */
  credential(method: string, url: URL): Promise<string>;
  /** Looks at the challenges of a 401 to a credential; true when trying again can help. */
  accept(headers: Headers, refused: string): boolean;
}

/**
 * Basic (RFC 7617) in UTF-8, sent at once; Digest (RFC 7616) from the first challenge on, for servers that want it.
 */
export function createPasswordAuthorizer(username: string, password: string): Authorizer {
  if (username.includes(':') || /\p{Cc}/u.test(username + password)) {
    throw new CalendarError(
      'CONFIGURATION',
      'The CalDAV user name holds a colon, or user name or password hold a control character.',
    );
  }
  const basic = `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
  let challenge: DigestChallenge | undefined;
  let uses = 0;
  return {
    credential: async (method, url) =>
      challenge === undefined
        ? basic
        : digestAnswer(challenge, {
            username,
            password,
            method,
            uri: url.pathname + url.search,
            count: ++uses,
          }),
    accept(headers, refused) {
      const offered = parseDigestChallenge(headers.get('www-authenticate') ?? '');
      if (offered === undefined) return false;
      // The same nonce refused again means a wrong password; only a new or stale one is worth another try.
      if (challenge !== undefined && challenge.nonce === offered.nonce) {
        return !refused.includes(nonceParameter(challenge));
      }
      challenge = offered;
      uses = 0;
      return true;
    },
  };
}
