import { rm } from 'node:fs/promises';
import { CalendarError } from '../../../../schemas/model/error.js';
import { personAccount, personFolder } from '../../../config/person-settings.js';
import type { PersonBounds, PolicyName, SignInSettings } from '../../../config/sign-in-settings.js';
import { type OpenIdClaims, userIdOf } from '../../../login/open-id.js';
import type { CallLimit } from '../../../ports/replicas/call-limit.js';
import { secret } from '../../../secrets/secret.js';
import type { SecretSource } from '../../../secrets/secret-source.js';
import type { Offer, SelfService } from '../../../server/http/connect/self-service.js';
import { createCallLimit } from '../../../server/http/operate/call-limit.js';
import { hasOneHost, loginNote, PROVIDER_GUIDES } from '../../../setup/provider-guide.js';
import { createDatabaseCallLimit } from '../../../state/database/database-call-limit.js';
import { POLICY_SENTENCES } from '../../setup/choose-policy.js';
import { addAccount, forgetAccount, retryAccount } from './account-changes.js';
import { beginGoogle, finishGoogle } from './google-accounts.js';
import type { People } from './open-people.js';
import { SIGN_IN, sealPending, unsealPending } from './pending-sign-in.js';
import { type PeopleUsers, settingsNow } from './people-users.js';
import { newestAudit, personData } from './person-data.js';

/** Claims with a display name, in order of preference. */
const NAMES = ['name', 'preferred_username', 'email'];
const LONGEST_NAME = 200;
/** Per minute: sign-ins per address, which many people may share; tests per person. */
const SIGN_INS = 60;
const TESTS = 6;
const NO_PASSWORD: SecretSource = { kind: 'given', value: secret('') };

/** Actions of people on their own data, in the database and at their calendar servers. */
export function createSelfService(people: People, users: PeopleUsers): SelfService {
  const { directory, provider, sealers, signIn } = people;
  const limit = (what: string, perMinute: number): CallLimit =>
    createDatabaseCallLimit(perMinute, {
      what,
      query: people.database.query,
      alone: createCallLimit(perMinute),
    });
  const changed = async (id: string): Promise<void> => {
    await directory.changed(id);
    users.forget(id);
  };
  return {
    sessions: people.sessions,
    signIns: limit('sign-ins', SIGN_INS),
    tests: limit('tests', TESTS),
    offer: offerOf(signIn),
    async begin() {
      const { url, pending } = await provider.begin();
      return { url: url.href, pending: sealPending(await sealers(), pending, SIGN_IN.place) };
    },
    async finish(back, kept) {
      try {
        const claims = await provider.finish(back, unsealPending(await sealers(), kept, SIGN_IN));
        demandAllowed(claims, signIn);
        return await directory.signedIn(userIdOf(signIn.issuer, claims.sub), nameOf(claims));
      } catch (error) {
        const code = error instanceof CalendarError ? error.code : 'INTERNAL';
        people.log.info('a sign-in was refused', { code });
        throw error;
      }
    },
    find: (id) => directory.find(id),
    accounts: ({ id }) => directory.accounts(id),
    async add(user, entered) {
      const name = await addAccount(people, user, entered);
      await changed(user.id);
      return name;
    },
    beginGoogle: (user, session, username) => beginGoogle(people, { user, session }, username),
    async finishGoogle(user, session, { back, pending }) {
      const name = await finishGoogle(people, { user, session }, back, pending);
      await changed(user.id);
      return name;
    },
    retry: (user, name) => retryAccount(people, user, name),
    async remove(user, name) {
      const before = await settingsNow(people, user);
      await directory.removeAccount(user.id, name);
      await people.vaultOf(user.id).forget(name);
      // Done first, so no running program recreates the copies.
      await changed(user.id);
      await forgetAccount(people, before, name);
    },
    async choose({ id }, policy) {
      const { mayChoose } = signIn.bounds;
      await directory.choose(
        id,
        mayChoose.find((one) => one === policy),
      );
      users.forget(id);
    },
    audit: (user, most) => newestAudit(people.database, user, most),
    data: (user) => personData(people, user),
    async delete({ id }) {
      const deleted = await directory.delete(id);
      users.forget(id);
      await rm(personFolder(people.settings, id), { recursive: true, force: true });
      return deleted;
    },
  };
}

function offerOf({ bounds }: SignInSettings): Offer {
  const { accounts, mayChoose, policy, readOnly } = bounds;
  const providers = Object.entries(PROVIDER_GUIDES).flatMap(([name, { title, page }]) => {
    const known = name as keyof typeof PROVIDER_GUIDES;
    const note = loginNote(known);
    // Google has no passwords for calendars; people sign in there.
    if (known === 'google' || (hasOneHost(known) && !isAllowed(known, bounds))) return [];
    const more = { ...(note !== undefined && { note }), ...(page !== undefined && { page }) };
    return [{ name, title, needsAddress: !hasOneHost(known), ...more }];
  });
  return {
    providers,
    google: bounds.google !== undefined && isAllowed('google', bounds),
    accounts,
    policies: [...new Set([policy.name, ...(readOnly ? [] : mayChoose)])].map((name) => ({
      name,
      sentence: name in POLICY_SENTENCES ? POLICY_SENTENCES[name as PolicyName] : 'As this server is set up',
    })),
  };
}

/** True if the limits allow accounts of the provider. */
function isAllowed(provider: string, bounds: PersonBounds): boolean {
  try {
    personAccount({ name: provider, provider, username: 'someone' }, NO_PASSWORD, bounds);
    return true;
  } catch {
    return false;
  }
}

function demandAllowed(claims: OpenIdClaims, { allow }: SignInSettings): void {
  if (allow === undefined) return;
  const said = [claims[allow.claim]].flat();
  if (said.some((value) => allow.values.some((one) => one === value))) return;
  throw new CalendarError('PERMISSION_DENIED', 'You are not one of those who may use this server.', {
    suggestion: 'Ask those who run it.',
  });
}

function nameOf(claims: OpenIdClaims): string {
  const said = NAMES.map((name) => claims[name]).find((name) => typeof name === 'string' && name !== '');
  return String(said ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_NAME);
}
