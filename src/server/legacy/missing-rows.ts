import type { Success } from '../../engine/context/service.js';
import { rowsIn } from '../answers/result-rows.js';
import type { LegacyAnswer } from './alias.js';

/** What an old answer lacks of a read: rows beyond the limit, calendars that could not be read. */
export function missingRows({ meta: { total, sources } }: Success, shown: number): LegacyAnswer {
  const unreadable = rowsIn(sources).filter(({ error, stale }) => error !== undefined && stale === undefined);
  return {
    ...(typeof total === 'number' && total > shown && { truncated: true, total }),
    ...(unreadable.length > 0 && { unreadable }),
  };
}
