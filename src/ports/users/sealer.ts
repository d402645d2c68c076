/** A secret that only the key with this id opens. */
export interface Sealed {
  readonly keyId: string;
  readonly sealed: Buffer;
}

/** Seals secrets, each for one place: it cannot be opened at another. */
export interface Sealer {
  /** Of the key that seals. */
  readonly keyId: string;
  seal(secret: string, place: readonly string[]): Sealed;
  /** Throws CONFIGURATION where the key is not known, STORAGE_ERROR where the secret was changed or is of another place. */
  unseal(sealed: Sealed, place: readonly string[]): string;
}

/** The sealer with the keys as they are now; with the id of a key that may be new, they are read again. */
export type SealerSource = (keyId?: string) => Promise<Sealer>;
