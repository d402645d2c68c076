/** Does one thing after the other, in the order in which they were asked for, whatever becomes of each. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue of its own. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = Promise.allSettled([mine]);
    return mine;
  };
}
