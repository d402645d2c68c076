import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureInstalled } from './install.js';
import { freePort } from './local-process.js';
import { startPostgres } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL, as its administrator; null if it cannot be installed here, never with CI set. */
    database: string | null;
    /** True if tests with replicas can run: Radicale is there, too. */
    replicas: boolean;
  }
}

/** Starts PostgreSQL once for the whole run, and stops it at its end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const problems = await ensureInstalled(['postgres', 'radicale']);
  const lines = [...problems].map(([name, problem]) => `*** Tests with ${name} are skipped: ${problem}`);
  if (lines.length > 0 && process.env.CI !== undefined) throw new Error(lines.join('\n'));
  if (lines.length > 0) process.stderr.write(`\n${lines.join('\n')}\n\n`);
  project.provide('replicas', problems.size === 0);
  if (problems.has('postgres')) {
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
