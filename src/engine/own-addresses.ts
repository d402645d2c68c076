import type { Backend } from '../ports/backend.js';

/** The owner's addresses as they are compared: in lower case. */
export function ownAddressesOf({ ownAddresses }: Pick<Backend, 'ownAddresses'>): ReadonlySet<string> {
  return new Set(ownAddresses.map((address) => address.toLowerCase()));
}
