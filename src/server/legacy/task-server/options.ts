import { type Fields, hasMeaning, misplaced, translationOf, type WordTable } from './meaning.js';

/** Refuses options that mean nothing, or that this kind of call does not take. */
export function checkOptions(
  table: WordTable<readonly string[]>,
  given: Fields,
  kind: string,
  path: string,
): void {
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(table, key) || value === undefined || value === false) continue;
    if (translationOf(table, key, `${path}/${key}`).includes(kind)) continue;
    const known = Object.entries(table)
      .filter(([, entry]) => hasMeaning(entry) && entry.to.includes(kind))
      .map(([name]) => name);
    throw misplaced(key, known, `${path}/${key}`);
  }
}
