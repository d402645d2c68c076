import type { Settings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import type { Log } from '../../ports/log.js';
import type { SessionRecords } from '../../ports/replicas/session-records.js';
import type { WatchWrites } from '../../state/database/watch-writes.js';

/** What a server with a database shares with its other replicas, apart from what belongs to one user. */
export interface SharedState {
  readonly sessions?: SessionRecords;
  readonly watchWrites?: WatchWrites;
}

/** Over the connections that the process keeps anyway; nothing where no database is configured. */
export async function sharedState(
  { database: settings, http }: Pick<Settings, 'database' | 'http'>,
  log: Log,
): Promise<SharedState> {
  if (settings === undefined) return {};
  const [{ shareDatabase }, { createDatabaseSessions }, { watchWrites }] = await Promise.all([
    import('../../state/database/share-database.js'),
    import('../../state/database/database-sessions.js'),
    import('../../state/database/watch-writes.js'),
  ]);
  const { database } = shareDatabase(databasePlace(settings), log);
  return {
    sessions: createDatabaseSessions(database, { idleMs: http.idleMinutes * 60_000 }),
    watchWrites: watchWrites(database),
  };
}
