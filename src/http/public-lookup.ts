import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Which addresses are reached. */
export type IsAllowed = (address: string) => boolean;

/** What a name leads to is not asked: it is inside of a network. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Looks names up for a connection, which then goes to the very address that was found public: nothing behind a name, a
 * redirect or a change of DNS reaches into the network of this computer. Refuses with what `ledInside` knows. Literal
 * addresses are not looked up: see `isInside`.
 */
export function publicLookup(isAllowed: IsAllowed = isPublicAddress): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '');
      // One inside address among several is enough to make the name suspicious.
      if (!found.every(({ address }) => isAllowed(address))) return done(new PrivateAddress(), '');
      const [first] = found;
      if (options.all === true) return done(null, found);
      return done(null, first?.address ?? '', first?.family);
    });
  };
}

/** Whether a URL itself names an address that is not reached. */
export function isInside({ hostname }: URL, isAllowed: IsAllowed = isPublicAddress): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isAllowed(host);
}

/** Whether a request failed because a name leads inside. */
export function ledInside(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof PrivateAddress) return true;
    if (cause instanceof AggregateError && cause.errors.some(ledInside)) return true;
  }
  return false;
}
