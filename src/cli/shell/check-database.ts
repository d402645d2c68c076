import { CalendarError } from '../../../schemas/model/error.js';
import type { Settings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import type { Log } from '../../ports/log.js';
import type { ReadyCheck } from '../../server/http/operate/readiness.js';

/**
 * Migrates the database before a server starts, and keeps its connections open. If it is unavailable, calls wait for it.
 * Returns the health checks for a load balancer.
 *
 * @throws CalendarError CONFIGURATION if this program is too old for the database or may not use it.
 */
export async function checkDatabase(
  { database: settings }: Settings,
  log: Log,
): Promise<readonly ReadyCheck[]> {
  if (settings === undefined) return [];
  const { shareDatabase } = await import('../../state/database/share-database.js');
  const place = databasePlace(settings);
  const { sealers } = place;
  const { database } = shareDatabase(place, log);
  // Fails without the key, because the server could not store secrets that people enter.
  await sealers?.();
  try {
    await database.migrate();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'UNAVAILABLE') throw error;
    log.warn(error.message);
  }
  if (sealers !== undefined) {
    const sealAgain = async (): Promise<void> => {
      const { resealSecrets } = await import('../../state/database/sealed/reseal.js');
      const { resealed, unreadable } = await resealSecrets(database, sealers);
      if (resealed > 0) log.info('secrets were sealed with the first key', { count: resealed });
      if (unreadable > 0) log.warn('There are secrets that none of the keys opens.', { count: unreadable });
    };
    sealAgain().catch(() => undefined);
  }
  const check = async (): Promise<void> => {
    if (!(await database.reachable())) throw new Error('unreachable');
  };
  return [
    { name: 'database', check },
    ...(sealers === undefined ? [] : [{ name: 'key', check: async () => void (await sealers()) }]),
  ];
}
