/** Proof of identity for one request. */
export interface Credential {
  /** Value of the Authorization header. */
  readonly header: string;
  /** Handles the 401; returns true if a new credential may succeed. */
  answers(headers: Headers): boolean;
}

export interface Authorizer {
  credential(method: string, url: URL): Promise<Credential>;
  /** Reads the secret again; returns true if it has changed. The next credential uses it. */
  renewed(): Promise<boolean>;
}
