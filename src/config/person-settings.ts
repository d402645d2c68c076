import { join } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import { POLICIES, type Policy } from '../../schemas/model/policy.js';
import type { ProviderName } from '../../schemas/settings/settings.js';
import { PROVIDERS, placeOf } from '../backends/caldav/transport/providers.js';
import { isUnencrypted } from '../http/unencrypted-url.js';
import { ownerOf, type SignedInUser, type UserAccount } from '../ports/users/user-directory.js';
import type { SecretSource } from '../secrets/secret-source.js';
import type { AccountSecrets } from './account-secrets.js';
import type { Account } from './accounts.js';
import { rejectPlaceholderPlace } from './reject-placeholders.js';
import type { Settings } from './settings.js';
import type { GoogleClient, PersonBounds } from './sign-in-settings.js';

/** A signed-in user and the accounts they added. */
export interface PersonWithAccounts {
  readonly user: SignedInUser;
  readonly accounts: readonly UserAccount[];
  readonly passwordOf: (account: UserAccount) => SecretSource;
}

/** Combines the server's common settings, the person's accounts and the limits of `http.signIn`. */
export function settingsOfPerson(
  { user, accounts, passwordOf }: PersonWithAccounts,
  bounds: PersonBounds,
  { calendar: _, defaultCalendar: __, defaultTaskList: ___, ...common }: Settings,
): Settings {
  const opened: Account[] = [];
  const failedAccounts: { name: string; error: CalendarError }[] = [];
  for (const account of accounts) {
    try {
      opened.push(personAccount(account, passwordOf(account), bounds));
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failedAccounts.push({ name: account.name, error });
    }
  }
  return {
    ...common,
    accounts: opened,
    failedAccounts,
    stateDir: personFolder(common, user.id),
    owner: ownerOf(user.id),
    addresses: [],
    policy: policyOfPerson(user, bounds),
    warnings: [],
  };
}

/** Folder of this replica's copies of a person's calendars. */
export function personFolder({ stateDir }: Pick<Settings, 'stateDir'>, id: string): string {
  return join(stateDir, 'people', id);
}

function policyOfPerson({ policy }: SignedInUser, { mayChoose, readOnly, ...bounds }: PersonBounds): Policy {
  const chosen = mayChoose.find((name) => name === policy);
  const whole = chosen === undefined ? bounds.policy : POLICIES[chosen];
  return readOnly ? { ...whole, readOnly } : whole;
}

/** Throws CONFIGURATION or POLICY_DENIED if the account cannot be used here. */
export function personAccount(
  { name, provider, url: given, username }: Omit<UserAccount, 'test'>,
  password: SecretSource,
  bounds: PersonBounds,
): Account & { readonly kind: 'caldav' } {
  const isGoogle = provider === 'google';
  const google = isGoogle ? bounds.google : undefined;
  const elsewhere = given ?? google?.url?.replace('{username}', encodeURIComponent(username));
  const known = isProvider(provider) ? placeOf(provider, { url: elsewhere, username }) : undefined;
  const { url } = rejectPlaceholderPlace({ url: known?.url ?? given, username }, 'the form');
  demandHost(url, bounds);
  return {
    kind: 'caldav',
    name,
    url,
    username,
    access: isGoogle ? googleAccess(google, password) : { kind: 'password', password },
    allowedHosts: known?.allowedHosts ?? [],
    ...(known?.login !== undefined && { login: known.login }),
    ...(!bounds.privateAddresses && { publicOnly: true }),
    mirror: true,
    addresses: [],
  };
}

function googleAccess(google: GoogleClient | undefined, refreshToken: SecretSource): AccountSecrets {
  if (google === undefined) {
    throw new CalendarError('POLICY_DENIED', 'This server does not use calendars of Google.', {
      suggestion: 'Ask those who run this server.',
    });
  }
  const { tokenUrl, clientId, clientSecret } = google;
  return {
    kind: 'oauth',
    tokenUrl,
    clientId,
    ...(clientSecret && { clientSecret }),
    refreshToken,
    isOnPage: true,
  };
}

function isProvider(name: string | undefined): name is ProviderName {
  return name !== undefined && Object.hasOwn(PROVIDERS, name);
}

/** The seal binds a password to this server address and user, so it cannot be sent elsewhere. */
export function passwordBinding({ url = '', username }: Pick<UserAccount, 'url' | 'username'>): string {
  return JSON.stringify([url, username]);
}

function demandHost(url: string, { hosts, privateAddresses }: PersonBounds): void {
  const { hostname } = new URL(url);
  const isAllowed = (rule: string): boolean =>
    rule.startsWith('*.') ? hostname.endsWith(rule.slice(1)) : hostname === rule;
  if (hosts?.some(isAllowed) === false) {
    throw new CalendarError('POLICY_DENIED', 'This server does not use calendars of this host.', {
      suggestion: 'Choose another provider, or ask those who run this server.',
    });
  }
  if (!privateAddresses && isUnencrypted(url)) {
    throw new CalendarError('POLICY_DENIED', 'The address of the calendar server must start with https://.', {
      suggestion: 'Use its https address: over http, your password could be read on the way.',
    });
  }
}
