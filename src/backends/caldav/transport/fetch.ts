export type Fetch = typeof globalThis.fetch;

/** One request to an address that was found to be the account's own, and its answer with the body unread. */
export type AuthorizedSend = (url: URL, init: AuthorizedInit) => Promise<Response>;

export interface AuthorizedInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
}
