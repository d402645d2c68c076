import type { Instant } from '../../schemas/model/time.js';

/** Prefix of short notes between processes: they last at most an hour, and are listed at each write. */
export const NOTES = 'notes/';

/** Small durable values: trash, undo entries, ledger, tokens. Never a password. */
export interface StateStore {
  get(key: string): Promise<unknown>;
  /** `inPlace`: keeps its position among the others. */
  put(
    key: string,
    value: unknown,
    options?: { readonly expiresAt?: Instant; readonly inPlace?: boolean },
  ): Promise<void>;
  /** Puts a value unless the key has one, atomically: exactly one of several claimants gets true. */
  claim(key: string, value: unknown, options?: { readonly expiresAt?: Instant }): Promise<boolean>;
  /** Reads and deletes, atomically: one of several takers gets the value. */
  take(key: string): Promise<unknown>;
  /** Keys that start with a prefix, oldest first. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Number of entries with an unreadable key. */
  damaged(): Promise<number>;
}

/** Counts the writes by all replicas, so that each knows if its cache is outdated. */
export interface WriteCounter {
  read(): Promise<number>;
  /** Call after a write, before acknowledging it; returns the new count. */
  raise(): Promise<number>;
}
