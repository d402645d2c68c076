import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import type { SettingsFile } from '../../schemas/settings/settings.js';
import { parseJson } from './parse-json.js';

export interface ConfigFile {
  readonly settings: SettingsFile;
  /** Base of relative paths in the file. */
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Reads `calendar-mcp.json`. A missing file is empty unless it was named explicitly. */
export async function readConfigFile(path: string, named: boolean): Promise<ConfigFile> {
  const full = resolve(expandHome(path));
  const text = contentOf(full, named);
  const folder = dirname(full);
  if (text === undefined) return { settings: {}, folder, warnings: [] };
  const settings = await settingsOf(await jsonOf(text, full), full);
  return { settings, folder, warnings: permissionWarnings(full, settings) };
}

export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

function contentOf(path: string, named: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing && !named) return undefined;
    const reason = missing ? 'does not exist' : 'cannot be read';
    throw new CalendarError('CONFIGURATION', `The configuration file ${path} ${reason}.`, { cause: error });
  }
}

/** Loads the schema only if there is something to check, because a client waits for its tools. */
async function settingsOf(value: unknown, path: string): Promise<SettingsFile> {
  const { parseSettings } = await import('../../schemas/settings/parse-settings.js');
  try {
    return parseSettings(value);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    throw new CalendarError(error.code, `${path}: ${error.message}`, error.info);
  }
}

async function jsonOf(text: string, path: string): Promise<unknown> {
  const read = await parseJson(text);
  if ('value' in read) return read.value;
  const { mistake, suggestion } = read;
  throw new CalendarError('CONFIGURATION', `The configuration file ${path} ${mistake}.`, {
    suggestion,
    details: { mistake },
  });
}

function permissionWarnings(path: string, settings: SettingsFile): string[] {
  const holdsPassword = settings.accounts?.some((one) => one.kind === 'caldav' && one.password !== undefined);
  if (holdsPassword !== true || process.platform === 'win32' || (statSync(path).mode & 0o077) === 0)
    return [];
  return [
    `Other users of this machine can read the passwords in ${path}: run chmod 600 on it, or use passwordEnv.`,
  ];
}
