import type { AccountSettings } from '../../../schemas/settings/settings.js';
import { accountPlace } from './account-place.js';
import type { Conversation } from './conversation.js';

/** Names an account by the option, by an existing account at the same address, or by provider or host. */
export function nameOf(account: AccountSettings, { options, file }: Conversation): string {
  const accounts = file.accounts ?? [];
  const same = accounts.find((one) => accountPlace(one) === accountPlace(account));
  if (options.account !== undefined) return options.account;
  if (same !== undefined) return same.name;
  const wish =
    account.name || (account.kind === 'caldav' ? (account.provider ?? hostWord(account.url)) : account.kind);
  const taken = new Set(accounts.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
  for (let count = 1; ; count++) {
    const name = count === 1 ? wish : `${wish} ${count}`;
    if (!taken.has(name)) return name;
  }
}

/** `example` of `https://dav.example.org/`. */
function hostWord(url = ''): string {
  const { hostname } = new URL(url);
  const isNumber = /^[\d.:[\]]+$/.test(hostname);
  return (isNumber ? undefined : hostname.split('.').at(-2)) ?? 'calendars';
}
