import type { ServerFlags } from '../../config/settings.js';
import type { Alias } from '../../server/legacy/alias.js';
import { UsageError } from './usage-error.js';

interface LegacyTools {
  readonly aliases: readonly Alias[];
  /** Defaults of the earlier servers. */
  readonly flags: Pick<ServerFlags, 'usualPolicy'>;
}

/** Aliases of the named profiles, or of `all`, without repetition. Loads the profiles only if one is named. */
export async function legacyTools(lists: readonly string[] = []): Promise<LegacyTools> {
  if (lists.length === 0) return { aliases: [], flags: {} };
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  const { LEGACY_POLICIES, LEGACY_PROFILES } = await import('../../server/legacy/profiles.js');
  const known = Object.keys(LEGACY_PROFILES);
  const wanted = [...new Set(names.includes('all') ? known : names)];
  const aliases = wanted.flatMap((name) => {
    const profile = LEGACY_PROFILES[name];
    if (profile === undefined)
      throw new UsageError(`There is no legacy profile "${name}": ${known.join(', ')}, all.`);
    return profile;
  });
  const [usualPolicy] = wanted.flatMap((of) => {
    const name = LEGACY_POLICIES[of];
    return name === undefined ? [] : [{ name, of }];
  });
  return { aliases, flags: usualPolicy === undefined ? {} : { usualPolicy } };
}
