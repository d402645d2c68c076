import type { Settings } from '../../../config/settings.js';
import type { SignInSettings } from '../../../config/sign-in-settings.js';
import type { Log } from '../../../ports/log.js';
import type { HttpOptions } from '../../../server/http/start-http.js';
import type { Alias } from '../../../server/legacy/alias.js';
import type { OtherReplicas } from '../shared-state.js';

export interface PeopleContext {
  readonly settings: Settings;
  readonly signIn: SignInSettings;
  readonly log: Log;
  readonly aliases: readonly Alias[];
  readonly others?: OtherReplicas | undefined;
}

/** Server options for people who sign in by themselves. */
export async function servePeople({
  settings,
  signIn,
  log,
  aliases,
  others,
}: PeopleContext): Promise<Pick<HttpOptions, 'users' | 'oauth' | 'selfService'>> {
  const [{ openPeople }, { createPeopleUsers }, { createSelfService }, { keepSweeping }] = await Promise.all([
    import('./open-people.js'),
    import('./people-users.js'),
    import('./self-service.js'),
    import('./sweep-people.js'),
  ]);
  const people = openPeople(settings, signIn, log);
  keepSweeping(people);
  const users = createPeopleUsers(people, { aliases, others });
  return { users, oauth: people.issuer, selfService: createSelfService(people, users) };
}
