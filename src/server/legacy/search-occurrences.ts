import type { CalendarService, CallContext, SearchResult } from '../../engine/context/service.js';
import { cell, rowsIn } from '../answers/result-rows.js';

const MOST_RESULTS = 50;
const AHEAD = 'next 14 days';

/** `search` for users who knew occurrences as events: adds upcoming ones of the found series. */
export async function searchOccurrences(
  service: CalendarService,
  args: unknown,
  context: CallContext,
): Promise<SearchResult> {
  const found = await service.search(args, context);
  const shown = new Map(found.results.map((result) => [result.id, result]));
  const series = new Map(
    found.results.filter(({ id }) => id.includes('/')).map((result) => [seriesOf(result.id), result]),
  );
  const room = MOST_RESULTS - shown.size;
  if (series.size === 0 || room <= 0) return found;
  const query = {
    type: 'events',
    filters: { when: AHEAD, id: [...series.keys()] },
    fields: ['id', 'title', 'start', 'calendar'],
    limit: MOST_RESULTS,
  };
  const rows = rowsIn((await service.read({ query }, context)).data.events);
  const others = rows.flatMap((row) => {
    const id = cell(row, 'id');
    const first = series.get(seriesOf(id));
    if (first === undefined || shown.has(id)) return [];
    const day = cell(row, 'start').slice(0, 16).replace('T', ' ');
    const title = `${cell(row, 'title')} (${day}, ${cell(row, 'calendar')})`;
    return { id, title, url: first.url.replace(encodeURIComponent(first.id), encodeURIComponent(id)) };
  });
  return { ...found, results: [...found.results, ...others.slice(0, room)] };
}

function seriesOf(id: string): string {
  return id.replace(/\/[^/]*$/, '');
}
