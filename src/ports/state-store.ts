import type { Instant } from '../../schemas/model/time.js';

/** Keys that begin so are what processes note for each other for an hour at most, and are listed at each write. */
export const NOTES = 'notes/';

/** Small durable values: trash, undo entries, ledger, tokens. Never a password. */
export interface StateStore {
  get(key: string): Promise<unknown>;
  /** `inPlace`: it stays where it is among the others. */
  put(
    key: string,
    value: unknown,
    options?: { readonly expiresAt?: Instant; readonly inPlace?: boolean },
  ): Promise<void>;
  /** Puts a value unless the key has one, atomically: of several claimants exactly one gets true. */
  claim(key: string, value: unknown, options?: { readonly expiresAt?: Instant }): Promise<boolean>;
  /** Reads once and deletes, atomically: of several takers one gets the value. */
  take(key: string): Promise<unknown>;
  /** Keys that start with a prefix, oldest first. */
  keys(prefix: string): Promise<readonly string[]>;
  /** How many entries are there of which not even the key can be read. */
  damaged(): Promise<number>;
}

/** Counts the writes of one thing by all replicas, so that each knows whether what it remembers is behind. */
export interface WriteCounter {
  read(): Promise<number>;
  /** After a write, before it is acknowledged; how many there are then. */
  raise(): Promise<number>;
}
