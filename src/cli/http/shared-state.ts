import type { Settings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import type { Log } from '../../ports/log.js';
import type { CallLimit } from '../../ports/replicas/call-limit.js';
import type { SessionRecords } from '../../ports/replicas/session-records.js';
import { createCallLimit } from '../../server/http/operate/call-limit.js';
import type { WatchWrites } from '../../state/database/watch-writes.js';

/** What a server with a database shares with its other replicas, apart from what belongs to one user. */
export interface SharedState {
  readonly sessions?: SessionRecords;
  readonly watchWrites?: WatchWrites;
  readonly callLimit?: CallLimit;
}

/** Over the connections that the process keeps anyway; without a database, a limit of its own. */
export async function sharedState(
  { database: settings, http }: Pick<Settings, 'database' | 'http'>,
  log: Log,
): Promise<SharedState> {
  const { callsPerMinute, idleMinutes } = http;
  if (settings === undefined)
    return callsPerMinute === undefined ? {} : { callLimit: createCallLimit(callsPerMinute) };
  const [{ shareDatabase }, { createDatabaseSessions }, { watchWrites }, { createDatabaseCallLimit }] =
    await Promise.all([
      import('../../state/database/share-database.js'),
      import('../../state/database/database-sessions.js'),
      import('../../state/database/watch-writes.js'),
      import('../../state/database/database-call-limit.js'),
    ]);
  const { database } = shareDatabase(databasePlace(settings), log);
  return {
    sessions: createDatabaseSessions(database, { idleMs: idleMinutes * 60_000 }),
    watchWrites: watchWrites(database),
    ...(callsPerMinute !== undefined && {
      callLimit: createDatabaseCallLimit(callsPerMinute, {
        what: 'calls',
        query: database.query,
        alone: createCallLimit(callsPerMinute),
      }),
    }),
  };
}
