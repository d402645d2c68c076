/** Known quirks: docs/internals/quirks.md. */
export type ServerFamily =
  | 'radicale'
  | 'xandikos'
  | 'sabre'
  | 'nextcloud'
  | 'owncloud'
  | 'davical'
  | 'cyrus'
  | 'sogo'
  | 'calendarserver'
  | 'icloud'
  | 'google'
  | 'unknown';

const HOSTS: readonly (readonly [RegExp, ServerFamily])[] = [
  [/(?:^|\.)icloud\.com(?:\.cn)?$/, 'icloud'],
  [/(?:^|\.)googleusercontent\.com$/, 'google'],
];

/** Detects the server software by its DAV header, paths and host; never returns text of the server. */
export function serverFamily(headers: Headers, home: URL): ServerFamily {
  const byHost = HOSTS.find(([pattern]) => pattern.test(home.hostname))?.[1];
  if (byHost !== undefined) return byHost;
  if (isSogo(home.href)) return 'sogo';
  const classes = davClasses(headers);
  const has = (name: string): boolean => classes.includes(name);
  if (classes.some((name) => name.startsWith('nc-'))) return 'nextcloud';
  if (classes.some((name) => name.startsWith('oc-'))) return 'owncloud';
  // Xandikos misspells this class.
  if (has('calendar-auto-scheduling')) return 'xandikos';
  if (headers.has('x-sabre-version') || classes.slice(0, 3).join() === '1,3,extended-mkcol') return 'sabre';
  if (has('bind') && has('calendar-schedule')) return 'davical';
  if (has('resource-sharing') && has('calendar-availability')) return 'cyrus';
  if (has('calendarserver-private-events')) return 'calendarserver';
  return classes.join() === '1,2,3,calendar-access,addressbook,extended-mkcol' ? 'radicale' : 'unknown';
}

/** Software version, digits and dots only. */
export function serverVersion(headers: Headers): string | undefined {
  const sabre = headers.get('x-sabre-version');
  const own = sabre === null ? (headers.get('server') ?? '') : `sabre/${sabre}`;
  const named = /^(?:sabre|Cyrus-HTTP|Radicale|Xandikos)\/(\d{1,4}(?:\.\d{1,4}){1,3})(?![\w.])/i.exec(own);
  return named?.[1];
}

/** Names in the DAV header (RFC 4918 §10.1), lower case. */
export function davClasses(headers: Headers): readonly string[] {
  return (headers.get('dav') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** By path, which cannot be configured away. */
export function isSogo(href: string): boolean {
  return new URL(href).pathname.includes('/SOGo/');
}
