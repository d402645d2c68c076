import { ALL_EVENTS, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { eventDocument } from '../../rows/event-document.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { FetchedDocument } from '../context/service.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { agreedBy } from '../policy/redact.js';
import { collect } from './collect.js';
import { notSeen } from './read-meta.js';
import { eventUrl } from './run-search.js';

/** One event as a document: by public id, raw UID, or the address of its resource. */
export async function runFetch(asked: string, engine: Engine, call: Call): Promise<FetchedDocument> {
  const { progress, publicUrl } = call;
  const id = idOf(asked);
  const timezone = engine.clock.timeZone();
  const plan: ReadPlan = {
    ...ALL_EVENTS,
    type: 'any',
    where: { kind: 'id', ids: [id] },
    timezone,
    ...agreedBy(call),
  };
  const { rows, reports, withheld, found } = await collect(plan, engine, { call, progress });
  const row = rows[0];
  if (row === undefined) {
    if (withheld > 0) throw shownByAgreement(id);
    const failure = reports.find((report) => report.error !== undefined)?.error;
    throw (
      failure ??
      new CalendarError('NOT_FOUND', 'No visible event has this id.', {
        path: '/id',
        suggestion: 'Use an id from search or calendar_read.',
        ...notSeen({ withheld, found }),
      })
    );
  }
  engine.exposure.saw([row]);
  const { title, text, metadata } = eventDocument(row, zoneOrThrow(engine, timezone));
  const resource = `calendar://event/${encodeURIComponent(id)}`;
  const url = eventUrl(id, row.url, publicUrl);
  return { id, title, text, url, metadata: { ...metadata, ...(url !== resource && { resource }) } };
}

/** A document cannot include a question. */
function shownByAgreement(id: string): CalendarError {
  return new CalendarError('PERMISSION_DENIED', 'This event is shown only where the user agrees.', {
    path: '/id',
    suggestion: 'Ask for it with calendar_read as in example, which tells how to ask the user.',
    example: { query: { type: 'events', filters: { id } } },
  });
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
