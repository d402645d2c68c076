import type { Database } from './database.js';
import { databaseError } from './database-error.js';
import { appliedOf } from './migrate.js';
import { MIGRATIONS } from './migrations.js';

/** Migrations of a database and of this program. */
export interface DatabaseStatus {
  readonly applied: number;
  readonly known: number;
  /** Server version. */
  readonly server: string;
}

/** Reads only. */
export async function databaseStatus(database: Pick<Database, 'connect'>): Promise<DatabaseStatus> {
  const client = await database.connect();
  try {
    const applied = await appliedOf(client);
    const { rows } = await client.query('SHOW server_version');
    const server = /^[\d.]+/.exec(String(rows[0]?.server_version))?.[0] ?? 'of an unknown version';
    return { applied, known: MIGRATIONS.length, server };
  } catch (error) {
    throw databaseError(error);
  } finally {
    await client.end();
  }
}
