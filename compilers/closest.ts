import { distance } from 'fastest-levenshtein';

/** The up to three names nearest to what was written, for "did you mean"; none when nothing is near. */
export function closest(written: string, names: Iterable<string>): readonly string[] {
  if (written.length > 64) return [];
  const wanted = written.toLowerCase();
  const limit = Math.max(1, Math.floor(written.length * 0.4));
  return [...names]
    .map((name) => ({ name, away: distance(wanted, name.toLowerCase()) }))
    .filter(({ away }) => away <= limit)
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}
