import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import type { HttpUser } from './http-settings.js';
import { loadSettings, type ServerFlags, type Settings } from './settings.js';

/** Sources of settings besides the user's file. */
export interface UserSources {
  readonly flags: ServerFlags;
  readonly env: NodeJS.ProcessEnv;
}

/** Options that select one user's calendars. */
const OF_ONE_USER = ['dir', 'stateDir', 'calendar', 'backend'] as const;

/** Throws CONFIGURATION. Users inherit the operator's common settings, but no account, calendar or folder of the server. */
export async function settingsOfUser(
  { identities: [identity = ''], config }: HttpUser,
  { stateDir, database }: Settings,
  { flags, env }: UserSources,
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
    ([name]) => !/^(?:CALDAV_\w+|CALENDAR_(?:DIR|STATE_DIR|CONFIG|ADDRESSES|DATABASE\w*))$/.test(name),
  );
  const home = join(stateDir, 'users', digest);
  const { database: own, ...settings } = await loadSettings(
    { ...flags, config },
    Object.fromEntries(shared),
    process.platform,
    { home, hasDatabase: database !== undefined },
  );
  if (own !== undefined) {
    throw new CalendarError('CONFIGURATION', '`database` is in the configuration file of a user.', {
      suggestion: 'Move it into the configuration file of the server: it is the same for all users.',
    });
  }
  return { ...settings, ...(database !== undefined && { database }) };
}

/** Throws if the configuration has users: without one there are no calendars to show. */
export function rejectMultiUser({ http }: Settings): void {
  if (http.signIn !== undefined) {
    throw new CalendarError(
      'CONFIGURATION',
      'In this configuration, calendars are those of people who sign in.',
      {
        suggestion: `Open ${http.publicUrl}/connect in a browser, or name another file with --config.`,
      },
    );
  }
  if (http.users.length === 0) return;
  throw new CalendarError('CONFIGURATION', 'In this configuration each user has calendars of their own.', {
    suggestion: 'Name the file of one with --config, such as --config users/ana.json.',
  });
}
