import { lookup as lookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isPublicAddress } from '../../../http/public-address.js';
import type { Fetch } from './fetch.js';
import { CLIENT, type Dispatcher, isDispatcher, keeping } from './keep-alive-fetch.js';

/** What a name leads to is not asked: it is inside of a network. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Which addresses are reached. */
type IsAllowed = (address: string) => boolean;

/**
 * A fetch for addresses that strangers enter. The connection goes to the very address that was found public, so that
 * nothing behind a name, a redirect or a change of DNS reaches into the network of this computer.
 */
export function createPublicFetch(isAllowed: IsAllowed = isPublicAddress): Fetch {
  let client: Promise<Dispatcher> | undefined;
  return async (input, init) => {
    const host = new URL(input instanceof Request ? input.url : input).hostname.replace(/^\[|\]$/g, '');
    // Literal addresses are not looked up.
    if (isIP(host) !== 0 && !isAllowed(host)) throw refused();
    client ??= checkingClient(isAllowed);
    try {
      return await fetch(input, { ...init, dispatcher: await client });
    } catch (error) {
      throw isPrivate(error) ? refused() : error;
    }
  };
}

/** One for all accounts: connections have no credentials of their own. */
export const publicFetch = createPublicFetch();

async function checkingClient(isAllowed: IsAllowed): Promise<Dispatcher> {
  // Node makes its client at the first use; this address contains the answer.
  await fetch('data:,');
  const known: unknown = Reflect.get(globalThis, CLIENT);
  // Behind a proxy it is the proxy that looks names up.
  const made: unknown =
    isDispatcher(known) && known.constructor.name === 'Agent'
      ? Reflect.construct(known.constructor, [{ connect: { lookup: checkedLookup(isAllowed) } }])
      : undefined;
  if (isDispatcher(made)) return keeping(made);
  throw new CalendarError('CONFIGURATION', 'Behind a proxy, it cannot be checked where accounts lead.', {
    suggestion: 'Set http.signIn.privateAddresses to true, and have the proxy refuse private addresses.',
  });
}

function checkedLookup(isAllowed: IsAllowed): LookupFunction {
  return (host, options, done) => {
    lookupAddress(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '');
      // One inside address among several is enough to make the name suspicious.
      if (!found.every(({ address }) => isAllowed(address))) return done(new PrivateAddress(), '');
      const [first] = found;
      if (options.all === true) return done(null, found);
      return done(null, first?.address ?? '', first?.family);
    });
  };
}

function isPrivate(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof PrivateAddress) return true;
    if (cause instanceof AggregateError && cause.errors.some(isPrivate)) return true;
  }
  return false;
}

function refused(): CalendarError {
  return new CalendarError(
    'REDIRECT_REFUSED',
    'The address of the calendar server leads into a private network, which this server does not reach.',
    {
      outcome: 'not_applied',
      suggestion: 'Use the public address of the calendar server, or ask those who run this server.',
    },
  );
}
