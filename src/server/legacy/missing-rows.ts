import { knownNote } from '../../../schemas/answers/notes.js';
import type { Success } from '../../../schemas/answers/success.js';
import { rowsIn } from '../answers/result-rows.js';
import type { LegacyAnswer } from './alias.js';

/**
 * What an old answer lacks of a read: rows beyond the limit, calendars that were not read in full or not now, and what
 * else is remarked. How to ask for what is withheld is said where that is counted.
 */
export function missingRows({ meta: { total, sources, notes } }: Success, shown: number): LegacyAnswer {
  const remarks = Array.isArray(notes) ? notes.filter((note) => knownNote(note)?.code !== 'ask_first') : [];
  const named = rowsIn(sources);
  return {
    ...(typeof total === 'number' && total > shown && { truncated: true, total }),
    ...(named.length > 0 && { sources: named }),
    ...(remarks.length > 0 && { notes: remarks }),
  };
}
