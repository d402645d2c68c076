import { foldText } from '../../../compilers/filter/fold-text.js';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { ALL_EVENTS } from '../../../compilers/plan/read-plan.js';
import { breatheFor } from '../../concurrency/breathe.js';
import { relevanceOf } from '../../rows/relevance.js';
import { sortPage } from '../../rows/sort-page.js';
import { truncateText } from '../../rows/truncate-texts.js';
import type { Engine } from '../context/engine.js';
import type { CallContext, SearchResult } from '../context/service.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { collect } from './collect.js';
import { printSources } from './read-meta.js';

const MAX_RESULTS = 50;
const MAX_WORDS = 12;
/** A longer address opens nowhere. */
const LONGEST_URL = 2000;

/**
 * Events of all calendars that hold every word of the query, best match first; when none does, those that hold
 * any of them. A quoted query is one phrase.
 */
export async function runSearch(
  query: string,
  engine: Engine,
  { signal, progress, publicUrl }: CallContext,
): Promise<SearchResult> {
  const phrase = /^"(.+)"$/.exec(query.trim())?.[1];
  const words =
    phrase === undefined
      ? query
          .split(/\s+/)
          .filter((word) => foldText(word) !== '')
          .slice(0, MAX_WORDS)
      : [phrase];
  const tests = words.map(
    (value): Predicate => ({
      kind: 'text',
      fields: ['title', 'location', 'description', 'attendees'],
      op: 'contains',
      value,
    }),
  );
  const base: ReadPlan = {
    ...ALL_EVENTS,
    mode: 'search',
    limit: MAX_RESULTS,
    timezone: engine.clock.timeZone(),
  };
  const viewer = zoneOrThrow(engine, base.timezone);
  let sources: Pick<SearchResult, 'sources'> = {};
  for (const kind of ['and', 'or'] as const) {
    const plan: ReadPlan = { ...base, where: { kind, of: tests } };
    const { rows, reports } = await collect(plan, engine, signal, progress);
    const told = printSources(reports, viewer);
    sources = told.length === 0 ? {} : { sources: told };
    // An empty list is all that some clients look at.
    const failure = reports.find(({ error }) => error !== undefined)?.error;
    if (rows.length === 0 && kind === 'or' && failure !== undefined) throw failure;
    if (rows.length === 0) continue;
    const relevance = relevanceOf(plan.where, engine.clock.now());
    const page = await sortPage(rows, plan, breatheFor(signal), relevance);
    return {
      results: page.rows.map((row) => ({
        id: row.id,
        title: truncateText(row.title, 'title'),
        url: eventUrl(row.id, row.url, publicUrl),
      })),
      ...sources,
    };
  }
  return { results: [], ...sources };
}

/** Where a person can open an event: over HTTP a page of this server or the event's own URL, over stdio a resource. */
export function eventUrl(id: string, ownUrl: string, publicUrl: string | undefined): string {
  if (publicUrl === undefined) return `calendar://event/${encodeURIComponent(id)}`;
  if (publicUrl !== '') return `${publicUrl.replace(/\/$/, '')}/events/${encodeURIComponent(id)}`;
  return ownUrl.length <= LONGEST_URL && /^https?:\/\//i.test(ownUrl) ? ownUrl : '';
}
