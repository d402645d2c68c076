import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../ports/log.js';
import { loadSqlite, mirrorFiles, openMirrorDatabase } from './mirror-database.js';

/** Tables with an account column; rows of their calendars are deleted by cascade. */
const TABLES = ['accounts', 'calendars', 'removed', 'intents'] as const;

/**
 * Deletes the copies of accounts, or the whole file if no copies remain. False without SQLite; throws
 * STORAGE_* errors.
 */
export async function forgetMirrored(
  stateDir: string,
  identities: readonly string[],
  log: Log,
): Promise<boolean> {
  const path = join(stateDir, 'mirror.sqlite');
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return true;
  const sqlite = await loadSqlite(log);
  if (sqlite === undefined) return false;
  const database = openMirrorDatabase(sqlite, path, log);
  let isEmpty: boolean;
  try {
    database.transaction(() => {
      for (const table of TABLES)
        for (const identity of identities) database.run(`DELETE FROM ${table} WHERE identity = ?`, identity);
    });
    isEmpty = database.get('SELECT 1 FROM accounts UNION ALL SELECT 1 FROM calendars LIMIT 1') === undefined;
  } finally {
    database.close();
  }
  if (isEmpty) for (const file of mirrorFiles(path)) rmSync(file, { force: true });
  return true;
}
