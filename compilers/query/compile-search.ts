import type { Range } from '../../schemas/model/time.js';
import type { CompileContext } from '../context.js';
import { STOP_WORDS, WEAK_WORDS } from '../filter/common-words.js';
import { foldText } from '../filter/fold-text.js';
import { containedIn, searchTerm } from '../filter/search-term.js';
import { allOf, anyOf } from '../plan/combine.js';
import type { Predicate, TextField } from '../plan/predicate.js';
import { ALL_EVENTS } from '../plan/read-plan.js';
import type { SearchAttempt, SearchPlan, SearchTerm } from '../plan/search-plan.js';
import { DAY } from '../time/civil.js';
import { resolveZone } from '../time/resolve-zone.js';
import { findPeriods } from '../time/spoken/find-periods.js';

const MOST_RESULTS = 50;
const MOST_TERMS = 12;
const UPCOMING = 30 * DAY;
const FIELDS: readonly TextField[] = ['title', 'tags', 'attendees', 'organizer', 'location', 'description'];
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;
const NEXT = /^(?:next|upcoming|coming)$/i;
const CLOCK = /^(?:\d{1,2}:\d{2}|\d{1,2}(?::\d{2})?[ap]m)$/i;

/** Compiles typed text: words, quoted phrases, and periods in words. */
export function compileSearch(query: string, context: CompileContext): SearchPlan {
  const zone = resolveZone(context.timezone, context.zones);
  const quoted = [...query.matchAll(QUOTED)].map(([, text = '']) => text);
  const typed = query.replace(QUOTED, ' ').split(/\s+/);
  const words = typed.filter((word) => foldText(word) !== '');
  const { periods, rest } = findPeriods(words, { ...context, zone });
  const { strong, weak } = sorted(rest, query);
  const terms = [...termsOf(quoted, true), ...termsOf(strong)].slice(0, MOST_TERMS);
  const besides = termsOf(weak).slice(0, MOST_TERMS);
  const all = [...termsOf(quoted, true), ...termsOf(words)].slice(0, MOST_TERMS);
  const { now, timezone } = context;
  const find = (wanted: Omit<Wanted, 'timezone'>): SearchAttempt => attempt({ ...wanted, timezone });
  // Prefers an occurrence with all words over the next one of a series with only some.
  const thorough = (within?: readonly Range[]): SearchAttempt[] =>
    (terms.length > 1 ? (['all', 'any'] as const) : (['any'] as const)).map((need) =>
      find({ terms, weak: besides, need, ...(within && { periods: within }) }),
    );
  // A period may be part of a title: "Taco Tuesday".
  const asWords = find({ terms: all, need: 'all' });
  if (periods.length > 0) {
    return { attempts: terms.length === 0 ? [find({ terms, periods })] : [...thorough(periods), asWords] };
  }
  const vague = besides.length === 0 ? [] : [find({ terms: besides })];
  if (terms.length > 0) return { attempts: [...thorough(), ...vague] };
  const upcoming = find({ terms, periods: [{ from: now, to: now + UPCOMING }] });
  if (words.some((word) => NEXT.test(word))) return { attempts: [upcoming] };
  if (vague.length > 0) return { attempts: [...vague, upcoming] };
  return { attempts: words.length > 1 ? [asWords, upcoming] : [asWords] };
}

/** Splits search words from generic words for events; drops stop words. */
function sorted(words: readonly string[], query: string): Record<'strong' | 'weak', readonly string[]> {
  const isName = capitals(query);
  const kindOf = (word: string): string => {
    const { text = '' } = searchTerm(word) ?? {};
    if (isName(word)) return 'strong';
    if (STOP_WORDS.has(text)) return 'stop';
    return WEAK_WORDS.has(text) || CLOCK.test(word) ? 'weak' : 'strong';
  };
  return {
    strong: words.filter((word) => kindOf(word) === 'strong'),
    weak: words.filter((word) => kindOf(word) === 'weak'),
  };
}

interface Wanted {
  readonly terms: readonly SearchTerm[];
  readonly weak?: readonly SearchTerm[];
  readonly periods?: readonly Range[];
  readonly timezone: string;
  readonly need?: 'all' | 'any';
}

function attempt({ terms, weak = [], periods, timezone, need = 'any' }: Wanted): SearchAttempt {
  const conditions: Predicate[] = periods === undefined ? [] : [anyOf(periods.map(overlapping))];
  // Only narrows: scoring checks word boundaries once all the terms are there.
  const texts = terms.map(containing);
  if (texts.length > 0) conditions.push(need === 'all' ? allOf(texts) : anyOf(texts));
  const read = {
    ...ALL_EVENTS,
    type: 'any' as const,
    mode: 'search' as const,
    limit: MOST_RESULTS,
    timezone,
    where: allOf(conditions),
    sort: terms.length === 0 ? [{ field: 'start', order: 'asc' as const }] : [],
    ...(periods !== undefined && { range: hull(periods), expansion: 'occurrences' as const }),
  };
  return { read, terms, weak, partly: need === 'any' };
}

const overlapping = ({ from, to }: Range): Predicate => ({ kind: 'time', field: 'when', from, to });

const containing = (term: SearchTerm): Predicate => ({
  kind: 'text',
  fields: FIELDS,
  op: 'contains',
  value: containedIn(term),
});

function hull(periods: readonly Range[]): Range {
  return {
    from: Math.min(...periods.map(({ from }) => from)),
    to: Math.max(...periods.map(({ to }) => to)),
  };
}

function termsOf(typed: readonly string[], quoted = false): readonly SearchTerm[] {
  const terms = typed.map((text) => searchTerm(text, quoted)).filter((term) => term !== undefined);
  return terms.filter((term, at) => terms.findIndex(({ text }) => text === term.text) === at);
}

/** A test for capitals in a query that is not all capitals: `IT` is a department, `it` a stop word. */
function capitals(query: string): (word: string) => boolean {
  const shouted = query === query.toUpperCase();
  return (word) => !shouted && /^\p{Lu}{2,}$/u.test(word);
}
