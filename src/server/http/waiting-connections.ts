import type { Socket } from 'node:net';
import { networkOf } from './client-address.js';

/** Connections without an accepted token so far. */
export interface WaitingConnections {
  opened(socket: Socket): void;
  accepted(socket: Socket): void;
}

/**
 * Limits these per remote network: closes the oldest, so that one sender cannot block others. Skips reverse
 * proxies, which send everyone's requests.
 */
export function createWaitingConnections(
  most: number,
  isProxy: (address: string) => boolean,
): WaitingConnections {
  const waiting = new Map<string, Set<Socket>>();
  const leave = (key: string, socket: Socket): void => {
    const same = waiting.get(key);
    same?.delete(socket);
    if (same?.size === 0) waiting.delete(key);
  };
  return {
    opened(socket) {
      if (isProxy(socket.remoteAddress ?? '')) return;
      const key = networkOf(socket.remoteAddress ?? '');
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
