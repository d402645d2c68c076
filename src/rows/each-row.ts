/** Rows between two pauses. */
const STRIDE = 1000;

/** Visits rows in order, with a pause after every `STRIDE` rows. */
export function* eachRow<T>(
  rows: readonly T[],
  visit: (row: T) => void,
): Generator<undefined, void, undefined> {
  for (let at = 0; at < rows.length; ) {
    for (const end = Math.min(at + STRIDE, rows.length); at < end; at++) visit(rows[at] as T);
    yield;
  }
}
