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
      /** Other hosts that credentials may go to. */
      readonly allowedHosts: readonly string[];
      /** What a login at its provider needs. */
      readonly login?: string;
      /** Its server must be on the public internet. */
      readonly publicOnly?: true;
      /** Its calendars may be copied to the state folder. */
      readonly mirror: boolean;
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'local';
      readonly name: string;
      readonly dir: string;
      /** The first write makes the folder: one that somebody named is made only when they say so. */
      readonly create: boolean;
      /** It is there because nothing is configured. */
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
      /** Only these calendars of the app, all but those: by their names. */
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

/** By what its calendars, and what is kept of them, are known: its first name. */
export function firstName({
  name,
  formerNames: [first] = [],
}: Pick<Account, 'name' | 'formerNames'>): string {
  return first ?? name;
}

/** Whether people on its events may be mailed: by its server or, on a Mac, by the accounts of the Calendar app. */
export function mayMail({ kind }: Account): boolean {
  return kind === 'caldav' || kind === 'applescript';
}

/** An account of the configuration file; throws CONFIGURATION where it cannot be used. */
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

/** The Calendar app, on a Mac. */
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

/** The account of CALDAV_URL, CALDAV_USERNAME and CALDAV_PASSWORD. */
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
