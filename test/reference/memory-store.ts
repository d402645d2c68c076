import type { Clock } from '../../src/ports/clock.js';
import type { StateStore } from '../../src/ports/state-store.js';

/** A state store that lives as long as the process; values are kept as copies, as a file would keep them. */
export function createMemoryStore(clock: Clock): StateStore {
  const entries = new Map<string, { readonly json: string; readonly expiresAt?: number }>();

  function read(key: string): unknown {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt !== undefined && entry.expiresAt <= clock.now()) {
      entries.delete(key);
      return undefined;
    }
    return JSON.parse(entry.json);
  }

  function write(key: string, value: unknown, options?: Parameters<StateStore['put']>[2]): void {
    const json = JSON.stringify(value) ?? 'null';
    if (!options?.inPlace) entries.delete(key);
    entries.set(key, options?.expiresAt === undefined ? { json } : { json, expiresAt: options.expiresAt });
  }

  return {
    get: async (key) => read(key),
    put: async (key, value, options) => write(key, value, options),
    claim: async (key, value, options) => {
      if (read(key) !== undefined) return false;
      write(key, value, options);
      return true;
    },
    take: async (key) => {
      const value = read(key);
      entries.delete(key);
      return value;
    },
    damaged: async () => 0,
    keys: async (prefix) =>
      [...entries.keys()].filter((key) => key.startsWith(prefix) && read(key) !== undefined),
  };
}
