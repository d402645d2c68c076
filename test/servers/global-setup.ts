import type { TestProject } from 'vitest/node';
import { PATIENT_ACCOUNT } from '../patience.js';
import { ensureInstalled } from './install.js';
import { startServer } from './start-server.js';
import { SERVER_NAMES, type ServerName, type TestServer } from './test-server.js';

/** A running server, from `inject('servers')`. */
export type ProvidedServer = Pick<TestServer, 'name' | 'url' | 'username' | 'password'> &
  typeof PATIENT_ACCOUNT;

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if a server cannot be installed here or was not requested; never with CI set. */
    servers: Readonly<Record<ServerName, ProvidedServer | null>>;
  }
}

/** The servers that fixtures run on. */
const COMPARED: readonly ServerName[] = ['radicale', 'cyrus'];

/** Starts the real servers once for the whole run, all at the same time, and stops them at its end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const wanted = wantedNames().filter((name) => project.name !== 'agreement' || COMPARED.includes(name));
  const problems = await ensureInstalled(wanted);
  if (problems.size > 0) {
    const lines = [...problems].map(([name, problem]) => `*** Tests with ${name} are skipped: ${problem}`);
    if (process.env.CI !== undefined) throw new Error(lines.join('\n'));
    process.stderr.write(`\n${lines.join('\n')}\n\n`);
  }
  const names = wanted.filter((name) => !problems.has(name));
  const starts = await Promise.allSettled(names.map(startServer));
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop()));
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed !== undefined) {
    await stopAll();
    throw failed.reason;
  }
  const servers: Record<ServerName, ProvidedServer | null> = {
    radicale: null,
    cyrus: null,
    sabre: null,
    davical: null,
    sogo: null,
    xandikos: null,
  };
  for (const { name, url, username, password } of running)
    servers[name] = { name, url, username, password, ...PATIENT_ACCOUNT };
  project.provide('servers', servers);
  return stopAll;
}

/** All servers, or those in TEST_SERVERS (`radicale,cyrus`) during development; CI always uses all. */
function wantedNames(): readonly ServerName[] {
  const chosen = process.env.CI === undefined ? process.env.TEST_SERVERS : undefined;
  if (chosen === undefined) return SERVER_NAMES;
  const names = chosen.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !SERVER_NAMES.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`TEST_SERVERS names no server of ours: ${unknown.join(', ')}`);
  return SERVER_NAMES.filter((name) => names.includes(name));
}
