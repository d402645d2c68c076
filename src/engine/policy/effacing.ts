import { wordsIn } from '../../../compilers/filter/search-term.js';
import { DAY } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';

/** Nobody looks further ahead. */
export const IN_SIGHT = 730 * DAY;
/** Words that may be missing when a text is reworded. */
const FEW_WORDS = 8;
/** A title of so many words says what there is to lose; a shorter one is a name. */
const WHOLE_TITLE = 3;
const TEXTS = ['title', 'description', 'location'] as const;

/** An event that was to come, and will have been, or will be when nobody looks. */
export function isOutOfSight(before: Occurrence, after: Occurrence, now: Instant): boolean {
  const isIn = ({ start, end }: Occurrence): boolean => end > now && start <= now + IN_SIGHT;
  return isIn(before) && !isIn(after);
}

/** Whether little is left of what an event says, or people who are mailed about it are taken off. */
export function isEffacing(before: Occurrence, after: Occurrence, mailed: readonly string[]): boolean {
  if (TEXTS.some((name) => before[name].trim() !== '' && after[name].trim() === '')) return true;
  const kept = new Set(wordsOf(after));
  const title = wordsIn(before.title);
  if (title.length >= WHOLE_TITLE && !title.some((word) => kept.has(word))) return true;
  const words = wordsOf(before);
  const lost = words.filter((word) => !kept.has(word)).length;
  if (lost > FEW_WORDS && lost > words.length / 2) return true;
  const people = new Set(after.attendees.map(({ email }) => email.toLowerCase()));
  return before.attendees.some(({ email }) => mailed.includes(email) && !people.has(email.toLowerCase()));
}

function wordsOf(row: Occurrence): readonly string[] {
  return wordsIn(TEXTS.map((name) => row[name]).join('\n'));
}
