import { shareLook } from '../../concurrency/share-look.js';
import type { WriteCounter } from '../../ports/state-store.js';
import type { Database } from './database.js';

const READ = 'SELECT name, count FROM calendar_mcp.counters WHERE owner = $1';
const RAISE = `INSERT INTO calendar_mcp.counters AS c (owner, name, count) VALUES ($1, $2, 1)
  ON CONFLICT (owner, name) DO UPDATE SET count = c.count + 1
  RETURNING count`;

/** Counters of one user. Concurrent reads share one query. */
export function databaseCounters(
  { query }: Pick<Database, 'query'>,
  owner: string,
): (name: string) => WriteCounter {
  const look = shareLook(
    async () => new Map((await query(READ, [owner])).map(({ name, count }) => [name, Number(count)])),
  );
  return (name) => ({
    read: async () => (await look()).get(name) ?? 0,
    async raise() {
      const [row] = await query(RAISE, [owner, name]);
      return Number(row?.count);
    },
  });
}
