import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CalendarError } from '../../../schemas/model/error.js';
import { loadSettings, type SettingFlags, type Settings } from '../../config/settings.js';
import type { HttpUsers } from '../../server/http/user-programs.js';
import type { Alias } from '../../server/legacy/alias.js';
import { listedTools } from '../../server/listed-tools.js';
import { VERSION } from '../../version.js';
import { preload, wire } from '../../wire.js';

export interface UserContext {
  readonly aliases: readonly Alias[];
  readonly flags: SettingFlags;
  readonly env: NodeJS.ProcessEnv;
}

/** All callers use the same calendars, whatever their name. */
const EVERYONE = 'everyone';
/** Options that say whose calendars are served. */
const OF_ONE_USER = ['dir', 'stateDir', 'calendar', 'backend'] as const;

/** Who uses the server, each with settings of his own; one for all callers where no users are configured. */
export async function httpUsers(settings: Settings, context: UserContext): Promise<HttpUsers> {
  const { users, oauth } = settings.http;
  if (users.length === 0) {
    const subjects = oauth?.subjects;
    const isUser = (identity: string): boolean =>
      !identity.startsWith('subject:') ||
      subjects?.includes('*') === true ||
      subjects?.includes(identity.slice('subject:'.length)) === true;
    return {
      keyOf: (identity) => (isUser(identity) ? EVERYONE : undefined),
      open: () => programOf(settings, settings, context),
    };
  }
  const own = new Map<string, Settings>();
  for (const { identities, config } of users) {
    const loaded = await settingsOfUser(identities[0] ?? '', config, settings, context);
    if ([...own.values()].some(({ stateDir }) => stateDir === loaded.stateDir)) {
      throw new CalendarError('CONFIGURATION', 'Two users of http.users have the same stateDir.', {
        suggestion: 'Leave stateDir out of their configuration files, or give each one of its own.',
      });
    }
    for (const identity of identities) own.set(identity, loaded);
  }
  return {
    // Two identities of one user are one: their settings are.
    keyOf: (identity) => own.get(identity)?.stateDir,
    async open(key) {
      const found = [...own.values()].find(({ stateDir }) => stateDir === key);
      if (found === undefined) throw new Error('Only keys of keyOf are opened.');
      return programOf(found, settings, context);
    },
  };
}

/** Only what the operator says for everyone applies to users: no account, calendar or folder of the server's own. */
async function settingsOfUser(
  identity: string,
  config: string,
  { stateDir }: Settings,
  { flags, env }: UserContext,
): Promise<Settings> {
  const wrong = OF_ONE_USER.find((name) => flags[name] !== undefined);
  if (wrong !== undefined) {
    throw new CalendarError(
      'CONFIGURATION',
      'With http.users, calendars and folders are not chosen by options.',
      {
        suggestion: 'Put them into the configuration files of the users.',
      },
    );
  }
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const shared = Object.entries(env).filter(
    ([name]) => !/^(?:CALDAV_\w+|CALENDAR_(?:DIR|STATE_DIR|CONFIG|ADDRESSES))$/.test(name),
  );
  const home = join(stateDir, 'users', digest);
  return loadSettings({ ...flags, config }, Object.fromEntries(shared), process.platform, home);
}

async function programOf(settings: Settings, { http: { publicUrl } }: Settings, { aliases }: UserContext) {
  const { service, log } = await wire(settings, VERSION, true);
  return {
    service,
    log,
    aliases,
    tools: listedTools(aliases, settings.policy.readOnly),
    version: VERSION,
    // What cannot be loaded is reported by the call that needs it.
    listed: () => void preload(settings).catch(() => undefined),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}
