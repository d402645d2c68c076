import type { Success } from '../../../schemas/answers/success.js';
import { knownNote } from '../../../schemas/model/notes.js';
import { rowsIn } from '../answers/result-rows.js';
import type { LegacyAnswer } from './alias.js';

/**
 * What is missing from an old answer: rows beyond the limit, calendars that were not read in full or are out of date, and what
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
