import { personFolder } from '../../config/person-settings.js';
import type { Settings } from '../../config/settings.js';
import { settingsOfUser, type UserSources } from '../../config/user-settings.js';
import { ownerOf } from '../../ports/users/user-directory.js';
import { UsageError } from './usage-error.js';

/** Settings of a named HTTP user or signed-in person; the common ones if there are no users or none is named. */
export async function settingsOfNamed(
  name: string | undefined,
  common: Settings,
  sources: UserSources,
): Promise<Settings> {
  const { users, signIn } = common.http;
  if (signIn !== undefined && name !== undefined)
    return { ...common, owner: ownerOf(name), stateDir: personFolder(common, name) };
  if (users.length === 0 || name === undefined) return common;
  const found = users.find(({ identities }) =>
    identities.some((identity) => identity === name || identity.replace(/^(?:token|subject):/, '') === name),
  );
  if (found === undefined) throw new UsageError('--user names no user of http.users.');
  return settingsOfUser(found, common, sources);
}
