import type { ServerOptions } from '../../server-options.js';
import type { Grant } from '../auth/grant.js';

/** What a page is made of, and for whom. */
export interface ShownPage {
  readonly program: ServerOptions;
  readonly grant: Grant;
  /** By a session, which can be ended. */
  readonly isSignedIn: boolean;
}

/** The owner at the terminal needs nobody's agreement; a token may be that of an assistant. */
export function callerOf({ isOwner }: Grant): { readonly caller?: { readonly kind: 'person' } } {
  return isOwner === true ? { caller: { kind: 'person' } } : {};
}
