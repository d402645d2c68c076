/** Runs tasks with the same key one after another, even if one fails. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A queue per key, which exists while it has tasks; different keys do not wait for each other. */
export function oneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = Promise.allSettled([mine]).then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    last.set(key, settled);
    return mine;
  };
}
