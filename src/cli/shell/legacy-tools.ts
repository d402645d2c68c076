import type { ServerFlags } from '../../config/settings.js';
import type { Alias } from '../../server/legacy/alias.js';
import { UsageError } from './usage-error.js';

interface LegacyTools {
  readonly aliases: readonly Alias[];
  /** What the users of these tools are used to. */
  readonly flags: Pick<ServerFlags, 'usualPolicy'>;
}

/** The aliases of the named profiles, or of `all`, each once; profiles load only when one is named. */
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
