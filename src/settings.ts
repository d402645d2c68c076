import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type AccountSettings,
  DEFAULT_WORKING_HOURS,
  type Settings as FileSettings,
} from '../schemas/config.js';
import { CalendarError } from '../schemas/error.js';
import { placeOf } from './backends/caldav/providers.js';
import { checkPlace, checkSecret, isUnprotected } from './credentials.js';
import { defaultFolders } from './default-folders.js';
import { isLogLevel, type LogLevel } from './log.js';
import type { PasswordCommand } from './password-command.js';
import { expandHome, readConfigFile } from './read-config-file.js';
import { type Secret, secret } from './secret.js';

/** Settings given on the command line; they win over the environment, which wins over the file. */
export interface SettingFlags {
  readonly config?: string;
  readonly dir?: string;
  readonly stateDir?: string;
  readonly calendar?: string;
  readonly timezone?: string;
}

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
      readonly kind: 'ics';
      readonly name: string;
      readonly path: string;
      readonly addresses: readonly string[];
    };

/** Everything that can be configured, decided and checked; built before anything else runs. */
export interface Settings {
  readonly accounts: readonly Account[];
  readonly failedAccounts: readonly { readonly name: string; readonly error: CalendarError }[];
  readonly stateDir: string;
  /** As the operator wrote it: wire.ts checks it. Undefined: the system's. */
  readonly timezone?: string;
  /** Text of CALENDAR_NOW. */
  readonly now?: string;
  readonly logLevel: LogLevel;
  /** ISO weekday, Monday 1. */
  readonly weekStart: number;
  readonly workingHours: NonNullable<FileSettings['workingHours']>;
  readonly calendar?: string;
  readonly defaultCalendar?: string;
  /** For the log at start: trusted text. */
  readonly warnings: readonly string[];
}

const WEEK_STARTS = { mon: 1, sat: 6, sun: 7 } as const;

/** Reads flags, environment and configuration file; throws CONFIGURATION where one of them is wrong. */
export function loadSettings(flags: SettingFlags, env: NodeJS.ProcessEnv): Settings {
  const folders = defaultFolders(process.platform, env, homedir());
  const named = flags.config ?? given(env.CALENDAR_CONFIG);
  const file = readConfigFile(named ?? join(folders.config, 'calendar-mcp.json'), named !== undefined);
  const dir = flags.dir ?? given(env.CALENDAR_DIR);
  const warnings = [...file.warnings];
  const accounts: Account[] = [];
  const failedAccounts: { name: string; error: CalendarError }[] = [];
  const add = (name: string, make: () => Account): void => {
    try {
      const account = make();
      accounts.push(account);
      if (account.kind === 'caldav' && isUnprotected(account.url)) {
        warnings.push(
          `Account "${name}" sends its password unprotected: its address should start with https://.`,
        );
      }
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failedAccounts.push({ name, error });
    }
  };
  for (const account of file.settings.accounts ?? []) {
    add(account.name, () => accountOf(account, env, file.folder));
  }
  const taken = new Set((file.settings.accounts ?? []).map(({ name }) => name));
  if (hasCaldavVariables(env))
    add(freeName('caldav', taken), () => accountOfVariables(env, freeName('caldav', taken)));
  if (dir !== undefined || (accounts.length === 0 && failedAccounts.length === 0)) {
    const folder =
      dir ?? (file.settings.localDir && inFolder(file.folder, file.settings.localDir)) ?? folders.data;
    add('local', () => ({
      kind: 'local',
      name: freeName('local', taken),
      dir: resolve(expandHome(folder)),
      addresses: [],
    }));
  }
  const stateDir = flags.stateDir ?? given(env.CALENDAR_STATE_DIR);
  const calendar = flags.calendar ?? given(env.CALDAV_CALENDAR_NAME) ?? file.settings.calendar;
  const now = given(env.CALENDAR_NOW);
  const timezone = flags.timezone ?? given(env.CALENDAR_TIMEZONE) ?? file.settings.timezone;
  return {
    accounts,
    failedAccounts,
    stateDir:
      stateDir === undefined
        ? stateOf(dir, stateFolder(file.settings.stateDir, file.folder, folders.state))
        : resolve(expandHome(stateDir)),
    ...(timezone !== undefined && { timezone }),
    ...(now !== undefined && { now }),
    logLevel: logLevelOf(given(env.CALENDAR_LOG)),
    weekStart: WEEK_STARTS[file.settings.weekStart ?? 'mon'],
    workingHours: file.settings.workingHours ?? {
      ...DEFAULT_WORKING_HOURS,
      days: [...DEFAULT_WORKING_HOURS.days],
    },
    ...(calendar !== undefined && { calendar }),
    ...(file.settings.defaultCalendar !== undefined && { defaultCalendar: file.settings.defaultCalendar }),
    warnings,
  };
}

/** Each folder named on the command line has its own trash and undo: two may hold a calendar of one name. */
function stateOf(dir: string | undefined, folder: string): string {
  if (dir === undefined) return folder;
  const digest = createHash('sha256')
    .update(resolve(expandHome(dir)))
    .digest('hex');
  return join(folder, `store-${digest.slice(0, 12)}`);
}

/** What no log may show. */
export function secretsOf({ accounts }: Settings): string[] {
  return accounts.flatMap((account) => {
    if (account.kind !== 'caldav') return [];
    const { access, username } = account;
    if (access.kind === 'command') return [];
    if (access.kind === 'oauth')
      return [access.refreshToken, access.clientSecret].flatMap((one) => one?.reveal() ?? []);
    const password = access.password.reveal();
    return [password, Buffer.from(`${username}:${password}`).toString('base64')];
  });
}

/** Programs that start servers often pass a variable they were not given as an empty one. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function accountOf(account: AccountSettings, env: NodeJS.ProcessEnv, folder: string): Account {
  const { name, addresses = [] } = account;
  switch (account.kind) {
    case 'caldav':
      return caldavAccount(account, env);
    case 'local':
      return { kind: 'local', name, dir: inFolder(folder, account.dir), addresses };
    case 'ics':
      return { kind: 'ics', name, path: inFolder(folder, account.path), addresses };
  }
}

function hasCaldavVariables(env: NodeJS.ProcessEnv): boolean {
  return [env.CALDAV_URL, env.CALDAV_USERNAME, env.CALDAV_PASSWORD].some(
    (value) => given(value) !== undefined,
  );
}

function accountOfVariables(env: NodeJS.ProcessEnv, name: string): Account {
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

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name} ${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function inFolder(folder: string, path: string): string {
  return resolve(folder, expandHome(path));
}

function stateFolder(configured: string | undefined, folder: string, fallback: string): string {
  return configured === undefined ? fallback : inFolder(folder, configured);
}

function logLevelOf(text: string | undefined): LogLevel {
  const level = text?.toLowerCase() ?? 'warn';
  if (isLogLevel(level)) return level;
  throw new CalendarError('CONFIGURATION', 'CALENDAR_LOG must be debug, info, warn or silent.');
}
