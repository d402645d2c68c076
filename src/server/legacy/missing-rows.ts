import type { Success } from '../../engine/context/service.js';
import { rowsIn } from '../answers/result-rows.js';
import type { LegacyAnswer } from './alias.js';

/** What an old answer lacks of a read: rows beyond the limit, and calendars that were not read in full, or not now. */
export function missingRows({ meta: { total, sources } }: Success, shown: number): LegacyAnswer {
  const remarks = rowsIn(sources);
  return {
    ...(typeof total === 'number' && total > shown && { truncated: true, total }),
    ...(remarks.length > 0 && { sources: remarks }),
  };
}
