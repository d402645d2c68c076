import type { Success } from '../../../schemas/answers/success.js';
import { knownNote } from '../../../schemas/model/notes.js';
import { rowsIn } from '../answers/result-rows.js';
import type { LegacyAnswer } from './alias.js';

/**
 * Rows beyond the limit, calendars that are incomplete or outdated, and other notes. Leaves out how to ask
 * for withheld rows, which is given with their count.
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
