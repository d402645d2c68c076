import { LRUCache } from 'lru-cache';
import { CalendarError } from '../../../../schemas/model/error.js';
import { passwordBinding, settingsOfPerson } from '../../../config/person-settings.js';
import type { Settings } from '../../../config/settings.js';
import { userIdOf } from '../../../login/open-id.js';
import type { SignedInUser, UserAccount } from '../../../ports/users/user-directory.js';
import type { SecretSource } from '../../../secrets/secret-source.js';
import { HttpRefusal } from '../../../server/http/refusal.js';
import type { HttpUsers } from '../../../server/http/user-programs.js';
import { type ProgramContext, programOf } from '../program-of.js';
import type { People } from './open-people.js';

/** Maximum delay before a change at another replica takes effect here. */
const FRESH_MS = 2000;
const KNOWN = 10_000;

export interface PeopleUsers extends HttpUsers {
  /** Drops the cached user and restarts their program. */
  forget(id: string): void;
}

/** Serves signed-in people: a database row each, and a program only while in use. */
export function createPeopleUsers(people: People, context: ProgramContext): PeopleUsers {
  const { directory, signIn, settings } = people;
  const known = new LRUCache<string, SignedInUser>({ max: KNOWN, ttl: FRESH_MS });

  let retire: Parameters<NonNullable<HttpUsers['onStart']>>[0] = () => undefined;

  async function find(id: string): Promise<SignedInUser> {
    const recent = known.get(id);
    if (recent !== undefined) return recent;
    const user = await directory.find(id);
    // Stops programs of a user that another replica has deleted or suspended.
    if (user === undefined || user.suspended) retire((key) => idIn(key) === id);
    if (user === undefined)
      throw new HttpRefusal(403, `First sign in with a browser, at ${settings.http.publicUrl}/connect`);
    if (user.suspended) throw new HttpRefusal(403, 'This user was suspended.');
    known.set(id, user);
    return user;
  }

  return {
    async keyOf(identity) {
      const id = idOf(identity, signIn.issuer);
      if (id === undefined) return undefined;
      const { revision } = await find(id);
      return `${id} ${revision}`;
    },
    replaces: (key, earlier) => key !== earlier && idIn(key) === idIn(earlier),
    async open(key) {
      const user = await find(idIn(key));
      return programOf(await settingsNow(people, user), settings, context);
    },
    onStart(how) {
      retire = how;
    },
    forget(id) {
      known.delete(id);
      retire((key) => idIn(key) === id);
    },
  };
}

/** Reads the current settings of a person from the database. */
export async function settingsNow(people: People, user: SignedInUser): Promise<Settings> {
  const accounts = await people.directory.accounts(user.id);
  const passwordOf = (account: UserAccount): SecretSource => ({
    kind: 'vault',
    read: () => passwordIn(people, user.id, account),
  });
  return settingsOfPerson({ user, accounts, passwordOf }, people.signIn.bounds, people.settings);
}

async function passwordIn({ vaultOf }: People, id: string, account: UserAccount): Promise<string> {
  const name = { account: account.name, kind: 'password', to: passwordBinding(account) } as const;
  const password = await vaultOf(id).read(name);
  if (password !== undefined) return password;
  throw new CalendarError('CONFIGURATION', 'The password of the account is missing.', {
    suggestion: 'Remove the account on the page /connect of this server, and add it again.',
  });
}

/** Program keys consist of an ID and a revision. */
function idIn(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

/** Identities come from the provider's access tokens or from page sessions. */
function idOf(identity: string, issuer: string): string | undefined {
  const [, kind, name = ''] = /^(subject|person):(.+)$/.exec(identity) ?? [];
  if (kind === undefined) return undefined;
  return kind === 'person' ? name : userIdOf(issuer, name);
}
