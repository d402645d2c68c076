import { onTestFinished } from 'vitest';
import { openDatabase, type Query } from '../../../src/state/database/database.js';
import { SILENT } from './fresh-database.js';

/** The plans that PostgreSQL makes for any values, also of the statements that triggers run. */
const EXPLAINED = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_level=notice',
  'auto_explain.log_nested_statements=on',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** A connection that tells how each of its statements was run. */
export async function explained(url: string) {
  const database = openDatabase(
    { url: `${url}&options=${encodeURIComponent(EXPLAINED)}`, connections: 1 },
    SILENT,
  );
  onTestFinished(() => database.close());
  const client = await database.connect();
  onTestFinished(() => client.end());
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  const query: Query = async (text, values = []) => (await client.query(text, [...values])).rows;
  return { query, plans };
}
