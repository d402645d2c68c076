import { CalendarError } from '../../../../schemas/model/error.js';
import type { ProviderName } from '../../../../schemas/settings/settings.js';

/** Documented facts about a provider, not tested against the real one. */
interface ProviderPreset {
  /** Start of discovery; `{username}` is replaced, also in `path`. Missing if each user has their own host. */
  readonly url?: string;
  /** Path of CalDAV on the user's host. */
  readonly path?: string;
  /** Login requirements, for errors. Names no provider, so reports without names may quote it. */
  readonly login?: string;
  /** Other hosts of the provider that may get credentials. */
  readonly allowedHosts?: readonly string[];
}

const APP_PASSWORD =
  'This provider requires an app-specific password, created in its security settings, not the account password.';
const TWO_FACTOR = 'With two-factor login, this provider requires an app-specific password.';

export const PROVIDERS: Readonly<Record<ProviderName, ProviderPreset>> = {
  icloud: {
    url: 'https://caldav.icloud.com/',
    login:
      'This provider requires an app-specific password, created at account.apple.com under Sign-In and Security, not the account password.',
    allowedHosts: ['https://*.icloud.com'],
  },
  'icloud-china': {
    url: 'https://caldav.icloud.com.cn/',
    login: APP_PASSWORD,
    allowedHosts: ['https://*.icloud.com.cn'],
  },
  google: {
    url: 'https://apidata.googleusercontent.com/caldav/v2/{username}/user',
    login:
      'This provider accepts OAuth only; docs/guide/calendars.md has the steps. While the project of the OAuth client is in testing, refresh tokens end after seven days.',
  },
  fastmail: {
    url: 'https://caldav.fastmail.com/',
    login:
      'This provider requires an app password with access to calendars (Settings, Privacy & Security, Manage app passwords) and the full mail address as user name.',
  },
  nextcloud: {
    path: '/remote.php/dav/',
    login:
      'With two-factor login, this server requires an app password (Settings, Security, Devices & sessions); the user name is the login name, not the display name.',
  },
  owncloud: { path: '/remote.php/dav/', login: TWO_FACTOR },
  baikal: { path: '/dav.php/' },
  'mailbox-org': { url: 'https://dav.mailbox.org/', login: TWO_FACTOR },
  posteo: { url: 'https://posteo.de:8443/' },
  zimbra: { path: '/dav/', login: TWO_FACTOR },
  yahoo: { url: 'https://caldav.calendar.yahoo.com/', login: APP_PASSWORD },
  gmx: { url: 'https://caldav.gmx.net/', login: TWO_FACTOR },
  'web-de': { url: 'https://caldav.web.de/', login: TWO_FACTOR },
  infomaniak: {
    url: 'https://sync.infomaniak.com/calendars/{username}/',
    login: 'At this provider, the user name is the user id, not the mail address.',
  },
  purelymail: { url: 'https://purelymail.com/webdav/' },
  'forward-email': { url: 'https://caldav.forwardemail.net/' },
  sogo: { path: '/SOGo/dav/' },
  // The address is on the settings page of each calendar and differs between data centres.
  zoho: { path: '/caldav/', login: TWO_FACTOR },
  synology: { path: '/caldav/{username}/' },
};

interface ProviderPlace {
  readonly url: string;
  readonly allowedHosts: readonly string[];
  readonly login?: string;
}

/** Address, other hosts and login note of an account at a provider. `url`: the configured one, if any. */
export function placeOf(
  name: ProviderName,
  { url, username }: { readonly url?: string | undefined; readonly username: string },
): ProviderPlace {
  const { url: fixed, path = '/', login, allowedHosts = [] } = PROVIDERS[name];
  const known = { allowedHosts, ...(login !== undefined && { login }) };
  const forUser = (text: string): string => text.replace('{username}', encodeURIComponent(username));
  if (url !== undefined) {
    const given = new URL(url);
    // The preset adds the path to a bare host.
    return {
      url: fixed === undefined && given.pathname === '/' ? new URL(forUser(path), given).href : url,
      ...known,
    };
  }
  if (fixed === undefined) {
    throw new CalendarError('CONFIGURATION', 'The host of the account is missing: this provider has many.', {
      suggestion: 'Set url to the address of your server, such as https://cloud.example.org/.',
    });
  }
  return { url: forUser(fixed), ...known };
}

/** The provider at this origin, for accounts that name none. */
export function providerAt(origin: string): Pick<ProviderPreset, 'login' | 'allowedHosts'> {
  return (
    Object.values(PROVIDERS).find(({ url }) => url !== undefined && new URL(url).origin === origin) ?? {}
  );
}
