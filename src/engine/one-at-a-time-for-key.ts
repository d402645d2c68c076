/** Does one thing after the other for each key, whatever becomes of each; different keys do not wait for each other. */
export type OneAtATimeForKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Queues of its own, each as long as something is in it. */
export function oneAtATimeForKey(): OneAtATimeForKey {
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
