import type pg from 'pg';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { errnoOf } from '../../system/errno-of.js';
import { databaseError } from './database-error.js';
import { MIGRATIONS } from './migrations.js';

/** Advisory lock for migrations: only one of several starting replicas runs them. */
const LOCK = 0x63_61_6c_6d;
/** Time for large tables, and for a migration by another replica. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Migrates the tables and returns the number of migrations.
 *
 * @throws CalendarError CONFIGURATION if they are newer, or if this user may not change them.
 */
export async function migrate(client: pg.Client): Promise<number> {
  try {
    const before = await appliedOf(client);
    if (before > MIGRATIONS.length) throw newer(before);
    if (before === MIGRATIONS.length) return 0;
    await run(client, 'BEGIN');
    await run(client, `SELECT pg_advisory_xact_lock(${LOCK})`);
    const applied = await appliedOf(client);
    if (applied > MIGRATIONS.length) throw newer(applied);
    for (const [index, { name, sql }] of MIGRATIONS.entries()) {
      if (index < applied) continue;
      await run(client, sql);
      await client.query('INSERT INTO calendar_mcp.migrations (number, name) VALUES ($1, $2)', [
        index + 1,
        name,
      ]);
    }
    await run(client, 'COMMIT');
    return MIGRATIONS.length - applied;
  } catch (error) {
    if (errnoOf(error) === '42501') throw notOurs(error);
    throw databaseError(error);
  }
}

/** Not `to_regclass`, which may cache a missing table for the rest of a transaction. */
const THERE = `SELECT EXISTS (SELECT FROM pg_catalog.pg_tables
  WHERE schemaname = 'calendar_mcp' AND tablename = 'migrations') AS there`;

/** Number of applied migrations; 0 for an empty database. */
export async function appliedOf(client: pg.Client): Promise<number> {
  const found = await client.query(THERE);
  if (found.rows[0]?.there !== true) return 0;
  const { rows } = await client.query(
    'SELECT coalesce(max(number), 0) AS applied FROM calendar_mcp.migrations',
  );
  return Number(rows[0]?.applied);
}

async function run(client: pg.Client, text: string): Promise<void> {
  // The types lack the timeout per query.
  const query: pg.QueryConfig & { readonly query_timeout: number } = { text, query_timeout: PATIENCE_MS };
  await client.query(query);
}

function newer(applied: number): CalendarError {
  return new CalendarError(
    'CONFIGURATION',
    `The database is of a newer version (${counted(applied, 'migration')}, and this program knows ${MIGRATIONS.length}).`,
    { suggestion: 'Start the version of calendar-mcp that the other replicas have.' },
  );
}

function notOurs(cause: unknown): CalendarError {
  return new CalendarError(
    'CONFIGURATION',
    'The tables of the database are older than this program, and its user may not change them.',
    { suggestion: 'Run `calendar-mcp database migrate` as the user who owns them.', cause },
  );
}
