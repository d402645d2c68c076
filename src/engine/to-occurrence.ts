import type { CalendarRef, Occurrence, ResponseStatus } from '../../schemas/event.js';
import type { Instance } from '../calendar/instance.js';
import type { SeriesRecord } from '../calendar/read-object.js';
import type { CalendarObject } from '../ports/backend.js';
import { eventId } from './event-id.js';

/** What turns an instance of an object into a row that filters understand. */
export interface OccurrenceContext {
  readonly calendar: CalendarRef;
  /** Lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  /** UIDs the assistant created. */
  readonly ledger: ReadonlySet<string>;
  readonly deleted: boolean;
}

/** One instance as a row: with its public ids, its place, and what the owner has to do with it. */
export function toOccurrence(
  instance: Instance,
  series: SeriesRecord,
  object: CalendarObject,
  context: OccurrenceContext,
): Occurrence {
  const base = eventId(context.calendar.id, series.uid);
  const { fields, recurrenceId, timezone } = instance;
  const mine = fields.attendees.find((attendee) => context.ownAddresses.has(attendee.email.toLowerCase()));
  const response: ResponseStatus | undefined = mine?.response;
  const organizer = fields.organizer?.email.toLowerCase();
  return {
    ...fields,
    uid: series.uid,
    id: recurrenceId === undefined ? base : `${base}/${recurrenceId}`,
    ...(instance.recurring ? { seriesId: base } : {}),
    calendar: context.calendar,
    start: instance.start,
    end: instance.end,
    startWall: instance.startWall,
    endWall: instance.endWall,
    allDay: instance.allDay,
    recurring: instance.recurring,
    ...(recurrenceId === undefined ? {} : { recurrenceId }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(series.rrule === undefined ? {} : { rrule: series.rrule }),
    ...(response === undefined ? {} : { myResponse: response }),
    external:
      organizer !== undefined &&
      organizer !== '' &&
      !context.ownAddresses.has(organizer) &&
      !context.ledger.has(series.uid),
    createdBy: context.ledger.has(series.uid) ? 'assistant' : 'user',
    deleted: context.deleted,
    href: object.href,
    etag: object.etag,
  };
}
