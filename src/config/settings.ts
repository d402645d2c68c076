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

/** Settings given on the command line; they win over the environment, which wins over the file. */
export interface SettingFlags {
  readonly config?: string;
  /** Serves only this and ignores the configured accounts. */
  readonly dir?: string;
  /** Folders of calendars that are not there are made. */
  readonly create?: boolean;
  readonly stateDir?: string;
  readonly calendar?: string;
  readonly readOnly?: boolean;
  readonly timezone?: string;
  /** As `dir`. */
  readonly backend?: 'applescript' | 'local';
}

/** Flags of a server, and what the users of its tools are used to. */
export interface ServerFlags extends SettingFlags {
  /** The policy where the configuration file has none, and whose tools want it. */
  readonly usualPolicy?: { readonly name: keyof typeof POLICIES; readonly of: string };
}

interface AuditSettings {
  readonly keepDays: number;
  readonly maxMegabytes: number;
  /** With the titles of events. */
  readonly text: boolean;
}

/** Everything that can be configured, decided and checked; built before anything else runs. */
export interface Settings {
  readonly accounts: readonly Account[];
  readonly failedAccounts: readonly { readonly name: string; readonly error: CalendarError }[];
  readonly stateDir: string;
  /** Where what must last is kept; undefined: in the state folder. */
  readonly database?: DatabaseSettings;
  /** Whose it is, in a database that several share. */
  readonly owner: string;
  /** The person's mail addresses, besides those of each account. */
  readonly addresses: readonly string[];
  /** As configured: wire.ts checks it. Undefined: the system's. */
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
  /** Whether tasks are read and written, besides events. */
  readonly tasks: boolean;
  readonly defaultCalendar?: string;
  readonly defaultTaskList?: string;
  /** For the log at start: trusted text. */
  readonly warnings: readonly string[];
}

const WEEK_STARTS = { mon: 1, sat: 6, sun: 7 } as const;

/** One of several whom a server serves. */
export interface ServedUser {
  /** Folders that nothing names are in it. */
  readonly home: string;
  /** Whether the server has a database for their calendars, too. */
  readonly hasDatabase: boolean;
}

/**
 * Reads flags, environment and configuration file; throws CONFIGURATION where one of them is wrong. Without a `served` user,
 * they are those of whoever runs the program.
 */
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
  // The file's defaults are for all calendars: where one is asked for, what is new goes there.
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

/** Environment and flags can only take away permissions that the file gives. */
function policyFrom(file: FileSettings, flags: ServerFlags, env: NodeJS.ProcessEnv): Policy {
  const policy = policyOf(file.policy ?? flags.usualPolicy?.name);
  const readOnly = isOn(configValue(env.CALENDAR_READ_ONLY)) || flags.readOnly === true;
  return readOnly ? { ...policy, readOnly } : policy;
}

/** What is neither yes nor no stops the program: nobody who wanted a calendar left alone is taken for somebody else. */
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

/** Each folder named on the command line has its own trash and undo: two may hold a calendar of one name. */
function stateOf(dir: string | undefined, folder: string): string {
  if (dir === undefined) return folder;
  const digest = createHash('sha256')
    .update(resolve(expandHome(dir)))
    .digest('hex');
  return join(folder, `store-${digest.slice(0, 12)}`);
}

/** What no log may show. */
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
