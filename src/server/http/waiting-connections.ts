import type { Socket } from 'node:net';
import { plainAddress } from './check-source.js';

/** Connections that have not sent an accepted token yet. */
export interface WaitingConnections {
  opened(socket: Socket): void;
  accepted(socket: Socket): void;
}

const OWN = /^(?:127\.|::1$)/;

/**
 * Keeps so many of one remote address: the oldest is closed for the next one, so that nobody keeps others out. Those of
 * this computer are left alone, as a reverse proxy sends everybody's requests from there.
 */
export function createWaitingConnections(most: number): WaitingConnections {
  const waiting = new Map<string, Set<Socket>>();
  const leave = (key: string, socket: Socket): void => {
    const same = waiting.get(key);
    same?.delete(socket);
    if (same?.size === 0) waiting.delete(key);
  };
  return {
    opened(socket) {
      const key = networkOf(socket.remoteAddress ?? '');
      if (OWN.test(key)) return;
      const same = waiting.get(key) ?? new Set();
      waiting.set(key, same.add(socket));
      socket.once('close', () => leave(key, socket));
      const [oldest] = same;
      if (same.size <= most || oldest === undefined) return;
      leave(key, oldest);
      oldest.destroy();
    },
    accepted(socket) {
      leave(networkOf(socket.remoteAddress ?? ''), socket);
    },
  };
}

/** An IPv4 address, or the half of an IPv6 address that one customer shares (RFC 6177). */
function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':') || plain === '::1') return plain;
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
