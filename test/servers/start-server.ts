import { startCyrus } from './cyrus.js';
import { ensureInstalled } from './install.js';
import { startRadicale } from './radicale.js';
import type { ServerName, TestServer } from './test-server.js';

/** Starts a fresh server with its own port and folder; installs it first where that is possible. */
export async function startServer(name: ServerName): Promise<TestServer> {
  const problem = ensureInstalled(name);
  if (problem !== undefined) throw new Error(problem);
  switch (name) {
    case 'radicale':
      return startRadicale();
    case 'cyrus':
      return startCyrus();
  }
}
