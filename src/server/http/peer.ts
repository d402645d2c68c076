import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from './check-source.js';

/** An address as people write it: IPv4 without what makes it IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Where a request comes from, for the log. A proxy on this computer adds the address it was asked from as the last one;
 * what others put into that header may be made up.
 */
export function peerOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): {
  readonly peer: string;
  readonly forwardedFor?: string;
} {
  const peer = plainAddress(socket.remoteAddress);
  const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  return { peer, ...(isLoopback(peer) && isIP(forwardedFor) !== 0 && { forwardedFor }) };
}
