import { UsageError } from '../shell/usage-error.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?:(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):)?(\d{1,5})$/;

/** Parses `8080`, `0.0.0.0:8080` or `[::1]:8080`; without a host, listens only on this computer. */
export function listenAddress(text: string): ListenAddress {
  const [, host = '127.0.0.1', digits] = ADDRESS.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) {
    throw new UsageError('--http takes a port or HOST:PORT, such as 8080 or 0.0.0.0:8080.');
  }
  return { host: host.replace(/[[\]]/g, ''), port };
}
