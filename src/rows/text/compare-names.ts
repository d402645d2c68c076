let collator: Intl.Collator | undefined;

/** The order of names for people: without regard to case and accents, and numbers by their value. */
export function compareNames(a: string, b: string): number {
  // To make one takes as long as to load a hundred kilobytes of code; most calls need none.
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return collator.compare(a, b);
}
