import type { AccountSettings } from '../../../schemas/settings/settings.js';

/** Identity of an account: address and user. A web address may be secret. */
export function accountPlace(account: AccountSettings): string {
  switch (account.kind) {
    case 'caldav':
      return `${account.username} at ${account.url ?? account.provider}`;
    case 'local':
      return account.dir;
    case 'ics':
      return account.path;
    case 'webcal':
      return account.url;
    case 'applescript':
      return 'the Calendar app';
  }
}
