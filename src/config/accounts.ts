import { CalendarError } from '../../schemas/model/error.js';
import type { AccountSettings } from '../../schemas/settings/settings.js';
import { placeOf } from '../backends/caldav/transport/providers.js';
import { type Secret, secret } from '../secrets/secret.js';
import { type AccountSecrets, accountSecrets } from './account-secrets.js';
import { configValue, inFolder } from './config-values.js';
import { correctIn, rejectPlaceholderPlace, rejectPlaceholderSecret } from './reject-placeholders.js';

export type Account = { readonly formerNames?: readonly string[] | undefined } & (
  | {
      readonly kind: 'caldav';
      readonly name: string;
      readonly url: string;
      readonly username: string;
      readonly access: AccountSecrets;
      /** Other hosts that may receive the credentials. */
      readonly allowedHosts: readonly string[];
      /** Hint on the login that the provider needs. */
      readonly login?: string;
      readonly publicOnly?: true;
      /** Its calendars may be copied to the state folder. */
      readonly mirror: boolean;
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'local';
      readonly name: string;
      readonly dir: string;
      /** Lets the first write create the folder. A folder the user named is created only on request. */
      readonly create: boolean;
      /** Used because nothing is configured. */
      readonly standsIn?: true;
      readonly addresses: readonly string[];
    }
  | {
      /** In the database of the server. */
      readonly kind: 'stored';
      readonly name: string;
      readonly standsIn: true;
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'webcal';
      readonly name: string;
      /** May hold a token, so it is as secret as a password. */
      readonly url: Secret;
      readonly allowPrivate: boolean;
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'applescript';
      readonly name: string;
      /** Names of the calendars to include or exclude. */
      readonly calendars?: readonly string[] | undefined;
      readonly except?: readonly string[] | undefined;
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'ics';
      readonly name: string;
      readonly path: string;
      readonly addresses: readonly string[];
    }
);

/** Identifies the account in calendar IDs and stored state, so a rename changes neither. */
export function firstName({
  name,
  formerNames: [first] = [],
}: Pick<Account, 'name' | 'formerNames'>): string {
  return first ?? name;
}

/** True if its events can mail attendees: through its server or the accounts of the Calendar app. */
export function mayMail({ kind }: Account): boolean {
  return kind === 'caldav' || kind === 'applescript';
}

/** Throws CONFIGURATION if the account is unusable. */
export function accountOf(
  account: AccountSettings,
  env: NodeJS.ProcessEnv,
  folder: string,
  platform: NodeJS.Platform,
): Account {
  const { name, addresses = [] } = account;
  switch (account.kind) {
    case 'caldav':
      return caldavAccount(account, env, folder);
    case 'local':
      return { kind: 'local', name, dir: inFolder(folder, account.dir), create: false, addresses };
    case 'webcal': {
      const { url, allowPrivate = false } = account;
      return { kind: 'webcal', name, url: secret(url), allowPrivate, addresses };
    }
    case 'applescript':
      return applescriptAccount(account, platform);
    case 'ics':
      return { kind: 'ics', name, path: inFolder(folder, account.path), addresses };
  }
}

type AppSettings = Extract<AccountSettings, { kind: 'applescript' }>;

/** Throws CONFIGURATION unless on macOS. */
export function applescriptAccount(
  { name, addresses = [], calendars, except }: Omit<AppSettings, 'kind'>,
  platform: NodeJS.Platform,
): Account {
  if (platform === 'darwin') return { kind: 'applescript', name, calendars, except, addresses };
  throw new CalendarError(
    'CONFIGURATION',
    'The Calendar app can be used on macOS only; this is another system.',
    {
      suggestion: 'Configure a CalDAV account or a calendar folder instead.',
    },
  );
}

export function accountOfVariables(env: NodeJS.ProcessEnv, name: string): Account {
  const where = 'CALDAV_URL, CALDAV_USERNAME and CALDAV_PASSWORD';
  const { url, username } = rejectPlaceholderPlace(
    { url: configValue(env.CALDAV_URL), username: configValue(env.CALDAV_USERNAME) },
    where,
  );
  const password = secret(rejectPlaceholderSecret(env.CALDAV_PASSWORD, username, correctIn(where)));
  return {
    kind: 'caldav',
    name,
    url,
    username,
    access: { kind: 'password', password: { kind: 'given', value: password } },
    allowedHosts: [],
    mirror: true,
    addresses: [],
  };
}

type CalDavSettings = Extract<AccountSettings, { kind: 'caldav' }>;

function caldavAccount(account: CalDavSettings, env: NodeJS.ProcessEnv, folder: string): Account {
  const { name, provider, allowedHosts = [], mirror = true, addresses = [] } = account;
  const known = provider === undefined ? { url: account.url, allowedHosts: [] } : placeOf(provider, account);
  const { url, username } = rejectPlaceholderPlace(
    { url: known.url, username: account.username },
    'the configuration file',
  );
  const access = accountSecrets(account, { username, env, folder });
  return {
    kind: 'caldav',
    name,
    url,
    username,
    access,
    allowedHosts: [...known.allowedHosts, ...allowedHosts],
    ...('login' in known && { login: known.login }),
    mirror,
    addresses,
  };
}
