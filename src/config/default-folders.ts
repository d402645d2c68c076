import { join } from 'node:path';

export interface Folders {
  /** Calendars of the embedded store. */
  readonly data: string;
  /** State store: trash, undo, ledger. */
  readonly state: string;
  /** Folder of `calendar-mcp.json`. */
  readonly config: string;
}

const NAME = 'calendar-mcp';

/** User folders by platform: XDG base directories, macOS Library, Windows AppData. */
export function defaultFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): Folders {
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
    const roaming = env.APPDATA ?? join(home, 'AppData', 'Roaming');
    return {
      data: join(local, NAME, 'calendars'),
      state: join(local, NAME, 'state'),
      config: join(roaming, NAME),
    };
  }
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support', NAME);
    return { data: join(support, 'calendars'), state: join(support, 'state'), config: support };
  }
  return {
    data: join(xdg(env.XDG_DATA_HOME, home, '.local/share'), NAME, 'calendars'),
    state: join(xdg(env.XDG_STATE_HOME, home, '.local/state'), NAME),
    config: join(xdg(env.XDG_CONFIG_HOME, home, '.config'), NAME),
  };
}

/** Folders of a user without a home on this computer. */
export function foldersIn(folder: string): Folders {
  return { data: join(folder, 'calendars'), state: join(folder, 'state'), config: folder };
}

/** Ignores relative values (XDG Base Directory Specification). */
function xdg(value: string | undefined, home: string, fallback: string): string {
  return value?.startsWith('/') ? value : join(home, fallback);
}
