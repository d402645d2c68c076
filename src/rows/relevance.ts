import { foldText } from '../../compilers/filter/fold-text.js';
import type { Predicate } from '../../compilers/plan/predicate.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Instant } from '../../schemas/model/time.js';

const YEAR = 366 * 86_400_000;

/**
 * How well a row answers a search, for "best match first": words in the title count most, then place, people,
 * text; among equals the one nearest to now comes first.
 */
export function relevanceOf(where: Predicate, now: Instant): (row: Occurrence) => number {
  const wanted = [...new Set(wordsOf(where).map(foldText))].filter((word) => word !== '');
  return (row) => {
    const title = foldText(row.title);
    const location = foldText(row.location);
    const people = foldText(
      [row.organizer, ...row.attendees].map((one) => `${one?.name ?? ''} ${one?.email ?? ''}`).join(' '),
    );
    const description = foldText(row.description);
    let score = 0;
    for (const word of wanted) {
      if (title === word) score += 12;
      else if (title.startsWith(word)) score += 9;
      else if (title.includes(word)) score += 8;
      if (location.includes(word)) score += 3;
      if (people.includes(word)) score += 3;
      if (description.includes(word)) score += 1;
    }
    return score + 1 / (1 + Math.abs(row.start - now) / YEAR);
  };
}

/** The texts that a filter looks for, negated ones left out. */
function wordsOf(where: Predicate): readonly string[] {
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.of.flatMap(wordsOf);
    case 'text':
      return where.op === 'matches' ? [] : [where.value];
    case 'set':
      return where.op === 'none' ? [] : where.values;
    default:
      return [];
  }
}
