let collator: Intl.Collator | undefined;

/** Orders names for people: ignores case and accents, and compares numbers by value. */
export function compareNames(a: string, b: string): number {
  // Created on demand: it takes as long as loading 100 kB of code, and most calls need none.
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return collator.compare(a, b);
}
