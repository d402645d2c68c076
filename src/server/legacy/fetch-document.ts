import { dayNumber, printDate } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarService, CallContext, FetchedDocument } from '../../engine/context/service.js';
import { cell, rowsIn } from '../answers/result-rows.js';
import { type CompositeId, compositeSlug, parseCompositeId } from './composite-id.js';

const MOST_ROWS = 500;

/**
 * `fetch` that also accepts old composite ids. These may match several events; then the call fails with the
 * matching ids instead of choosing one.
 */
export async function fetchDocument(
  service: CalendarService,
  args: unknown,
  context: CallContext,
): Promise<FetchedDocument> {
  const composite = parseCompositeId(idOf(args));
  if (composite === undefined) return service.fetch(args, context);
  const ids = await eventsBehind(service, composite, context);
  const [id, ...others] = ids;
  if (id === undefined) {
    throw new CalendarError('NOT_FOUND', 'No event matches this id of an earlier version.', {
      suggestion: 'Call search with words of the title and use the id it returns.',
    });
  }
  if (others.length > 0) {
    throw new CalendarError('AMBIGUOUS_TARGET', 'Several events match this id of an earlier version.', {
      didYouMean: ids.slice(0, 10),
      suggestion: 'Call fetch with one of these ids.',
      example: { id },
    });
  }
  return service.fetch({ id }, context);
}

function idOf(args: unknown): string {
  const id = typeof args === 'object' && args !== null && 'id' in args ? args.id : undefined;
  return typeof id === 'string' ? id.trim() : '';
}

/** Depending on the version, old ids contain local time or UTC; tries local first. */
async function eventsBehind(service: CalendarService, composite: CompositeId, context: CallContext) {
  const [year = 0, month = 1, day = 1] = composite.date.split('-').map(Number);
  const on = dayNumber(year, month, day);
  const moment = `${composite.date}T${composite.time}`;
  for (const timezone of [undefined, 'UTC']) {
    const query = {
      type: 'events',
      filters: { start: { between: [printDate(on - 1), printDate(on + 1)] } },
      fields: ['title', 'start', 'calendar'],
      limit: MOST_ROWS,
      ...(timezone !== undefined && { timezone }),
    };
    const rows = rowsIn((await service.read({ query }, context)).data.events).filter((row) => {
      const start = cell(row, 'start');
      const local = start.length === 10 ? `${start}T00:00` : start.slice(0, 16);
      return local === moment && compositeSlug(cell(row, 'calendar'), cell(row, 'title')) === composite.slug;
    });
    if (rows.length > 0) return rows.map((row) => cell(row, 'id'));
  }
  return [];
}
