import { counted } from '../../../../schemas/model/counted.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isRecord } from '../../../../schemas/model/is-record.js';
import { passwordBinding, personAccount } from '../../../config/person-settings.js';
import { rejectPlaceholderSecret } from '../../../config/reject-placeholders.js';
import type { Settings } from '../../../config/settings.js';
import { storesPlace } from '../../../config/stores-place.js';
import type { RefreshTokenStore } from '../../../ports/refresh-token-store.js';
import type { StateStore } from '../../../ports/state-store.js';
import type { AccountTest, SignedInUser, UserAccount } from '../../../ports/users/user-directory.js';
import { createVaultTokenStore } from '../../../secrets/sealed/vault-token-store.js';
import { secret } from '../../../secrets/secret.js';
import type { SecretSource } from '../../../secrets/secret-source.js';
import { shownProblem } from '../../../server/http/connect/connect-page.js';
import type { EnteredAccount } from '../../../server/http/connect/self-service.js';
import { forgetAccounts } from '../../../setup/forget-accounts.js';
import { PROVIDER_GUIDES } from '../../../setup/provider-guide.js';
import { openStores } from '../../../state/open-stores.js';
import { systemClock } from '../../../system/system-clock.js';
import { openAlone } from '../../shell/open-alone.js';
import type { People } from './open-people.js';
import { settingsNow } from './people-users.js';

const LONGEST = 320;

/** Tests an account, then adds it with a sealed password; returns its name. Throws the reason if it does not work. */
export async function addAccount(
  people: People,
  user: SignedInUser,
  { password, ...entered }: EnteredAccount,
): Promise<string> {
  const { directory, signIn, vaultOf } = people;
  const { bounds } = signIn;
  if (entered.username.length > LONGEST) throw notUsable('The user name is too long.');
  const given: SecretSource = {
    kind: 'given',
    value: secret(rejectPlaceholderSecret(password, entered.username, 'the form')),
  };
  const { url } = personAccount({ ...entered, name: '' }, given, bounds);
  const name = nameFor({ ...entered, url });
  // Stores the URL, so a later change to the provider list cannot redirect the password.
  const account = { ...entered, url, name };
  const own = await directory.accounts(user.id);
  // Entering a known account again replaces its password.
  const same = own.find((one) => passwordBinding(one) === passwordBinding(account));
  if (same === undefined && own.length >= bounds.accounts) throw tooMany(bounds.accounts);
  const tokens = heldToken(password);
  const test = await testOf(people, personAccount(account, given, bounds), tokens);
  if (test.problem !== undefined) throw notUsable(test.problem);
  const place = { kind: 'password', to: passwordBinding(account) } as const;
  // For OAuth, the test may have replaced the refresh token.
  const kept = await tokens.read();
  if (same !== undefined) {
    await vaultOf(user.id).keep({ ...place, account: same.name }, kept);
    await directory.tested(user.id, same.name, test);
    return same.name;
  }
  for (let count = 1; count <= bounds.accounts; count++) {
    const free = { ...account, name: count === 1 ? name : `${name} ${count}`, test };
    if (!(await directory.addAccount(user.id, free, bounds.accounts))) continue;
    try {
      await vaultOf(user.id).keep({ ...place, account: free.name }, kept);
    } catch (error) {
      await directory.removeAccount(user.id, free.name);
      throw error;
    }
    return free.name;
  }
  throw tooMany(bounds.accounts);
}

/** Tests an account with its stored password and stores the result. */
export async function retryAccount(people: People, user: SignedInUser, name: string): Promise<void> {
  const settings = await settingsNow(people, user);
  const account = settings.accounts.find((one) => one.name === name);
  const failed = settings.failedAccounts.find((one) => one.name === name);
  if (account?.kind !== 'caldav' && failed === undefined) return;
  const test =
    account?.kind === 'caldav'
      ? await testOf(people, account, tokensOf(people, user, account))
      : { at: Date.now(), problem: failed?.error.message ?? '' };
  await people.directory.tested(user.id, name, test);
}

/** Removes calendar copies, trash, undo steps and server discovery of an account. */
export async function forgetAccount(people: People, before: Settings, name: string): Promise<void> {
  const after = { ...before, accounts: before.accounts.filter((one) => one.name !== name) };
  const stores = await openStores(storesPlace(before), systemClock(), people.log);
  try {
    await forgetAccounts(before, after, stores.state);
    await forgetDeleted(stores.state, name);
  } finally {
    await stores.close();
  }
}

/** Undo steps name no account and may hold its events, so all of them go. */
async function forgetDeleted(state: StateStore, account: string): Promise<void> {
  for (const key of await state.keys('undo/')) await state.take(key);
  for (const key of await state.keys('trash/')) {
    const entry = await state.get(key);
    const isOfAccount = isRecord(entry) && isRecord(entry.calendar) && entry.calendar.account === account;
    if (isOfAccount) await state.take(key);
  }
}

/** Keeps the token in memory until the account works. */
function heldToken(first: string): RefreshTokenStore {
  let current = first;
  return {
    read: async () => current,
    async replace(token) {
      current = token;
    },
    alone: (work) => work(),
  };
}

/** The stored token, shared with the running programs of all replicas. */
function tokensOf(
  { vaultOf, writingOf, log }: People,
  { id }: SignedInUser,
  { name, access }: CalDavAccount,
): RefreshTokenStore {
  const source = access.kind === 'oauth' ? access.refreshToken : access.password;
  return createVaultTokenStore(source, { name, vault: vaultOf(id), writing: writingOf(id), log });
}

type CalDavAccount = ReturnType<typeof personAccount>;

/** Signs in and lists the calendars. A failure is the result, not an exception. */
async function testOf(
  { settings }: People,
  account: CalDavAccount,
  tokens: RefreshTokenStore,
): Promise<AccountTest> {
  const signal = AbortSignal.timeout(settings.deadlines.write * 1000);
  try {
    const calendars = await openAlone({ ...account, mirror: false }, { settings, tokens }, (backend) =>
      backend.calendars({ signal }),
    );
    return { at: Date.now(), calendars: calendars.length };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { at: Date.now(), problem: shownProblem(error) };
  }
}

/** Provider title or host. */
function nameFor({ provider, url = '' }: Pick<UserAccount, 'provider' | 'url'>): string {
  const known = Object.entries(PROVIDER_GUIDES).find(([name]) => name === provider)?.[1].title;
  const host = URL.canParse(url) ? new URL(url).hostname : 'calendars';
  return (known ?? host).slice(0, 50);
}

function notUsable(message: string): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', message);
}

function tooMany(most: number): CalendarError {
  return new CalendarError('QUOTA_EXCEEDED', `More than ${counted(most, 'account')} cannot be added here.`, {
    suggestion: 'Remove one of them first.',
  });
}
