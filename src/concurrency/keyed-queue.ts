/** Does the things with one key one after the other, in the order asked for, whatever becomes of each. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Queues of its own, each as long as something is in it; different keys do not wait for each other. */
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
