import type { TestProject } from 'vitest/node';
import { ensureInstalled } from './install.js';
import { startServer } from './start-server.js';
import type { ServerName, TestServer } from './test-server.js';

/** A running server as tests get it with `inject('servers')`. */
export type ProvidedServer = Pick<TestServer, 'name' | 'url' | 'username' | 'password'>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where a server cannot be installed here; never with CI set. */
    servers: Readonly<Record<ServerName, ProvidedServer | null>>;
  }
}

const NAMES: readonly ServerName[] = ['radicale', 'cyrus'];

/** Starts the real servers once for the whole run and stops them at its end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running: TestServer[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop()));
  };
  const servers: Record<ServerName, ProvidedServer | null> = { radicale: null, cyrus: null };
  try {
    for (const name of NAMES) {
      const problem = ensureInstalled(name);
      if (problem !== undefined) {
        if (process.env.CI !== undefined) throw new Error(problem);
        process.stderr.write(`\n*** Tests with ${name} are skipped: ${problem}\n\n`);
        continue;
      }
      const server = await startServer(name);
      running.push(server);
      const { url, username, password } = server;
      servers[name] = { name, url, username, password };
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  project.provide('servers', servers);
  return stopAll;
}
