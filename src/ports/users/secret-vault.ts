/** Which secret of a user. */
export interface SecretName {
  /** The account that it opens. */
  readonly account: string;
  readonly kind: 'password' | 'refresh token';
  /** Where it may be sent: with another address than it was kept with, it is not given out. */
  readonly to?: string;
}

/** Secrets of one user, sealed where they are kept; throws CalendarError rather than give a wrong one. */
export interface SecretVault {
  /** Undefined where nothing is kept. */
  read(name: SecretName): Promise<string | undefined>;
  keep(name: SecretName, secret: string): Promise<void>;
  /** Removes all of an account. */
  forget(account: string): Promise<void>;
}
