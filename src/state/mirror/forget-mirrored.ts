import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../ports/log.js';
import { loadSqlite, mirrorFiles, openMirrorDatabase } from './mirror-database.js';

/** Tables that name an account; what belongs to its calendars goes with them. */
const TABLES = ['accounts', 'calendars', 'removed', 'intents'] as const;

/**
 * Removes the copies of accounts, and the whole file where no other account has copies. False where there is no SQLite
 * to open the file with; throws STORAGE_* errors.
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
