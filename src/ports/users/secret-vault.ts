export interface SecretName {
  /** The account that it opens. */
  readonly account: string;
  readonly kind: 'password' | 'refresh token';
  /** The only address it may be sent to; `read` refuses any other. */
  readonly to?: string;
}

/** Sealed secrets of one user; throws a CalendarError rather than return a wrong one. */
export interface SecretVault {
  /** Undefined if none is stored. */
  read(name: SecretName): Promise<string | undefined>;
  keep(name: SecretName, secret: string): Promise<void>;
  /** Removes all secrets of an account. */
  forget(account: string): Promise<void>;
}
