import { indexKey, indexText } from '../../../../compilers/targets/mirror/index-text.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { EventFields, Person } from '../../../../schemas/model/event.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { ObjectRecord } from '../../../calendar/read/read-object.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { ObjectIndex } from '../../../ports/mirrored-object.js';

export interface Indexer {
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  /** Public id of an event. */
  readonly publicId: (calendarId: string, uid: string) => string;
}

/** Included in every answer, so the reader parses it and reports the problem. */
const UNREADABLE: ObjectIndex = { ...ALL_TIME, uncertain: true, text: '', keys: [] };

/** Index for searching an object without parsing it again. */
export function indexObject(object: CalendarObject, { recordOf, publicId }: Indexer): ObjectIndex {
  let record: ObjectRecord;
  try {
    record = recordOf(object);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return UNREADABLE;
  }
  const fields = record.series.flatMap((series) => [
    series.fields,
    ...series.overrides.map((override) => override.fields),
  ]);
  // An unreadable part may be at any time.
  const uncertain = record.problems.length > 0;
  const bounds = record.series.map((series) => series.bounds);
  return {
    from: uncertain ? ALL_TIME.from : Math.min(ALL_TIME.to, ...bounds.map(({ from }) => from)),
    to: uncertain ? ALL_TIME.to : Math.max(ALL_TIME.from, ...bounds.map(({ to }) => to)),
    uncertain,
    text: [...new Set(fields.flatMap(textsOf))].map(indexText).join('\n'),
    keys: record.series.flatMap(({ uid }) => [uid, publicId(object.calendarId, uid)]).map(indexKey),
  };
}

/** All texts that the filters for text, people and tags compare. */
function textsOf(fields: EventFields): readonly string[] {
  const people = fields.organizer === undefined ? fields.attendees : [fields.organizer, ...fields.attendees];
  return [
    fields.title,
    fields.location,
    fields.description,
    fields.url,
    ...fields.tags,
    ...people.flatMap(personTexts),
  ].filter((text) => text !== '');
}

function personTexts({ email, name }: Person): readonly string[] {
  return name === undefined ? [email] : [email, name];
}
