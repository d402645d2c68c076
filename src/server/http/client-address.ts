import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { addressList } from '../../http/address-list.js';

export interface ClientAddress {
  /** Address of the connection. */
  readonly peer: string;
  /** Client named by a trusted proxy. */
  readonly forwardedFor?: string;
}

export interface ClientAddresses {
  of(request: Pick<IncomingMessage, 'socket' | 'headers'>): ClientAddress;
  /** True if all clients may connect through this address. */
  isProxy(address: string): boolean;
}

/** A reverse proxy on this computer. */
const OWN = ['127.0.0.0/8', '::1'];
const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/;
/** One element of `Forwarded` (RFC 7239 §4); addresses and ports need no escapes. */
const FOR = /(?:^|;)\s*for\s*=\s*"?([^";]*)"?\s*(?:;|$)/i;

/**
 * Finds the client's address. Each proxy appends its client to a header, so entries before those of trusted
 * proxies may be forged. The client is the last address that is no proxy.
 */
export function createClientAddresses(trustedProxies: readonly string[] = []): ClientAddresses {
  const isTrusted = addressList([...OWN, ...trustedProxies]);
  const isProxy = (address: string): boolean => isTrusted(plainAddress(address));
  return {
    isProxy,
    of({ socket, headers }) {
      const peer = plainAddress(socket.remoteAddress);
      if (!isProxy(peer)) return { peer };
      let forwardedFor: string | undefined;
      for (const named of hops(headers).reverse()) {
        const address = addressIn(named);
        if (address === undefined) break;
        forwardedFor = address;
        if (!isProxy(address)) break;
      }
      return { peer, ...(forwardedFor !== undefined && { forwardedFor }) };
    },
  };
}

/** Uses `Forwarded` only without `X-Forwarded-For`, which every proxy sets; a client could have sent it. */
function hops(headers: IncomingMessage['headers']): string[] {
  const older = headers['x-forwarded-for'];
  if (older !== undefined) return [older].flat().join(',').split(',');
  return (headers.forwarded ?? '').split(',').map((element) => FOR.exec(element)?.[1] ?? '');
}

/** An address with an optional port; undefined for names and other text. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const { v6, v4 } = WITH_PORT.exec(trimmed)?.groups ?? {};
  const address = plainAddress(v6 ?? v4 ?? trimmed);
  return isIP(address) === 0 ? undefined : address;
}

/** Strips the IPv6 prefix of a mapped IPv4 address. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** An IPv4 address, or the first half of an IPv6 address, which one customer shares (RFC 6177). */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
