import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AccountSettings } from '../../schemas/settings/settings.js';
import { expandHome } from '../config/read-config-file.js';
import { ifThere } from '../system/if-there.js';

/** An account in another program's configuration, as far as it can be imported. */
export interface ForeignAccount {
  readonly program: 'khal' | 'vdirsyncer' | 'Thunderbird';
  /** Description for a person. */
  readonly title: string;
  readonly account: AccountSettings;
}

/** Accounts that were found, and files that could not be read. */
export interface ForeignAccounts {
  readonly accounts: readonly ForeignAccount[];
  readonly unread: readonly string[];
}

/** Reads the configurations of khal, vdirsyncer and Thunderbird. */
export async function foreignAccounts(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
): Promise<ForeignAccounts> {
  const unread: string[] = [];
  const orUnread = <T>(path: string, reading: Promise<T>): Promise<T | undefined> =>
    ifThere(reading).catch(() => {
      unread.push(path);
      return undefined;
    });
  const textOf = async (path: string): Promise<string> =>
    (await orUnread(path, readFile(path, 'utf8'))) ?? '';
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
  const [khal, vdirsyncer] = await Promise.all([
    textOf(join(config, 'khal', 'config')),
    textOf(env.VDIRSYNCER_CONFIG ?? join(config, 'vdirsyncer', 'config')),
  ]);
  const folder = join(home, PROFILES[platform] ?? '.thunderbird');
  const inside = (await orUnread(folder, readdir(folder, { withFileTypes: true }))) ?? [];
  const profiles = await Promise.all(
    inside.filter((one) => !one.isFile()).map(({ name }) => textOf(join(folder, name, 'prefs.js'))),
  );
  const found = [
    ...khalAccounts(khal),
    ...vdirsyncerAccounts(vdirsyncer),
    ...profiles.flatMap(thunderbirdAccounts),
  ];
  // Several calendars of one account count once.
  const accounts = found.filter(({ title }, at) => found.findIndex((other) => other.title === title) === at);
  return { accounts, unread };
}

/** Parses an INI file; khal nests brackets. */
function sectionsOf(
  text: string,
): readonly { readonly name: string; readonly values: Map<string, string> }[] {
  const sections: { name: string; values: Map<string, string> }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*\[+\s*([^\]]+?)\s*\]+\s*$/.exec(line) ?? [];
    const [, key, value] = /^\s*([\w.]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined) sections.push({ name, values: new Map() });
    else if (key !== undefined && value !== undefined) sections.at(-1)?.values.set(key, value);
  }
  return sections;
}

function khalAccounts(text: string): readonly ForeignAccount[] {
  return sectionsOf(text).flatMap(({ values }): ForeignAccount[] => {
    const path = unquoted(values.get('path'));
    if (path === undefined) return [];
    // Either one calendar or a pattern such as ~/.calendars/*.
    const dir = dirname(path.replace(/\*.*$/, '_'));
    if (!existsSync(expandHome(dir))) return [];
    const account = { kind: 'local', name: 'khal', dir } as const;
    return [{ program: 'khal', title: `the folder ${dir} that khal reads`, account }];
  });
}

function vdirsyncerAccounts(text: string): readonly ForeignAccount[] {
  return sectionsOf(text).flatMap(({ name, values }): ForeignAccount[] => {
    const url = unquoted(values.get('url'));
    const username = unquoted(values.get('username'));
    if (unquoted(values.get('type')) !== 'caldav' || url === undefined || !URL.canParse(url)) return [];
    if (username === undefined) return [];
    const passwordCommand = commandOf(values.get('password.fetch'));
    const own = name.replace(/^storage\s+/, '').replaceAll('/', '-');
    const title = `${username} at ${new URL(url).host}, from vdirsyncer${passwordCommand ? ' with its password command' : ''}`;
    const account = {
      kind: 'caldav',
      name: own,
      url,
      username,
      ...(passwordCommand && { passwordCommand }),
    } as const;
    return [{ program: 'vdirsyncer', title, account }];
  });
}

/** Reads `["command", "pass", "show", "work"]`. Ignores a plain-text password; the user must type it again. */
function commandOf(text: string | undefined): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? '');
    if (!Array.isArray(list) || list[0] !== 'command') return undefined;
    const [, ...words] = list.map((word) => (typeof word === 'string' ? expandHome(word) : ''));
    return words.length > 0 && !words.includes('') ? words : undefined;
  } catch {
    return undefined;
  }
}

const PROFILES: Partial<Readonly<Record<NodeJS.Platform, string>>> = {
  darwin: 'Library/Thunderbird/Profiles',
  win32: 'AppData/Roaming/Thunderbird/Profiles',
};

function thunderbirdAccounts(text: string): readonly ForeignAccount[] {
  const calendars = new Map<string, Map<string, string>>();
  for (const [, id = '', key = '', value = ''] of text.matchAll(
    /user_pref\("calendar\.registry\.([^."]+)\.(\w+)", "((?:[^"\\]|\\.)*)"\);/g,
  ))
    calendars.set(id, (calendars.get(id) ?? new Map()).set(key, value));
  return [...calendars.values()].flatMap((one): ForeignAccount[] => {
    const [uri, username] = [one.get('uri'), one.get('username')];
    if (one.get('type') !== 'caldav' || uri === undefined || username === undefined) return [];
    if (!URL.canParse(uri)) return [];
    // The URL is of one calendar, but the account may have more.
    const { origin, host } = new URL(uri);
    const title = `${username} at ${host}, from Thunderbird`;
    return [
      {
        program: 'Thunderbird',
        title,
        account: { kind: 'caldav', name: host, url: `${origin}/`, username },
      },
    ];
  });
}

function unquoted(value: string | undefined): string | undefined {
  const text = value?.replace(/^(["'])(.*)\1$/, '$2').trim();
  return text === '' ? undefined : text;
}
