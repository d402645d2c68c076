export interface RefreshTokenStore {
  /** The current token; another process may have changed it. */
  read(): Promise<string>;
  /** Stores the successor of the last token. Never fails: logs a token that it could not store. */
  replace(token: string): Promise<void>;
  /** Runs `work` while no other process exchanges or changes the token. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}
