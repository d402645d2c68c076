/** A secret that only the key with this id opens. */
export interface Sealed {
  readonly keyId: string;
  readonly sealed: Buffer;
}

/** Seals secrets for one place each: they cannot be opened elsewhere. */
export interface Sealer {
  /** Id of the sealing key. */
  readonly keyId: string;
  seal(secret: string, place: readonly string[]): Sealed;
  /** Throws CONFIGURATION if the key is unknown, STORAGE_ERROR if the secret was changed or moved. */
  unseal(sealed: Sealed, place: readonly string[]): string;
}

/** The sealer with the current keys; reads them again for an unknown key id. */
export type SealerSource = (keyId?: string) => Promise<Sealer>;
