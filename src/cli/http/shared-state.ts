import type { Settings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import type { Log } from '../../ports/log.js';
import type { CallLimit } from '../../ports/replicas/call-limit.js';
import type { SessionRecords } from '../../ports/replicas/session-records.js';
import { createCallLimit } from '../../server/http/operate/call-limit.js';
import type { QuestionStore } from '../../server/modern/questions.js';
import type { WatchWrites } from '../../state/database/watch-writes.js';
import { systemClock } from '../../system/system-clock.js';

/** Links a user's program with those of other replicas. */
export interface OtherReplicas {
  readonly watchWrites: WatchWrites;
  questionsOf(owner: string): QuestionStore;
}

/** State that the replicas of a server share, apart from user data. */
export interface SharedState {
  readonly sessions?: SessionRecords;
  readonly others?: OtherReplicas;
  readonly callLimit?: CallLimit;
}

/** Reuses the process's connection pool. Without a database, the call limit is local. */
export async function sharedState(
  { database: settings, http }: Pick<Settings, 'database' | 'http'>,
  log: Log,
): Promise<SharedState> {
  const { callsPerMinute, idleMinutes } = http;
  if (settings === undefined)
    return callsPerMinute === undefined ? {} : { callLimit: createCallLimit(callsPerMinute) };
  const [
    { shareDatabase },
    { createDatabaseSessions },
    { watchWrites },
    { createDatabaseCallLimit },
    { createDatabaseStore },
  ] = await Promise.all([
    import('../../state/database/share-database.js'),
    import('../../state/database/database-sessions.js'),
    import('../../state/database/watch-writes.js'),
    import('../../state/database/database-call-limit.js'),
    import('../../state/database/database-store.js'),
  ]);
  const place = databasePlace(settings);
  const { database } = shareDatabase(place, log);
  return {
    sessions: createDatabaseSessions(database, { idleMs: idleMinutes * 60_000 }),
    others: {
      watchWrites: watchWrites(database),
      questionsOf: (owner) => createDatabaseStore(database, { ...place, owner }, systemClock()),
    },
    ...(callsPerMinute !== undefined && {
      callLimit: createDatabaseCallLimit(callsPerMinute, {
        what: 'calls',
        query: database.query,
        alone: createCallLimit(callsPerMinute),
      }),
    }),
  };
}
