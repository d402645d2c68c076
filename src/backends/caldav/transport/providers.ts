import { CalendarError } from '../../../../schemas/model/error.js';
import type { ProviderName } from '../../../../schemas/settings/settings.js';

/** What is documented about a provider. Nothing here was tried against the real one, unless `tested` says so. */
export interface ProviderPreset {
  /** Where discovery starts; `{username}` stands for the user name, here and in `path`. Absent where every user has a host of their own. */
  readonly url?: string;
  /** Path of the CalDAV service on such a host. */
  readonly path?: string;
  readonly auth: 'password' | 'app-password' | 'oauth';
  /** Other hosts of the provider that credentials may go to. */
  readonly allowedHosts: readonly string[];
  /** What its users should know; trusted text. */
  readonly notes: readonly string[];
  readonly tested: boolean;
}

const APP_PASSWORD = 'It requires an app-specific password, not the account password.';
const NO_NEW_CALENDARS = 'Programs cannot create calendars there.';
const INVITES = 'Storing an event with attendees sends them mail.';

function preset(
  place: Pick<ProviderPreset, 'url' | 'path'>,
  auth: ProviderPreset['auth'],
  notes: readonly string[],
  allowedHosts: readonly string[] = [],
): ProviderPreset {
  return { ...place, auth, allowedHosts, notes, tested: false };
}

export const PROVIDERS: Readonly<Record<ProviderName, ProviderPreset>> = {
  icloud: preset(
    { url: 'https://caldav.icloud.com/' },
    'app-password',
    [APP_PASSWORD, INVITES, 'Reminders are not in CalDAV.'],
    ['https://*.icloud.com'],
  ),
  'icloud-china': preset(
    { url: 'https://caldav.icloud.com.cn/' },
    'app-password',
    [APP_PASSWORD, INVITES],
    ['https://*.icloud.com.cn'],
  ),
  google: preset({ url: 'https://apidata.googleusercontent.com/caldav/v2/{username}/user' }, 'oauth', [
    'The CalDAV API must be enabled in the project of the OAuth client; scope https://www.googleapis.com/auth/calendar.',
    NO_NEW_CALENDARS,
    INVITES,
  ]),
  fastmail: preset({ url: 'https://caldav.fastmail.com/' }, 'app-password', [
    APP_PASSWORD,
    INVITES,
    'An event can be in one calendar only.',
  ]),
  nextcloud: preset({ path: '/remote.php/dav/' }, 'app-password', [APP_PASSWORD, INVITES]),
  owncloud: preset({ path: '/remote.php/dav/' }, 'app-password', [APP_PASSWORD]),
  baikal: preset({ path: '/dav.php/' }, 'password', []),
  'mailbox-org': preset({ url: 'https://dav.mailbox.org/' }, 'password', [
    'With two-factor login it requires an app-specific password.',
    'It shows 30 years back and 10 ahead.',
  ]),
  posteo: preset({ url: 'https://posteo.de:8443/' }, 'password', [NO_NEW_CALENDARS]),
  zimbra: preset({ path: '/dav/' }, 'password', [
    'With two-factor login it requires an app-specific password.',
    INVITES,
  ]),
  yahoo: preset({ url: 'https://caldav.calendar.yahoo.com/' }, 'app-password', [APP_PASSWORD]),
  gmx: preset({ url: 'https://caldav.gmx.net/' }, 'password', [
    'With two-factor login it requires an app-specific password.',
    NO_NEW_CALENDARS,
  ]),
  'web-de': preset({ url: 'https://caldav.web.de/' }, 'password', [
    'With two-factor login it requires an app-specific password.',
    NO_NEW_CALENDARS,
  ]),
  infomaniak: preset({ url: 'https://sync.infomaniak.com/calendars/{username}/' }, 'password', [
    'The user name is the user id, not the mail address.',
  ]),
  purelymail: preset({ url: 'https://purelymail.com/webdav/' }, 'password', []),
  'forward-email': preset({ url: 'https://caldav.forwardemail.net/' }, 'password', []),
  sogo: preset({ path: '/SOGo/dav/' }, 'password', [
    INVITES,
    'Changes by several programs at the same time can overwrite each other.',
  ]),
  zoho: preset({ path: '/caldav/' }, 'app-password', [
    'With two-factor login it requires an app-specific password.',
    'Its address is on the settings page of each calendar, such as https://calendar.zoho.com/caldav/…/events/, and differs between data centres.',
    'The identity of a deleted event cannot be used again.',
  ]),
  synology: preset({ path: '/caldav/{username}/' }, 'password', [
    'Its port is usually 5001.',
    'Calendars cannot be deleted by programs.',
  ]),
};

/** The address and the further hosts of an account at a provider; `url` is what was configured besides. */
export function placeOf(
  name: ProviderName,
  { url, username }: { readonly url?: string | undefined; readonly username: string },
): { readonly url: string; readonly allowedHosts: readonly string[] } {
  const { url: fixed, path = '/', allowedHosts } = PROVIDERS[name];
  const forUser = (text: string): string => text.replace('{username}', encodeURIComponent(username));
  if (url !== undefined) {
    const given = new URL(url);
    // With a bare host, the path is what the preset knows.
    return {
      url: fixed === undefined && given.pathname === '/' ? new URL(forUser(path), given).href : url,
      allowedHosts,
    };
  }
  if (fixed === undefined) {
    throw new CalendarError('CONFIGURATION', 'The host of the account is missing: this provider has many.', {
      suggestion: 'Set url to the address of your server, such as https://cloud.example.org/.',
    });
  }
  return { url: forUser(fixed), allowedHosts };
}

/** The further hosts of the provider that has this origin, for accounts that name no provider. */
export function hostsOfProviderAt(origin: string): readonly string[] {
  const found = Object.values(PROVIDERS).find(
    ({ url }) => url !== undefined && new URL(url).origin === origin,
  );
  return found?.allowedHosts ?? [];
}
