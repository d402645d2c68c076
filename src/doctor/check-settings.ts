import { homedir } from 'node:os';
import { join } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import type { DoctorReport } from '../../schemas/settings/doctor-report.js';
import { settingsJsonSchema } from '../../schemas/settings/parse-settings.js';
import { configValue } from '../config/config-values.js';
import { clockOf } from '../config/configured-clock.js';
import { defaultFolders } from '../config/default-folders.js';
import { SETTING_VARIABLES } from '../config/misnamed-variables.js';
import { readConfigFile } from '../config/read-config-file.js';
import { loadSettings, type SettingFlags, type Settings } from '../config/settings.js';
import type { Checklist } from '../ports/probe.js';
import { errnoOf } from '../system/errno-of.js';

/** Reported by name only, never by value. */
const VARIABLES = [...SETTING_VARIABLES, 'NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY'];

const OPTIONS = {
  config: 'config',
  dir: 'dir',
  create: 'create',
  stateDir: 'state-dir',
  calendar: 'calendar',
  readOnly: 'read-only',
  timezone: 'timezone',
  backend: 'backend',
} as const satisfies Record<keyof SettingFlags, string>;

export interface SettingSources {
  readonly flags: SettingFlags;
  readonly env: NodeJS.ProcessEnv;
}

/** Names the sources of the configuration, without values. */
export async function sourcesOf({
  flags,
  env,
}: SettingSources): Promise<Omit<DoctorReport['settings'], 'accounts' | 'checks'>> {
  const { path, named } = configPath({ flags, env });
  const keys = Object.keys(OPTIONS).filter((key): key is keyof SettingFlags => key in OPTIONS);
  return {
    file: named ? 'named' : (await exists(path)) ? 'default' : 'none',
    variables: VARIABLES.filter((name) => configValue(env[name]) !== undefined),
    options: keys.filter((key) => flags[key] !== undefined).map((key) => OPTIONS[key]),
  };
}

export function configPath({ flags, env }: SettingSources): {
  readonly path: string;
  readonly named: boolean;
} {
  const named = flags.config ?? configValue(env.CALENDAR_CONFIG);
  const defaultPath = join(defaultFolders(process.platform, env, homedir()).config, 'calendar-mcp.json');
  return { path: named ?? defaultPath, named: named !== undefined };
}

/** Reads the settings as the server does; undefined if the server could not start with them. */
export async function checkSettings(
  checks: Checklist,
  sources: SettingSources,
): Promise<Settings | undefined> {
  const settings = await checks.check(
    'configuration',
    () => withConfigPlace(() => loadSettings(sources.flags, sources.env)),
    settingsFinding,
  );
  if (settings === undefined) return undefined;
  const { path, named } = configPath(sources);
  if (named || (await exists(path))) {
    await checks.check(
      'permissions of the configuration file',
      async () => (await readConfigFile(path, named)).warnings.length,
      (warnings) =>
        warnings === 0
          ? { status: 'ok', detail: 'No other user can read a password in it.' }
          : {
              status: 'warning',
              detail: 'Other users of this computer can read the passwords in it.',
              suggestion: 'Run chmod 600 on it, or use passwordEnv or passwordCommand.',
            },
    );
  }
  return settings;
}

/** Reads an HTTP user's settings as the server does; undefined if the server could not start with them. */
export function checkUser(
  checks: Checklist,
  called: string,
  load: () => Promise<Settings>,
): Promise<Settings | undefined> {
  const whole = async (): Promise<Settings> => {
    const own = await load();
    await clockOf(own);
    return own;
  };
  return checks.check(`configuration of ${called}`, () => withConfigPlace(whole), settingsFinding);
}

async function withConfigPlace(load: () => Promise<Settings>): Promise<Settings> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof CalendarError ? withPlace(error) : error;
  }
}

function settingsFinding({
  accounts,
  failedAccounts,
}: Settings): ReturnType<Parameters<Checklist['check']>[2]> {
  const facts = { accounts: accounts.length, unusable: failedAccounts.length };
  return failedAccounts.length === 0
    ? { status: 'ok', detail: 'It can be read, and every account can be used.', facts }
    : { status: 'failed', code: 'CONFIGURATION', detail: 'It can be read; see the accounts.', facts };
}

/** Names the place of a mistake by keys from the schema; unknown keys are private and become "?". */
function withPlace(error: CalendarError): CalendarError {
  const { path, details, suggestion } = error.info;
  if (typeof details?.mistake === 'string') {
    const message = `The configuration file ${details.mistake}.`;
    return new CalendarError(error.code, message, { ...(suggestion && { suggestion }), cause: error });
  }
  if (path === undefined || path === '') return error;
  const known = JSON.stringify(settingsJsonSchema());
  const segments = path.split('/').slice(1);
  const place = segments
    .map((key) => (/^\d+$/.test(key) || known.includes(`"${key}":`) ? key : '?'))
    .join('.');
  return new CalendarError(error.code, `The configuration file is not valid at ${place}.`, {
    suggestion: 'Correct it; calendar-mcp print-schemas settings prints its schema.',
    cause: error,
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await readConfigFile(path, true);
    return true;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    // `loadSettings` reports a file that exists but is invalid.
    return errnoOf(error.cause) !== 'ENOENT';
  }
}
