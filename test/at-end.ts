const ends: (() => unknown)[] = [];

/** Ends something after the test, in reverse order. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

/** Called after each test (`left-behind.ts`). */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
