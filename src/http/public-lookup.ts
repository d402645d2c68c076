import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

export type IsAllowed = (address: string) => boolean;

/** The name resolves to a private address, so no connection is made. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Pins a connection to the public address it checked, so neither a redirect nor a DNS change reaches the local network.
 * `ledInside` recognizes its errors. Literal addresses skip the lookup: see `isInside`.
 */
export function publicLookup(isAllowed: IsAllowed = isPublicAddress): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '');
      // A single private address makes the name suspicious.
      if (!found.every(({ address }) => isAllowed(address))) return done(new PrivateAddress(), '');
      const [first] = found;
      if (options.all === true) return done(null, found);
      return done(null, first?.address ?? '', first?.family);
    });
  };
}

/** True if the URL itself contains a refused address. */
export function isInside({ hostname }: URL, isAllowed: IsAllowed = isPublicAddress): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isAllowed(host);
}

/** True if the request failed because a name resolved to a private address. */
export function ledInside(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof PrivateAddress) return true;
    if (cause instanceof AggregateError && cause.errors.some(ledInside)) return true;
  }
  return false;
}
