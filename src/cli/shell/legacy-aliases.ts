import type { Alias } from '../../server/legacy/alias.js';
import { UsageError } from './usage-error.js';

/** The aliases of the named profiles, or of `all`, each once; profiles load only when one is named. */
export async function legacyAliases(lists: readonly string[] = []): Promise<readonly Alias[]> {
  if (lists.length === 0) return [];
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  const { LEGACY_PROFILES } = await import('../../server/legacy/profiles.js');
  const known = Object.keys(LEGACY_PROFILES);
  const wanted = new Set(names.includes('all') ? known : names);
  return [...wanted].flatMap((name) => {
    const profile = LEGACY_PROFILES[name];
    if (profile === undefined)
      throw new UsageError(`There is no legacy profile "${name}": ${known.join(', ')}, all.`);
    return profile;
  });
}
