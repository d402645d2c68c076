import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './refusal.js';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Wildcard addresses, which are no host names. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/;

export interface KnownSources {
  readonly host: string;
  readonly publicUrl?: string;
  readonly allowedOrigins: readonly string[];
}

/** True if only this computer can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Puts IPv6 addresses in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Checks the source of a request. DNS rebinding shows in Host, a foreign page in Origin; programs send no
 * Origin.
 */
export function createSourceCheck({
  host,
  publicUrl,
  allowedOrigins,
}: KnownSources): (request: Pick<IncomingMessage, 'headers'>) => void {
  const hosts = new Set([
    ...LOOPBACK,
    ...(EVERY_ADDRESS.has(host) ? [] : [hostInUrl(host).toLowerCase()]),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ]);
  const origins = new Set([...allowedOrigins, ...(publicUrl === undefined ? [] : [publicUrl])]);
  return ({ headers }) => {
    const given = (headers.host ?? '').toLowerCase();
    const name = HOST.exec(given)?.[1];
    if (name === undefined || !hosts.has(name)) {
      throw new HttpRefusal(403, 'The Host header names another server: see http.publicUrl.');
    }
    const origin = headers.origin?.toLowerCase();
    if (origin !== undefined && origin !== `http://${given}` && !origins.has(origin)) {
      throw new HttpRefusal(403, 'Pages of this origin are not allowed: see http.allowedOrigins.');
    }
  };
}
