import { Resolver } from 'node:dns/promises';
import { CalendarError } from '../../schemas/model/error.js';
import type { ProviderName } from '../../schemas/settings/settings.js';
import { errnoOf } from '../system/errno-of.js';
import { PROVIDER_GUIDES, WITHOUT_CALDAV } from './provider-guide.js';

/** The calendar service of a mail or server address. */
export type FoundServer =
  | { readonly provider: ProviderName }
  | { readonly url: string }
  | { readonly without: 'caldav' };

/** DNS lookups. */
export interface Names {
  mx(domain: string): Promise<readonly string[]>;
  srv(name: string): Promise<readonly { readonly name: string; readonly port: number }[]>;
}

const PATIENCE_MS = 3000;

/** Finds the provider by domain, then by mail servers, then by the domain's SRV record (RFC 6764 §3). */
export async function findPlace(address: string, names: Names = systemNames()): Promise<FoundServer> {
  const text = address.trim();
  if (!/^[^\s@/:]+@[^\s@/:]+$/.test(text)) return { url: text.includes('://') ? text : `https://${text}` };
  const domain = text.slice(text.indexOf('@') + 1).toLowerCase();
  const known = byEnds([domain], 'domains');
  if (known !== undefined) return known;
  const served = byEnds((await recorded(names.mx(domain))) ?? [], 'mail');
  if (served !== undefined) return served;
  const [server] = (await recorded(names.srv(`_caldavs._tcp.${domain}`))) ?? [];
  if (server === undefined || server.name === '') return { url: `https://${domain}/` };
  return { url: `https://${server.name}${server.port === 443 ? '' : `:${server.port}`}/` };
}

/** Undefined if DNS has no such record. */
async function recorded<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (cause) {
    if (['ENOTFOUND', 'ENODATA'].includes(errnoOf(cause) ?? '')) return undefined;
    throw new CalendarError(
      'UNAVAILABLE',
      'The provider of this mail address cannot be looked up just now.',
      {
        retryable: true,
        suggestion: 'Check the network, or name the provider or the address of the server.',
        cause,
      },
    );
  }
}

function byEnds(hosts: readonly string[], key: 'domains' | 'mail'): FoundServer | undefined {
  const isOneOf = (ends: readonly string[] = []): boolean =>
    hosts.some((host) => ends.some((end) => host === end || (key === 'mail' && host.endsWith(`.${end}`))));
  if (isOneOf(WITHOUT_CALDAV[key])) return { without: 'caldav' };
  const found = Object.entries(PROVIDER_GUIDES).find(([, guide]) => isOneOf(guide[key]));
  return found && { provider: found[0] as ProviderName };
}

function systemNames(): Names {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 1 });
  return {
    mx: async (domain) =>
      (await resolver.resolveMx(domain))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, '')),
    srv: async (name) => (await resolver.resolveSrv(name)).toSorted((a, b) => a.priority - b.priority),
  };
}
