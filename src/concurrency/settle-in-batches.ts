/** Like `Promise.allSettled`, but with at most `atOnce` items in progress. */
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
