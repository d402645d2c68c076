import { resolve } from 'node:path';
import type { AccountSettings } from '../schemas/config.js';
import { CalendarError } from '../schemas/error.js';
import { placeOf } from './backends/caldav/providers.js';
import { checkPlace, checkSecret } from './credentials.js';
import type { PasswordCommand } from './password-command.js';
import { expandHome } from './read-config-file.js';
import { type Secret, secret } from './secret.js';

/** What opens a CalDAV account; a command is run when the account is first used. */
export type Access =
  | { readonly kind: 'password'; readonly password: Secret }
  | { readonly kind: 'command'; readonly command: PasswordCommand }
  | {
      readonly kind: 'oauth';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret?: Secret;
      readonly refreshToken: Secret;
    };

export type Account =
  | {
      readonly kind: 'caldav';
      readonly name: string;
      readonly url: string;
      readonly username: string;
      readonly access: Access;
      /** Other hosts that credentials may go to. */
      readonly allowedHosts: readonly string[];
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'local';
      readonly name: string;
      readonly dir: string;
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
      readonly addresses: readonly string[];
    }
  | {
      readonly kind: 'ics';
      readonly name: string;
      readonly path: string;
      readonly addresses: readonly string[];
    };

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
      return caldavAccount(account, env);
    case 'local':
      return { kind: 'local', name, dir: inFolder(folder, account.dir), addresses };
    case 'webcal': {
      const { url, allowPrivate = false } = account;
      return { kind: 'webcal', name, url: secret(url), allowPrivate, addresses };
    }
    case 'applescript':
      return applescriptAccount(name, addresses, platform);
    case 'ics':
      return { kind: 'ics', name, path: inFolder(folder, account.path), addresses };
  }
}

/** The Calendar app, on a Mac. */
export function applescriptAccount(
  name: string,
  addresses: readonly string[],
  platform: NodeJS.Platform,
): Account {
  if (platform === 'darwin') return { kind: 'applescript', name, addresses };
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
  const { url, username } = checkPlace(
    { url: given(env.CALDAV_URL), username: given(env.CALDAV_USERNAME) },
    where,
  );
  const password = secret(checkSecret(env.CALDAV_PASSWORD, username, where));
  return {
    kind: 'caldav',
    name,
    url,
    username,
    access: { kind: 'password', password },
    allowedHosts: [],
    addresses: [],
  };
}

type CalDavSettings = Extract<AccountSettings, { kind: 'caldav' }>;

function caldavAccount(account: CalDavSettings, env: NodeJS.ProcessEnv): Account {
  const { name, provider, allowedHosts = [], addresses = [] } = account;
  const known = provider === undefined ? { url: account.url, allowedHosts: [] } : placeOf(provider, account);
  const { url, username } = checkPlace(
    { url: known.url, username: account.username },
    'the configuration file',
  );
  const access = accessOf(account, username, env);
  return {
    kind: 'caldav',
    name,
    url,
    username,
    access,
    allowedHosts: [...known.allowedHosts, ...allowedHosts],
    addresses,
  };
}

function accessOf(account: CalDavSettings, username: string, env: NodeJS.ProcessEnv): Access {
  const { oauth, passwordCommand, passwordEnv } = account;
  const fromVariable = (variable: string): Secret =>
    secret(checkSecret(env[variable], username, `the environment variable ${variable}`));
  if (oauth !== undefined) {
    const { tokenUrl, clientId, clientSecretEnv, refreshTokenEnv } = oauth;
    return {
      kind: 'oauth',
      tokenUrl,
      clientId,
      ...(clientSecretEnv !== undefined && { clientSecret: fromVariable(clientSecretEnv) }),
      refreshToken: fromVariable(refreshTokenEnv),
    };
  }
  const [program, ...args] = passwordCommand ?? [];
  if (program !== undefined) return { kind: 'command', command: [program, ...args] };
  if (passwordEnv !== undefined) return { kind: 'password', password: fromVariable(passwordEnv) };
  return {
    kind: 'password',
    password: secret(checkSecret(account.password, username, 'the configuration file')),
  };
}

/** A path of the configuration file is meant from where that file is. */
export function inFolder(folder: string, path: string): string {
  return resolve(folder, expandHome(path));
}

/** Programs that start servers often pass a variable they were not given as an empty one. */
export function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
