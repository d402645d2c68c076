import { ALL_EVENTS } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { projectFull } from '../../rows/project-row.js';
import { truncateText } from '../../rows/truncate-texts.js';
import type { Engine } from '../context/engine.js';
import type { CallContext, FetchedDocument } from '../context/service.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { collect } from './collect.js';
import { eventUrl } from './run-search.js';

const NO_NAMES: ReadonlySet<string> = new Set();

/** One event as a document: by public id, raw UID, or the address that `search` gave it. */
export async function runFetch(
  asked: string,
  engine: Engine,
  { signal, progress, publicUrl }: CallContext,
): Promise<FetchedDocument> {
  const id = idOf(asked);
  const timezone = engine.clock.timeZone();
  const plan = { ...ALL_EVENTS, where: { kind: 'id', ids: [id] } as const, timezone };
  const { rows, reports } = await collect(plan, engine, signal, progress);
  const row = rows[0];
  if (row === undefined) {
    const failure = reports.find((report) => report.error !== undefined)?.error;
    throw (
      failure ??
      new CalendarError('NOT_FOUND', 'No visible event has this id.', {
        path: '/id',
        suggestion: 'Use an id from search or calendar_read.',
      })
    );
  }
  return toDocument(row, id, engine, publicUrl);
}

/** The id in an address such as `calendar://event/k3v9x2m8qa`. */
function idOf(asked: string): string {
  const address = /^calendar:\/\/event\/(.+)$/.exec(asked)?.[1];
  if (address === undefined) return asked;
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (error instanceof URIError) return asked;
    throw error;
  }
}

function toDocument(
  row: Occurrence,
  id: string,
  engine: Engine,
  publicUrl: string | undefined,
): FetchedDocument {
  const viewer = zoneOrThrow(engine, engine.clock.timeZone());
  const { start, end } = projectFull(row, { viewer, ambiguousNames: NO_NAMES });
  const title = truncateText(row.title, 'title');
  const metadata = {
    calendar: row.calendar.name,
    startDate: String(start),
    endDate: String(end),
    location: truncateText(row.location, 'location'),
  };
  const lines = [
    `Title: ${title}`,
    `Calendar: ${metadata.calendar}`,
    `Start: ${metadata.startDate}`,
    `End: ${metadata.endDate}`,
    `Location: ${metadata.location}`,
    `Description: ${truncateText(row.description, 'description')}`,
  ];
  return { id, title, text: lines.join('\n'), url: eventUrl(id, row.url, publicUrl), metadata };
}
