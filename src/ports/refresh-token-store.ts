/** Where the refresh token of an account is kept. */
export interface RefreshTokenStore {
  /** The token as it is now; somebody else may have changed it. */
  read(): Promise<string>;
  /** Keeps the token that came in place of the one read last. Never fails: a token that is not kept is logged. */
  replace(token: string): Promise<void>;
  /** Does something while no other process exchanges or changes the token. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}
