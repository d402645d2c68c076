import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { addressList } from '../../http/address-list.js';

/** Where a request comes from. */
export interface ClientAddress {
  /** The other end of the connection. */
  readonly peer: string;
  /** Whom a proxy that is believed names. */
  readonly forwardedFor?: string;
}

export interface ClientAddresses {
  of(request: Pick<IncomingMessage, 'socket' | 'headers'>): ClientAddress;
  /** Whether everybody's requests may come from there. */
  isProxy(address: string): boolean;
}

/** A reverse proxy of this computer. */
const OWN = ['127.0.0.0/8', '::1'];
const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/;
/** Of one element of `Forwarded` (RFC 7239 §4); neither addresses nor ports need an escape. */
const FOR = /(?:^|;)\s*for\s*=\s*"?([^";]*)"?\s*(?:;|$)/i;

/**
 * Reads where requests come from. Each proxy adds whom it was asked by at the end of a header, so that all before what
 * the first believed one added may be made up: the client is the last address that is not a proxy's.
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

/** As every proxy knows the older header, the other one only counts without it: it could be the client's. */
function hops(headers: IncomingMessage['headers']): string[] {
  const older = headers['x-forwarded-for'];
  if (older !== undefined) return [older].flat().join(',').split(',');
  return (headers.forwarded ?? '').split(',').map((element) => FOR.exec(element)?.[1] ?? '');
}

/** An address, perhaps with a port; undefined for names and whatever else. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const { v6, v4 } = WITH_PORT.exec(trimmed)?.groups ?? {};
  const address = plainAddress(v6 ?? v4 ?? trimmed);
  return isIP(address) === 0 ? undefined : address;
}

/** An address as people write it: IPv4 without what makes it IPv6. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** An IPv4 address, or the half of an IPv6 address that one customer shares (RFC 6177). */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
