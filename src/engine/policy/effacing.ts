import { wordsIn } from '../../../compilers/filter/search-term.js';
import { DAY } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';

/** Events further ahead count as out of sight. */
export const IN_SIGHT = 730 * DAY;
/** Most words that may be missing after rewording. */
const FEW_WORDS = 8;
/** A title of this many words is content; a shorter one is only a name. */
const WHOLE_TITLE = 3;
const TEXTS = ['title', 'description', 'location'] as const;

/** True if an upcoming event would be over, or too far ahead to be noticed. */
export function isOutOfSight(before: Occurrence, after: Occurrence, now: Instant): boolean {
  const isIn = ({ start, end }: Occurrence): boolean => end > now && start <= now + IN_SIGHT;
  return isIn(before) && !isIn(after);
}

/** True if little of an event's text is left, or people who get mail about it are removed. */
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
