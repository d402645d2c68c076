/** Does some work for many things, a few at a time, in their order; like `Promise.allSettled`, at most `n` at a time. */
export async function settleInBatches<T, Result>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.allSettled(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}
