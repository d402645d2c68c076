import { resolve } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import { isUnencrypted } from '../http/unencrypted-url.js';
import { type Account, accountOf, accountOfVariables, applescriptAccount } from './accounts.js';
import { configValue, inFolder } from './config-values.js';
import { type ConfigFile, expandHome } from './read-config-file.js';

interface StoreFlags {
  readonly backend?: 'applescript' | 'local';
  readonly dir?: string;
  readonly create?: boolean;
}

interface Configured {
  readonly flags: StoreFlags;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly file: ConfigFile;
  /** Default folder of events if nothing is configured. */
  readonly data: string;
  /** Folder from the command line or the environment. */
  readonly dir: string | undefined;
  /** A database can hold the calendars. */
  readonly hasDatabase: boolean;
  /** The calendars of the user running the program may be used. */
  readonly isOwner: boolean;
  /** Receives warnings about accounts. */
  readonly warnings: string[];
}

/** Collects the accounts of the command line, the file and the environment. */
export function accountsFrom(configured: Configured): {
  readonly accounts: readonly Account[];
  readonly failedAccounts: readonly { readonly name: string; readonly error: CalendarError }[];
} {
  const { flags, env, platform, file, dir, isOwner, warnings } = configured;
  const accounts: Account[] = [];
  const failedAccounts: { name: string; error: CalendarError }[] = [];
  const add = (name: string, make: () => Account): void => {
    try {
      const account = make();
      accounts.push(
        account.kind === 'local' && flags.create === true ? { ...account, create: true } : account,
      );
      if (account.kind === 'caldav' && isUnencrypted(account.url)) {
        warnings.push(
          `Account "${name}" sends its password unprotected: its address should start with https://.`,
        );
      }
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failedAccounts.push({ name, error });
    }
  };
  const inFile = namesStore(flags) ? [] : (file.settings.accounts ?? []);
  for (const account of inFile)
    add(account.name, () => ({
      ...accountOf(account, env, file.folder, platform),
      ...(account.formerNames && { formerNames: account.formerNames }),
    }));
  const taken = new Set(inFile.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
  if (!namesStore(flags) && hasCaldavVariables(env))
    add(freeName('caldav', taken), () => accountOfVariables(env, freeName('caldav', taken)));
  const folder = dir ?? (file.settings.localDir && inFolder(file.folder, file.settings.localDir));
  const nothing = accounts.length === 0 && failedAccounts.length === 0;
  const onMac = isOwner && nothing && folder === undefined && platform === 'darwin';
  if (flags.backend === 'applescript' || onMac) {
    accounts.push(applescriptAccount({ name: 'mac' }, platform));
  } else if (dir !== undefined || nothing) {
    add('local', () => ownStore(configured, folder, freeName('local', taken)));
  }
  return { accounts, failedAccounts };
}

/** The built-in store: in the named folder or in the default place. */
function ownStore(
  { flags, hasDatabase, data }: Configured,
  folder: string | undefined,
  name: string,
): Account {
  const isNamed = folder !== undefined || flags.backend !== undefined;
  if (!isNamed && hasDatabase) return { kind: 'stored', name, standsIn: true, addresses: [] };
  return {
    kind: 'local',
    name,
    dir: resolve(expandHome(folder ?? data)),
    create: folder === undefined,
    ...(!isNamed && { standsIn: true }),
    addresses: [],
  };
}

/** True if the command line chooses the calendars. */
function namesStore({ backend, dir }: StoreFlags): boolean {
  return backend !== undefined || dir !== undefined;
}

function hasCaldavVariables(env: NodeJS.ProcessEnv): boolean {
  return [env.CALDAV_URL, env.CALDAV_USERNAME, env.CALDAV_PASSWORD].some(
    (value) => configValue(value) !== undefined,
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name} ${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
