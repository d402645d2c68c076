import { CalendarError } from '../../../../schemas/model/error.js';
import { type IsAllowed, isInside, ledInside, publicLookup } from '../../../http/public-lookup.js';
import type { Fetch } from './fetch.js';
import { CLIENT, type Dispatcher, isDispatcher, keeping } from './keep-alive-fetch.js';

/** A fetch for user-supplied addresses, which blocks private networks. */
export function createPublicFetch(isAllowed?: IsAllowed): Fetch {
  let client: Promise<Dispatcher> | undefined;
  return async (input, init) => {
    if (isInside(new URL(input instanceof Request ? input.url : input), isAllowed)) throw refused();
    client ??= checkingClient(isAllowed);
    try {
      return await fetch(input, { ...init, dispatcher: await client });
    } catch (error) {
      throw ledInside(error) ? refused() : error;
    }
  };
}

/** Shared by all accounts: connections carry no credentials. */
export const publicFetch = createPublicFetch();

async function checkingClient(isAllowed?: IsAllowed): Promise<Dispatcher> {
  // Node creates its client at first use; a data URL needs no network.
  await fetch('data:,');
  const known: unknown = Reflect.get(globalThis, CLIENT);
  // A proxy resolves names itself.
  const made: unknown =
    isDispatcher(known) && known.constructor.name === 'Agent'
      ? Reflect.construct(known.constructor, [{ connect: { lookup: publicLookup(isAllowed) } }])
      : undefined;
  if (isDispatcher(made)) return keeping(made);
  throw new CalendarError('CONFIGURATION', 'Behind a proxy, it cannot be checked where accounts lead.', {
    suggestion: 'Set http.signIn.privateAddresses to true, and have the proxy refuse private addresses.',
  });
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
