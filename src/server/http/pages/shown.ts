import type { ServerOptions } from '../../server-options.js';
import type { Grant } from '../auth/grant.js';

export interface ShownPage {
  readonly program: ServerOptions;
  readonly grant: Grant;
  /** True if signed in by a session, which can be ended. */
  readonly isSignedIn: boolean;
}

/** The owner at the terminal needs no approval; a token may belong to an assistant. */
export function callerOf({ isOwner }: Grant): { readonly caller?: { readonly kind: 'person' } } {
  return isOwner === true ? { caller: { kind: 'person' } } : {};
}
