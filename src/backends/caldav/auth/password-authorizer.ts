import { randomBytes } from 'node:crypto';
import { CalendarError } from '../../../../schemas/model/error.js';
import { singleFlight } from '../../../concurrency/single-flight.js';
import type { Authorizer } from './authorizer.js';
import { type DigestChallenge, digestAuthorization, parseDigestChallenge } from './digest-auth.js';

/** A password, or a function that reads it when first needed and again after a refusal. */
export type PasswordSource = string | (() => Promise<string>);

/** Sends Basic (RFC 7617, UTF-8) first, and Digest (RFC 7616) after the first challenge. */
export function createPasswordAuthorizer(username: string, source: PasswordSource): Authorizer {
  const checked = (text: string): string => {
    if (!username.includes(':') && !/\p{Cc}/u.test(username + text)) return text;
    throw new CalendarError(
      'CONFIGURATION',
      'The CalDAV user name holds a colon, or user name or password hold a control character.',
      { suggestion: 'Correct them in the configuration.' },
    );
  };
  let password = typeof source === 'string' ? checked(source) : undefined;
  let challenge: DigestChallenge | undefined;
  let cnonce = '';
  let uses = 0;

  const reading = singleFlight(
    async () => (typeof source === 'string' ? source : checked(await source())),
    0,
  );

  return {
    async credential(method, url) {
      password ??= await reading.get();
      const used = { password, challenge };
      const uri = url.pathname + url.search;
      const header =
        challenge === undefined
          ? `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
          : digestAuthorization(challenge, { username, password, method, uri, count: ++uses, cnonce });
      return {
        header,
        answers(headers) {
          // Another request has read a new password.
          if (used.password !== password) return true;
          const offered = parseDigestChallenge(headers.get('www-authenticate') ?? '');
          // The same nonce refused again means a wrong password; only a new one is worth a retry.
          if (offered === undefined || offered.nonce === used.challenge?.nonce) return false;
          if (offered.nonce !== challenge?.nonce) {
            challenge = offered;
            cnonce = randomBytes(12).toString('hex');
            uses = 0;
          }
          return true;
        },
      };
    },
    async renewed() {
      const before = password;
      password = await reading.get();
      return password !== before;
    },
  };
}
