import { qualityOf, searchedText, WORD_FOUND, wordsIn } from '../../compilers/filter/search-term.js';
import type { SearchTerm } from '../../compilers/plan/search-plan.js';
import { DAY } from '../../compilers/time/civil.js';
import type { Occurrence, Person } from '../../schemas/model/event.js';
import type { Instant } from '../../schemas/model/time.js';
import type { YieldToEventLoop } from '../concurrency/yield-to-event-loop.js';

const MONTH = 30 * DAY;
/** Weight of a weak word. */
const WEAK = 0.2;

/** Weight and texts of each searched field. */
const FIELDS: readonly (readonly [number, (row: Occurrence) => readonly string[]])[] = [
  [8, ({ title }) => [title]],
  [6, ({ tags }) => tags],
  [4, ({ organizer, attendees }) => [organizer, ...attendees].flatMap(namesOf)],
  [3, ({ location }) => [location]],
  [1, ({ description }) => [description]],
];

export interface Relevance {
  readonly score: number;
  /** Number of terms found as words. */
  readonly found: number;
  /** At least one term was found, if only inside a word. */
  readonly inside: boolean;
}

/**
 * Rates rows for a search: rare terms count most; a title counts more than tags, people, place and text; ties go to the
 * row closest to now.
 */
export async function relevanceOf(
  rows: readonly Occurrence[],
  { terms, weak = [] }: { readonly terms: readonly SearchTerm[]; readonly weak?: readonly SearchTerm[] },
  now: Instant,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlyMap<Occurrence, Relevance>> {
  const all = [...terms, ...weak];
  const searched = remembering(searchedText);
  const hits = new Map<Occurrence, readonly Hit[]>();
  const rowsWith = all.map(() => 0);
  for (const row of rows) {
    const found = all.map((term) => bestHit(term, row, searched));
    for (const [at, { weight }] of found.entries()) if (weight > 0) rowsWith[at] = (rowsWith[at] ?? 0) + 1;
    hits.set(row, found);
    const pause = yieldToEventLoop();
    if (pause !== undefined) await pause;
  }
  const rarity = rowsWith.map((count) => 1 + Math.log(rows.length / Math.max(1, count)));
  const relevance = new Map<Occurrence, Relevance>();
  for (const [row, found] of hits) {
    let score = ofTitle(row, found) + nearness(row, now);
    for (const [at, { weight }] of found.entries()) {
      score += weight * (rarity[at] ?? 1) * (at < terms.length ? 1 : WEAK);
    }
    const wanted = found.slice(0, terms.length);
    const words = wanted.filter(({ word }) => word).length;
    relevance.set(row, { score, found: words, inside: wanted.some(({ weight }) => weight > 0) });
  }
  return relevance;
}

interface Hit {
  readonly weight: number;
  /** Found as a word, not only inside one. */
  readonly word: boolean;
  readonly inTitle: boolean;
}

function bestHit(term: SearchTerm, row: Occurrence, searched: (text: string) => string): Hit {
  let best: Hit = { weight: 0, word: false, inTitle: false };
  for (const [most, textsOf] of FIELDS) {
    for (const text of textsOf(row)) {
      const quality = qualityOf(term, searched(text));
      const weight = most * quality;
      const word = best.word || quality >= WORD_FOUND;
      if (weight > best.weight) best = { weight, word, inTitle: most === 8 };
      else best = { ...best, word };
    }
  }
  return best;
}

/** The share of the title's words that were searched for. */
function ofTitle({ title }: Occurrence, hits: readonly Hit[]): number {
  const asked = hits.filter(({ inTitle }) => inTitle).length;
  return asked === 0 ? 0 : Math.min(1, asked / wordsIn(title).length);
}

/** Past events count as twice as far away. */
function nearness({ start, end }: Occurrence, now: Instant): number {
  const distance = end > now ? Math.abs(start - now) : 2 * (now - start);
  return 1 / (1 + distance / MONTH);
}

function namesOf(person: Person | undefined): readonly string[] {
  return person === undefined ? [] : [`${person.name ?? ''} ${person.email}`];
}

/** Caches by text, because rows of a series share their texts. */
function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}
