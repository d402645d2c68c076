import type { SearchAttempt, SearchPlan } from '../../../compilers/plan/search-plan.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { inSlices, type YieldToEventLoop, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { type Relevance, relevanceOf } from '../../rows/relevance.js';
import { searchTitle } from '../../rows/search-title.js';
import { sortPage } from '../../rows/sort-page.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { SearchResult } from '../context/service.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { agreedBy } from '../policy/redact.js';
import { notesOnEmpty } from '../sources/sources.js';
import { unconfigured } from '../sources/unconfigured.js';
import { collect } from './collect.js';
import { HIDDEN_FIELDS, printSources } from './read-meta.js';

/** Programs do not open longer addresses. */
const LONGEST_URL = 2000;

/** Events of all calendars with every word of a query, best match first; if none, those with any word. */
export async function runSearch({ attempts }: SearchPlan, engine: Engine, call: Call): Promise<SearchResult> {
  const { signal, progress, publicUrl } = call;
  let answer: SearchResult = { results: [] };
  let failure: CalendarError | undefined;
  for (const attempt of attempts) {
    const { rows, reports, withheld, found, hidesFields } = await collect(
      { ...attempt.read, ...agreedBy(call) },
      engine,
      { call, progress },
    );
    const yieldToEventLoop = yielderFor(signal);
    const relevance = await relevanceOf(rows, attempt, engine.clock.now(), yieldToEventLoop);
    const page = await sortPage(
      await bestOf(relevance, attempt, yieldToEventLoop),
      attempt.read,
      yieldToEventLoop,
      relevance,
    );
    await inSlices(engine.exposure.seeing(page.rows), yieldToEventLoop);
    failure = reports.find(({ error }) => error !== undefined)?.error;
    const notes = [...unconfigured(found), ...notesOnEmpty(found), ...(hidesFields ? [HIDDEN_FIELDS] : [])];
    const told = printSources(reports, zoneOrThrow(engine, attempt.read.timezone));
    const results = page.rows.map((row) => ({
      id: row.id,
      title: searchTitle(row),
      url: eventUrl(row.id, row.url, publicUrl),
    }));
    answer = {
      results,
      ...(page.total > results.length && { total: page.total }),
      ...(withheld > 0 && { withheld: { count: withheld } }),
      ...(told.length > 0 && { sources: told }),
      ...(notes.length > 0 && { notes }),
    };
    if (results.length > 0) return answer;
  }
  // Some clients only look at the list, where a failure would look like no results.
  if (failure !== undefined) throw failure;
  return answer;
}

/** Rows with all terms; with `partly`, else those with any, else those with one of them inside a word. */
async function bestOf(
  relevance: ReadonlyMap<Occurrence, Relevance>,
  { terms, partly }: SearchAttempt,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly Occurrence[]> {
  const having: Occurrence[][] = [[], [], []];
  for (const [row, { found, inside }] of relevance) {
    const rank = found === terms.length ? 0 : found > 0 ? 1 : 2;
    if (rank < 2 || inside) having[rank]?.push(row);
    const pause = yieldToEventLoop();
    if (pause !== undefined) await pause;
  }
  const [all = []] = having;
  return partly ? (having.find(({ length }) => length > 0) ?? []) : all;
}

/**
 * The address of an event, never empty because clients cite it: a page of this server if it has a public
 * address, else the event's own URL, else its resource.
 */
export function eventUrl(id: string, ownUrl: string, publicUrl = ''): string {
  if (publicUrl !== '') return `${publicUrl.replace(/\/$/, '')}/events/${encodeURIComponent(id)}`;
  return ownUrl.length <= LONGEST_URL && /^https?:\/\//i.test(ownUrl)
    ? ownUrl
    : `calendar://event/${encodeURIComponent(id)}`;
}
