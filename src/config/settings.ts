import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { defined } from '../../schemas/model/defined.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { POLICIES, Policy } from '../../schemas/model/policy.js';
import {
  APP_DEADLINES,
  DEFAULT_AUDIT,
  DEFAULT_DEADLINES,
  DEFAULT_WORKING_HOURS,
} from '../../schemas/settings/defaults.js';
import { policyOf } from '../../schemas/settings/policy.js';
import type { SettingsFile as FileSettings } from '../../schemas/settings/settings.js';
import type { SecretSource } from '../secrets/secret-source.js';
import { isLogLevel, type LogLevel } from '../system/json-log.js';
import type { Account } from './accounts.js';
import { configValue, inFolder } from './config-values.js';
import { accountsFrom } from './configured-accounts.js';
import { type DatabaseSettings, databaseSettings } from './database-settings.js';
import { defaultFolders, foldersIn } from './default-folders.js';
import { type HttpSettings, httpSettings } from './http-settings.js';
import { misnamedVariables } from './misnamed-variables.js';
import { expandHome, readConfigFile } from './read-config-file.js';

/** Command-line flags override the environment, which overrides the file. */
export interface SettingFlags {
  readonly config?: string;
  /** Serves only this folder and ignores the configured accounts. */
  readonly dir?: string;
  /** Creates missing calendar folders. */
  readonly create?: boolean;
  readonly stateDir?: string;
  readonly calendar?: string;
  readonly readOnly?: boolean;
  readonly timezone?: string;
  /** Also ignores the configured accounts. */
  readonly backend?: 'applescript' | 'local';
}

export interface ServerFlags extends SettingFlags {
  /** Policy if the configuration file has none, and the tool set it comes from. */
  readonly usualPolicy?: { readonly name: keyof typeof POLICIES; readonly of: string };
}

interface AuditSettings {
  readonly keepDays: number;
  readonly maxMegabytes: number;
  /** Records event titles. */
  readonly text: boolean;
}

/** All settings, checked; built before anything else runs. */
export interface Settings {
  readonly accounts: readonly Account[];
  readonly failedAccounts: readonly { readonly name: string; readonly error: CalendarError }[];
  readonly stateDir: string;
  /** Storage for lasting data; undefined: the state folder. */
  readonly database?: DatabaseSettings;
  /** Owner of the data in a shared database. */
  readonly owner: string;
  /** The person's mail addresses, in addition to those of each account. */
  readonly addresses: readonly string[];
  /** Unchecked; wire.ts validates it. Undefined: the system zone. */
  readonly timezone?: string;
  /** Text of CALENDAR_NOW. */
  readonly now?: string;
  readonly logLevel: LogLevel;
  /** ISO weekday, Monday 1. */
  readonly weekStart: number;
  readonly workingHours: NonNullable<FileSettings['workingHours']>;
  /** In seconds. */
  readonly deadlines: { readonly read: number; readonly write: number };
  readonly policy: Policy;
  readonly audit: AuditSettings;
  readonly http: HttpSettings;
  readonly calendar?: string;
  /** Includes tasks, not only events. */
  readonly tasks: boolean;
  readonly defaultCalendar?: string;
  readonly defaultTaskList?: string;
  /** Trusted text for the log at start. */
  readonly warnings: readonly string[];
}

const WEEK_STARTS = { mon: 1, sat: 6, sun: 7 } as const;

export interface ServedUser {
  /** Holds the folders that have no configured place. */
  readonly home: string;
  /** The server has a database for their calendars. */
  readonly hasDatabase: boolean;
}

/** Throws CONFIGURATION. Without a `served` user, loads the settings of whoever runs the program. */
export async function loadSettings(
  flags: ServerFlags,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  served?: ServedUser,
): Promise<Settings> {
  const folders = served === undefined ? defaultFolders(platform, env, homedir()) : foldersIn(served.home);
  const named = flags.config ?? configValue(env.CALENDAR_CONFIG);
  const file = await readConfigFile(named ?? join(folders.config, 'calendar-mcp.json'), named !== undefined);
  const dir = flags.dir ?? configValue(env.CALENDAR_DIR);
  const warnings = [
    ...file.warnings,
    ...(await misnamedVariables(env)),
    ...usualPolicyNote(file.settings, flags),
  ];
  const database = databaseSettings(file.settings.database, { env, folder: file.folder });
  const { accounts, failedAccounts } = accountsFrom({
    ...{ flags, env, platform, file, warnings, dir },
    hasDatabase: database !== undefined || served?.hasDatabase === true,
    data: folders.data,
    isOwner: flags.backend === undefined && served === undefined,
  });
  const stateDir = flags.stateDir ?? configValue(env.CALENDAR_STATE_DIR);
  const only = flags.calendar ?? configValue(env.CALDAV_CALENDAR_NAME);
  const calendar = only ?? file.settings.calendar;
  // The file's defaults may name other calendars than the one the caller selected.
  const { defaultCalendar, defaultTaskList } = only === undefined ? file.settings : {};
  const defaults = accounts.some(({ kind }) => kind === 'applescript') ? APP_DEADLINES : DEFAULT_DEADLINES;
  const now = configValue(env.CALENDAR_NOW);
  const timezone = flags.timezone ?? configValue(env.CALENDAR_TIMEZONE) ?? file.settings.timezone;
  return {
    accounts,
    failedAccounts,
    stateDir:
      stateDir === undefined
        ? stateOf(dir, stateFolder(file.settings.stateDir, file.folder, folders.state))
        : resolve(expandHome(stateDir)),
    ...(database !== undefined && { database }),
    owner: stateOf(dir, served === undefined ? 'main' : join('user', basename(served.home))),
    addresses: addressesOf(configValue(env.CALENDAR_ADDRESSES)) ?? file.settings.addresses ?? [],
    ...defined({ timezone, now }),
    logLevel: logLevelOf(configValue(env.CALENDAR_LOG)),
    weekStart: WEEK_STARTS[file.settings.weekStart ?? 'mon'],
    workingHours: file.settings.workingHours ?? {
      ...DEFAULT_WORKING_HOURS,
      days: [...DEFAULT_WORKING_HOURS.days],
    },
    deadlines: {
      read: secondsOf(env, 'CALENDAR_READ_DEADLINE') ?? file.settings.deadlines?.read ?? defaults.read,
      write: secondsOf(env, 'CALENDAR_WRITE_DEADLINE') ?? file.settings.deadlines?.write ?? defaults.write,
    },
    audit: auditOf(file.settings.audit),
    policy: policyFrom(file.settings, flags, env),
    http: httpSettings(file.settings.http, file.folder, env),
    tasks: file.settings.tasks ?? true,
    ...defined({ calendar, defaultCalendar, defaultTaskList }),
    warnings,
  };
}

function auditOf({ keepDays, maxMegabytes, text }: FileSettings['audit'] = {}): AuditSettings {
  return {
    keepDays: keepDays ?? DEFAULT_AUDIT.keepDays,
    maxMegabytes: maxMegabytes ?? DEFAULT_AUDIT.maxMegabytes,
    text: text ?? DEFAULT_AUDIT.text,
  };
}

/** The environment and flags can only remove permissions that the file grants. */
function policyFrom(file: FileSettings, flags: ServerFlags, env: NodeJS.ProcessEnv): Policy {
  const policy = policyOf(file.policy ?? flags.usualPolicy?.name);
  const readOnly = isOn(configValue(env.CALENDAR_READ_ONLY)) || flags.readOnly === true;
  return readOnly ? { ...policy, readOnly } : policy;
}

/** Throws on any other value: a mistyped "yes" must not make calendars writable. */
function isOn(text = '0'): boolean {
  const value = text.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  if (['0', 'false', 'no', 'off'].includes(value)) return false;
  throw new CalendarError('CONFIGURATION', 'CALENDAR_READ_ONLY must be 1 or 0.');
}

function usualPolicyNote({ policy }: FileSettings, { usualPolicy: usual }: ServerFlags): readonly string[] {
  if (policy !== undefined || usual === undefined) return [];
  return [
    `With the tools of ${usual.of} the policy is "${usual.name}", because "policy" in the configuration file names none.`,
  ];
}

/** Gives each folder of the command line its own trash and undo, because two may hold calendars of the same name. */
function stateOf(dir: string | undefined, folder: string): string {
  if (dir === undefined) return folder;
  const digest = createHash('sha256')
    .update(resolve(expandHome(dir)))
    .digest('hex');
  return join(folder, `store-${digest.slice(0, 12)}`);
}

/** Values that no log may contain. */
export function secretsOf({ accounts, database, http }: Settings): string[] {
  const client = givenSecret(http.signIn?.clientSecret);
  return [
    ...secretsOfDatabase(database),
    ...(client === undefined ? [] : [client]),
    ...accounts.flatMap(secretsOfAccount),
  ];
}

function secretsOfDatabase(database: DatabaseSettings | undefined): string[] {
  if (database === undefined) return [];
  const { password } = new URL(database.url.reveal());
  const given = [database.password, database.secretKey].flatMap((source) => givenSecret(source) ?? []);
  return [password, decodeURIComponent(password), ...given.flatMap((text) => text.split(/\s+/))].filter(
    Boolean,
  );
}

function secretsOfAccount(account: Account): string[] {
  if (account.kind === 'webcal') return [account.url.reveal()];
  if (account.kind !== 'caldav') return [];
  const { access, username } = account;
  if (access.kind === 'oauth') {
    return [access.refreshToken, access.clientSecret].flatMap((source) => givenSecret(source) ?? []);
  }
  const password = givenSecret(access.password);
  return password === undefined ? [] : [password, Buffer.from(`${username}:${password}`).toString('base64')];
}

function givenSecret(source: SecretSource | undefined): string | undefined {
  return source?.kind === 'given' ? source.value.reveal() : undefined;
}

function stateFolder(configured: string | undefined, folder: string, fallback: string): string {
  return configured === undefined ? fallback : inFolder(folder, configured);
}

function secondsOf(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = configValue(env[name]);
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= 600) return seconds;
  throw new CalendarError('CONFIGURATION', `${name} must be a number of seconds from 1 to 600.`);
}

function addressesOf(text: string | undefined): readonly string[] | undefined {
  const addresses = text?.split(',').flatMap((part) => configValue(part.replace(/^\s*mailto:/i, '')) ?? []);
  if (addresses === undefined || addresses.every((one) => /^[^\s@]+@[^\s@]+$/.test(one))) return addresses;
  throw new CalendarError('CONFIGURATION', 'CALENDAR_ADDRESSES must be mail addresses separated by commas.');
}

function logLevelOf(text: string | undefined): LogLevel {
  const level = text?.toLowerCase() ?? 'warn';
  if (isLogLevel(level)) return level;
  throw new CalendarError('CONFIGURATION', 'CALENDAR_LOG must be debug, info, warn or silent.');
}
