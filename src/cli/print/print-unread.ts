import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import { metaLines } from '../../../schemas/answers/meta-lines.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { fittedTo } from '../screen/screen.js';
import { notesForPeople } from './notes-for-people.js';

/** Lines for stderr: what is missing from an answer, and why. */
export function printUnread(meta: AnswerMeta): string {
  const { total = 0, returned = total } = meta;
  const lines =
    total > returned ? [`${returned} of ${total} events; ask for a shorter period to see all.`] : [];
  const all = [...lines, ...metaLines({ ...meta, notes: notesForPeople(meta.notes) })];
  return fittedTo(process.stderr, all.map((line) => `${cleanText(line)}\n`).join(''));
}
