export type Fetch = typeof globalThis.fetch;

/** Sends one request to an allowed address; returns the answer with its body unread. */
export type AuthorizedSend = (url: URL, init: AuthorizedInit) => Promise<Response>;

export interface AuthorizedInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
}
