import { CalendarError } from '../../../schemas/model/error.js';
import type { Settings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import type { Log } from '../../ports/log.js';
import type { ReadyCheck } from '../../server/http/operate/readiness.js';

/**
 * Brings the tables of a database up to date before a server starts, and keeps its connections as long as the process
 * lives. One that is away just now is waited for by the calls that need it. What a balancer has to know of it.
 *
 * @throws CalendarError CONFIGURATION where this program is too old for it, or may not use it.
 */
export async function checkDatabase(
  { database: settings }: Settings,
  log: Log,
): Promise<readonly ReadyCheck[]> {
  if (settings === undefined) return [];
  const { shareDatabase } = await import('../../state/database/share-database.js');
  const { database } = shareDatabase(databasePlace(settings), log);
  try {
    await database.migrate();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'UNAVAILABLE') throw error;
    log.warn(error.message);
  }
  const check = async (): Promise<void> => {
    if (!(await database.reachable())) throw new Error('unreachable');
  };
  return [{ name: 'database', check }];
}
