import { homedir, hostname, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { Account } from '../config/accounts.js';
import { type Settings, secretsOf } from '../config/settings.js';

/** Default account names. */
const OUR_NAMES = /^(?:caldav|local|mac)(?: \d+)?$/;
const SHORTEST = 3;
/** Harmless variable names; people name others after the secret in them. */
const OUR_VARIABLES = /^(?:CALDAV|CALENDAR|NODE)_/;
const VARIABLE = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;
const PATH = /(?:^|[\s"(])(?:~|[A-Za-z]:)?[/\\][^\s/\\]+[/\\]/;

/** Lower-case texts that no report may contain. Calendar names are added as they are read. */
export interface PrivateTerms {
  add(...texts: readonly string[]): void;
  isPublic(text: string): boolean;
}

export function createPrivateTerms(): PrivateTerms {
  const terms = new Set<string>();
  const add = (...texts: readonly string[]): void => {
    for (const text of texts) {
      const term = text.trim().toLowerCase();
      if (term.length >= SHORTEST) terms.add(term);
    }
  };
  add(homedir(), hostname(), ownUserName());
  return {
    add,
    isPublic: (text) => {
      const lower = text.toLowerCase();
      if (PATH.test(text) || (text.match(VARIABLE) ?? []).some((name) => !OUR_VARIABLES.test(name)))
        return false;
      return ![...terms].some((term) => lower.includes(term));
    },
  };
}

/** Collects the private texts of the settings. */
export function termsOf(settings: Settings): string[] {
  const { accounts, failedAccounts, stateDir, calendar, defaultCalendar, defaultTaskList } = settings;
  const names = [
    ...accounts.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]),
    ...failedAccounts.map(({ name }) => name),
  ];
  return [
    ...names.filter((name) => !OUR_NAMES.test(name)),
    ...secretsOf(settings),
    ...accounts.flatMap(termsOfAccount),
    stateDir,
    ...[calendar, defaultCalendar, defaultTaskList].flatMap((name) => name ?? []),
  ];
}

function termsOfAccount(account: Account): readonly string[] {
  switch (account.kind) {
    case 'caldav': {
      const { url, username, allowedHosts, addresses } = account;
      return [...partsOf(url), username, username.split('@')[0] ?? '', ...allowedHosts, ...addresses];
    }
    case 'webcal':
      return [...partsOf(account.url.reveal()), ...account.addresses];
    case 'local':
      return [account.dir, basename(account.dir), ...account.addresses];
    case 'ics':
      return [account.path, basename(account.path), ...account.addresses];
    case 'applescript':
    case 'stored':
      return account.addresses;
  }
}

/** Returns the address, its host and the names in its path. */
function partsOf(url: string): readonly string[] {
  const spelled = url.replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(spelled)) return [url];
  const { host, hostname: name, pathname, search } = new URL(spelled);
  return [url, host, name, ...pathname.split('/').filter((part) => part.length > 5), search];
}

/** The system may have no name for the user of the process. */
function ownUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
