import type { ProviderName } from '../../schemas/settings/settings.js';
import { PROVIDERS } from '../backends/caldav/transport/providers.js';

/** Detection of a provider, and its page about signing in. */
export interface ProviderGuide {
  readonly title: string;
  /** Domains of mail addresses. */
  readonly domains?: readonly string[];
  /** Suffixes of its mail servers, to detect customers with their own domain. */
  readonly mail?: readonly string[];
  /** Page that creates or explains an app password. */
  readonly page?: string;
}

/** In display order. */
export const PROVIDER_GUIDES: Readonly<Record<ProviderName, ProviderGuide>> = {
  google: {
    title: 'Google',
    domains: ['gmail.com', 'googlemail.com'],
    mail: ['google.com', 'googlemail.com'],
    page: 'https://console.cloud.google.com/apis/credentials',
  },
  icloud: {
    title: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    mail: ['mail.icloud.com'],
    page: 'https://account.apple.com/account/manage',
  },
  fastmail: {
    title: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm', 'sent.com'],
    mail: ['messagingengine.com'],
    page: 'https://app.fastmail.com/settings/security/apps',
  },
  nextcloud: { title: 'Nextcloud' },
  'mailbox-org': {
    title: 'mailbox.org',
    domains: ['mailbox.org'],
    mail: ['mailbox.org'],
    page: 'https://login.mailbox.org',
  },
  posteo: {
    title: 'Posteo',
    domains: ['posteo.de', 'posteo.net', 'posteo.at', 'posteo.ch'],
    mail: ['posteo.de'],
  },
  gmx: {
    title: 'GMX',
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'gmx.com'],
    page: 'https://hilfe.gmx.net/sicherheit/2fa/anwendungsspezifisches-passwort.html',
  },
  'web-de': {
    title: 'WEB.DE',
    domains: ['web.de'],
    page: 'https://hilfe.web.de/sicherheit/2fa/anwendungsspezifisches-passwort.html',
  },
  yahoo: {
    title: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'ymail.com', 'rocketmail.com'],
    page: 'https://login.yahoo.com/account/security',
  },
  zoho: {
    title: 'Zoho',
    domains: ['zoho.com', 'zohomail.com', 'zohomail.eu'],
    mail: ['zoho.com', 'zoho.eu', 'zoho.in'],
    page: 'https://accounts.zoho.com/home#security/app_password',
  },
  infomaniak: {
    title: 'Infomaniak',
    domains: ['ik.me', 'infomaniak.com'],
    mail: ['infomaniak.ch'],
    page: 'https://config.infomaniak.com',
  },
  purelymail: { title: 'Purelymail', domains: ['purelymail.com'], mail: ['purelymail.com'] },
  'forward-email': {
    title: 'Forward Email',
    mail: ['forwardemail.net'],
    page: 'https://forwardemail.net/my-account/domains',
  },
  'icloud-china': { title: 'iCloud in mainland China', page: 'https://account.apple.com.cn/account/manage' },
  owncloud: { title: 'ownCloud' },
  baikal: { title: 'Baïkal' },
  sogo: { title: 'SOGo' },
  synology: { title: 'Synology Calendar' },
  zimbra: { title: 'Zimbra' },
};

export function loginNote(provider: ProviderName): string | undefined {
  return PROVIDERS[provider].login;
}

/** True if all users of the provider share one address; otherwise the user must enter it. */
export function hasOneHost(provider: ProviderName): boolean {
  return PROVIDERS[provider].url !== undefined;
}

/** Mail domains and servers of providers without CalDAV. */
export const WITHOUT_CALDAV = {
  domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  mail: ['outlook.com'],
} as const;
