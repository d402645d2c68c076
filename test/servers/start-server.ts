import { startCyrus } from './cyrus.js';
import { startDavical } from './davical.js';
import { startRadicale } from './radicale.js';
import { startSabre } from './sabre.js';
import { startSogo } from './sogo.js';
import type { ServerName, TestServer } from './test-server.js';
import { startXandikos } from './xandikos.js';

const STARTERS: Readonly<Record<ServerName, () => Promise<TestServer>>> = {
  radicale: startRadicale,
  cyrus: startCyrus,
  sabre: startSabre,
  davical: startDavical,
  sogo: startSogo,
  xandikos: startXandikos,
};

/** Starts a fresh server with its own port and folder; retries once if another program took the port meanwhile. */
export async function startServer(name: ServerName): Promise<TestServer> {
  const begin = STARTERS[name];
  return begin().catch(() => begin());
}
