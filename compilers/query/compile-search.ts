import type { Range } from '../../schemas/model/time.js';
import type { CompileContext } from '../context.js';
import { foldText } from '../filter/fold-text.js';
import { containedIn, searchTerm } from '../filter/search-term.js';
import { allOf, anyOf } from '../plan/combine.js';
import type { Predicate, TextField } from '../plan/predicate.js';
import { ALL_EVENTS, type ReadPlan } from '../plan/read-plan.js';
import type { SearchAttempt, SearchPlan, SearchTerm } from '../plan/search-plan.js';
import { findPeriods } from '../time/find-periods.js';
import { resolveZone } from '../time/resolve-zone.js';
import { STOP_WORDS, WEAK_WORDS } from './common-words.js';

const MOST_RESULTS = 50;
const MOST_TERMS = 12;
const FIELDS: readonly TextField[] = ['title', 'tags', 'attendees', 'organizer', 'location', 'description'];
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;

/** Compiles what a person would type: words, phrases in quotes, and periods in words. */
export function compileSearch(query: string, context: CompileContext): SearchPlan {
  const zone = resolveZone(context.timezone, context.zones);
  const quoted = [...query.matchAll(QUOTED)].map(([, text = '']) => text);
  const words = query
    .replace(QUOTED, ' ')
    .split(/\s+/)
    .filter((word) => foldText(word) !== '');
  const { periods, rest } = findPeriods(words, { ...context, zone });
  const phrases = termsOf(quoted, true);
  const isName = capitals(query);
  const isIn = (list: ReadonlySet<string>) => (word: string) =>
    !isName(word) && list.has(searchTerm(word)?.text ?? '');
  const telling = rest.filter((word) => !isIn(STOP_WORDS)(word));
  const strong = [...phrases, ...termsOf(telling.filter((word) => !isIn(WEAK_WORDS)(word)))];
  const weak = termsOf(telling.filter(isIn(WEAK_WORDS)));
  const all = [...phrases, ...termsOf(words)].slice(0, MOST_TERMS);
  const { timezone } = context;
  const search = (terms: readonly SearchTerm[], besides: readonly SearchTerm[] = []): SearchAttempt =>
    attempt({ terms, weak: besides, timezone });
  if (periods.length === 0) {
    const attempts = [search(strong, weak), search(weak), search(all)];
    const telling = attempts.filter(({ terms }) => terms.length > 0);
    return { attempts: telling.slice(0, strong.length > 0 && weak.length > 0 ? 2 : 1) };
  }
  const inPeriod = attempt({ terms: strong, weak, periods, timezone });
  // A period may be part of a title: "Taco Tuesday".
  const asWords = { ...search(all), partly: false };
  return { attempts: all.length === 0 || strong.length === 0 ? [inPeriod] : [inPeriod, asWords] };
}

interface Wanted {
  readonly terms: readonly SearchTerm[];
  readonly weak: readonly SearchTerm[];
  readonly periods?: readonly Range[];
  readonly timezone: string;
}

function attempt({ terms, weak, periods, timezone }: Wanted): SearchAttempt {
  const wanted = terms.slice(0, MOST_TERMS);
  const conditions: Predicate[] = [];
  if (periods !== undefined) conditions.push(anyOf(periods.map(overlapping)));
  // At least what is looked for: whether it is a word of its own is seen when all of them are there.
  if (wanted.length > 0) conditions.push(anyOf(wanted.map(containing)));
  const read: ReadPlan = {
    ...ALL_EVENTS,
    mode: 'search',
    limit: MOST_RESULTS,
    timezone,
    where: allOf(conditions),
    sort: wanted.length === 0 ? [{ field: 'start', order: 'asc' }] : [],
    ...(periods !== undefined && { range: hull(periods), expansion: 'occurrences' as const }),
  };
  return { read, terms: wanted, weak: weak.slice(0, MOST_TERMS), partly: true };
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

function termsOf(typed: readonly string[], quoted = false): SearchTerm[] {
  const terms = typed.map((text) => searchTerm(text, quoted)).filter((term) => term !== undefined);
  return terms.filter((term, at) => terms.findIndex(({ text }) => text === term.text) === at);
}

/** Whether a word is in capitals and the query is not: `IT` is a department, `it` is nothing to look for. */
function capitals(query: string): (word: string) => boolean {
  const shouted = query === query.toUpperCase();
  return (word) => !shouted && /^\p{Lu}{2,}$/u.test(word);
}
