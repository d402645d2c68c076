import { CalendarError } from '../../../../schemas/model/error.js';
import { providerAt } from './providers.js';

/** True if a URL may get credentials. */
export type OriginPin = (url: URL) => boolean;

/**
 * Scheme, host and port must match the configured URL or a rule such as `https://*.icloud.com`.
 * Exception: the same host on default ports may upgrade from http to https.
 */
export function createOriginPin(configured: URL, rules: readonly string[]): OriginPin {
  const allowed = [...rules, ...(providerAt(configured.origin).allowedHosts ?? [])].map(parseRule);
  return (url) => {
    if (url.username !== '' || url.password !== '') return false;
    if (url.origin === configured.origin) return true;
    if (isUpgrade(configured, url)) return true;
    return allowed.some((matches) => matches(url));
  };
}

function isUpgrade(from: URL, to: URL): boolean {
  return (
    from.protocol === 'http:' &&
    to.protocol === 'https:' &&
    from.hostname === to.hostname &&
    from.port === '' &&
    to.port === ''
  );
}

function parseRule(rule: string): OriginPin {
  const match = /^(https?):\/\/(\*\.)?([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?\/?$/i.exec(rule);
  const [, scheme, wildcard, host, port] = match ?? [];
  if (scheme === undefined || host === undefined) {
    throw new CalendarError(
      'CONFIGURATION',
      'An allowed CalDAV host is not of the form https://*.example.com.',
    );
  }
  if (wildcard !== undefined && (scheme.toLowerCase() !== 'https' || !host.includes('.'))) {
    throw new CalendarError(
      'CONFIGURATION',
      'An allowed CalDAV host with a wildcard needs https and at least two labels, as in https://*.example.com.',
    );
  }
  const exact = new URL(`${scheme}://${host}${port === undefined ? '' : `:${port}`}`);
  if (wildcard === undefined) return (url) => url.origin === exact.origin;
  const suffix = `.${exact.hostname}`;
  return (url) => url.protocol === exact.protocol && url.port === exact.port && url.hostname.endsWith(suffix);
}
