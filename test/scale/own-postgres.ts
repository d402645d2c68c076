import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../servers/install.js';
import { freePort } from '../servers/local-process.js';
import { DURABLE, startPostgres } from '../servers/postgres.js';

/** A PostgreSQL that keeps what it says it keeps, for one measurement. */
export async function withPostgres<T>(work: (url: string, folder: string) => Promise<T>): Promise<T> {
  const problems = await ensureInstalled(['postgres']);
  for (const [name, problem] of problems) throw new Error(`${name}: ${problem}`);
  const folder = mkdtempSync(join(tmpdir(), 'scale-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = await startPostgres(folder, port, DURABLE);
  try {
    return await work(`postgres://postgres@127.0.0.1:${port}/postgres`, folder);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Below `share` of all values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
