import type { StateStore } from '../../../ports/state-store.js';

/** A state store on top of another one: writes stay here, and the other one is only read. */
export function overlayStore(below: StateStore): StateStore {
  const own = new Map<string, unknown>();
  const gone = new Set<string>();
  const get = async (key: string): Promise<unknown> =>
    own.has(key) ? own.get(key) : gone.has(key) ? undefined : below.get(key);
  return {
    get,
    claim: async (key, value) => {
      if ((await get(key)) !== undefined) return false;
      own.set(key, structuredClone(value));
      return true;
    },
    put: async (key, value, options) => {
      if (!options?.inPlace) own.delete(key);
      own.set(key, structuredClone(value));
    },
    take: async (key) => {
      const value = await get(key);
      own.delete(key);
      gone.add(key);
      return value;
    },
    damaged: () => below.damaged(),
    keys: async (prefix) => [
      ...(await below.keys(prefix)).filter((key) => !gone.has(key) && !own.has(key)),
      ...[...own.keys()].filter((key) => key.startsWith(prefix)),
    ],
  };
}
