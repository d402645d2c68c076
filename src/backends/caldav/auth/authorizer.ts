/** What proves to a server who is asking, for one request. */
export interface Credential {
  /** Value of the Authorization header. */
  readonly header: string;
  /** Looks at the 401 that came for it; true when another credential, made now, can fare better. */
  answers(headers: Headers): boolean;
}

export interface Authorizer {
  credential(method: string, url: URL): Promise<Credential>;
  /** Looks whether the secret has been changed since it was used; the next credential is of the new one then. */
  renewed(): Promise<boolean>;
}
