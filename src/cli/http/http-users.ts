import { CalendarError } from '../../../schemas/model/error.js';
import type { Settings } from '../../config/settings.js';
import { settingsOfUser, type UserSources } from '../../config/user-settings.js';
import type { HttpUsers } from '../../server/http/user-programs.js';
import type { Alias } from '../../server/legacy/alias.js';
import { programOf } from './program-of.js';
import type { OtherReplicas } from './shared-state.js';

export interface UserContext extends UserSources {
  readonly aliases: readonly Alias[];
  /** Undefined without other replicas. */
  readonly others?: OtherReplicas | undefined;
}

/** All callers share the same calendars, regardless of name. */
const EVERYONE = 'everyone';

/** Maps callers to users with their own settings. Without configured users, all callers share one. */
export async function httpUsers(settings: Settings, context: UserContext): Promise<HttpUsers> {
  const { users, oauth } = settings.http;
  if (users.length === 0) {
    const subjects = oauth?.subjects;
    const isUser = (identity: string): boolean =>
      !identity.startsWith('subject:') ||
      subjects?.includes('*') === true ||
      subjects?.includes(identity.slice('subject:'.length)) === true;
    return {
      keyOf: (identity) => (isUser(identity) ? EVERYONE : undefined),
      open: () => programOf(settings, settings, context),
    };
  }
  const own = new Map<string, Settings>();
  for (const user of users) {
    const loaded = await settingsOfUser(user, settings, context);
    if ([...own.values()].some(({ stateDir }) => stateDir === loaded.stateDir)) {
      throw new CalendarError('CONFIGURATION', 'Two users of http.users have the same stateDir.', {
        suggestion: 'Leave stateDir out of their configuration files, or give each one of its own.',
      });
    }
    for (const identity of user.identities) own.set(identity, loaded);
  }
  return {
    // All identities of a user share one key.
    keyOf: (identity) => own.get(identity)?.stateDir,
    async open(key) {
      const found = [...own.values()].find(({ stateDir }) => stateDir === key);
      if (found === undefined) throw new Error('Only keys of keyOf are opened.');
      return programOf(found, settings, context);
    },
  };
}
