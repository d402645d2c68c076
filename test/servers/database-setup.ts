import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureInstalled } from './install.js';
import { freePort } from './local-process.js';
import { startPostgres } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL, as its administrator; null where it cannot be installed here, never with CI set. */
    database: string | null;
  }
}

/** Starts PostgreSQL once for the whole run, and stops it at its end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const problem = (await ensureInstalled(['postgres'])).get('postgres');
  if (problem !== undefined) {
    const line = `*** Tests with PostgreSQL are skipped: ${problem}`;
    if (process.env.CI !== undefined) throw new Error(line);
    process.stderr.write(`\n${line}\n\n`);
    project.provide('database', null);
    return async () => undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = await startPostgres(folder, port);
  project.provide('database', `postgres://postgres@127.0.0.1:${port}/postgres`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
