import { z } from 'zod/v3';
import type { Success } from '../../../schemas/answers/success.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../answers/result-rows.js';
import { type Alias, type AliasEntry, defineAlias, type LegacyAnswer } from './alias.js';
import { isoEnd } from './iso-end.js';
import { missingRows } from './missing-rows.js';
import { namedEvent } from './named-event.js';
import type { BuilderCall, OldWords } from './old-words.js';
import { isoTime, saidAllDay } from './shared-shapes.js';

const MOST_ROWS = 500;

const title = z.string().trim().min(1).describe('Event title');
const startTime = isoTime('Start');
const endTime = isoTime('End; of an all-day event its last day');
const allDay = z.boolean().describe('Whole days: only the dates of the times count');
const uid = z.string().min(1).describe('Event, as get_events_details names it, or a raw UID');
const calendar = z.string().min(1).describe('Its calendar, where there are several');
const range = z.object({ startDate: isoTime('First day'), endDate: isoTime('Last day, included') }).strict();

const WORDS: OldWords = {
  names: {
    id: ['uid'],
    title: ['title'],
    start: ['startTime'],
    end: ['endTime'],
    allDay: ['allDay'],
    between: ['startDate'],
    'between/1': ['endDate'],
    calendar: ['calendar'],
  },
  advice: {
    NOT_FOUND: 'get_events_details has the uid of every event.',
    CALENDAR_NOT_FOUND: 'Use one of the names in didYouMean.',
    INVALID_DATE: 'Write days and times in ISO 8601, such as 2026-11-24T09:00.',
  },
};

function assistantAlias<Input extends z.AnyZodObject>(entry: AliasEntry<Input>): Alias {
  return defineAlias(entry, { words: WORDS, failure: oldFailure });
}

function oldFailure({ message, ...rest }: FailureBody): LegacyAnswer {
  return { error: message, ...rest };
}

const getEventsAvailability = assistantAlias({
  name: 'get_events_availability',
  title: 'Busy times',
  description: 'Times that are taken, without titles; needs no approval',
  input: range,
  writes: false,
  asks: false,
  translate: ({ startDate, endDate }) => ({
    call: readCall('freebusy', startDate, endDate),
    fromResult(result) {
      const slots = rowsIn(result.data.busy).map(oldTimes);
      return { slots, ...missingRows(result, slots.length) };
    },
  }),
});

const getEventsDetails = assistantAlias({
  name: 'get_events_details',
  title: 'Events',
  description: 'Titles and times of events; those that the user created may need approval, and are counted',
  input: range,
  writes: false,
  translate: ({ startDate, endDate }) => ({
    call: readCall('events', startDate, endDate, { fields: ['id', 'title', 'start', 'end', 'allDay'] }),
    fromResult(result) {
      const events = rowsIn(result.data.events).map((row) => ({
        uid: cell(row, 'id'),
        title: cell(row, 'title'),
        ...oldTimes(row),
      }));
      return { events, ...approvals(result), ...missingRows(result, events.length) };
    },
  }),
});

const createEvent = assistantAlias({
  name: 'create_event',
  title: 'Create an event',
  description: 'Create an event',
  input: z
    .object({ title, startTime, endTime, allDay: allDay.default(false), calendar: calendar.optional() })
    .strict(),
  writes: true,
  translate: ({ calendar, ...event }) => ({
    call: writeCall({
      operation: 'create',
      data: {
        ...builderEvent({ ...event, allDay: saidAllDay(event.allDay, event.startTime) }),
        ...(event.allDay && { busy: true }),
        ...(calendar !== undefined && { calendar }),
      },
    }),
    fromResult: ({ data }) => ({ uid: cell(data, 'id'), title: event.title, created: true }),
  }),
});

const updateEvent = assistantAlias({
  name: 'update_event',
  title: 'Change an event',
  description: 'Change what is given of an event, or of one occurrence; everything else stays',
  input: z
    .object({
      uid,
      title: title.optional(),
      startTime: startTime.optional(),
      endTime: endTime.optional(),
      allDay: allDay.optional(),
    })
    .strict(),
  writes: true,
  translate({ uid, ...event }) {
    const changes = builderEvent(event);
    if (Object.keys(changes).length === 0) throw nothingToChange();
    return {
      call: writeCall({ operation: 'update', ...namedEvent(uid), changes }),
      fromResult: () => ({ uid, updated: true }),
    };
  },
});

const deleteEvent = assistantAlias({
  name: 'delete_event',
  title: 'Delete an event',
  description: 'Delete an event, or one occurrence; it can be restored',
  input: z.object({ uid }).strict(),
  writes: true,
  translate: ({ uid }) => ({
    call: writeCall({ operation: 'delete', ...namedEvent(uid) }),
    fromResult: () => ({ uid, deleted: true }),
  }),
});

function readCall(type: 'events' | 'freebusy', from: string, to: string, options: object = {}): BuilderCall {
  const query = { type, filters: { when: { between: [from, to] } }, limit: MOST_ROWS, ...options };
  return { name: 'calendar_read', arguments: { query } };
}

function writeCall(mutation: object): BuilderCall {
  return { name: 'calendar_write', arguments: { mutation } };
}

function nothingToChange(): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', 'There is nothing to change.', {
    outcome: 'not_applied',
    suggestion: 'Give title, startTime, endTime or allDay beside uid.',
  });
}

interface OldEvent {
  readonly title?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly allDay?: boolean | undefined;
}

function builderEvent({ title, startTime, endTime, allDay }: OldEvent): object {
  const time = (text: string) => (allDay === true ? text.slice(0, 10) : text);
  return {
    ...(title !== undefined && { title }),
    ...(startTime !== undefined && { start: time(startTime) }),
    ...(endTime !== undefined && { end: time(endTime) }),
    ...(allDay !== undefined && { allDay }),
  };
}

function oldTimes(row: ResultRow) {
  const [start, end] = [cell(row, 'start'), cell(row, 'end')];
  const whole = isoEnd(start, end);
  // A slot from midnight to midnight covers whole days, up to its last one.
  if (start.slice(11, 16) === '00:00' && whole.slice(11, 16) === '00:00') {
    return { start: start.slice(0, 10), end: dayBefore(whole), allDay: true };
  }
  return { start, end: whole, allDay: row.allDay === true || start.length === 10 };
}

function dayBefore(time: string): string {
  return new Date(Date.parse(`${time.slice(0, 10)}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

function approvals({ meta: { withheld } }: Success): LegacyAnswer {
  const { count = 0 } = memberOf({ withheld }, 'withheld');
  const message = `${counted(Number(count), 'event')} of the user cannot be shown without approval.`;
  return { userCreatedEventsRequiringApproval: count, ...(count !== 0 && { message }) };
}

/** Tools of the assistant with one dedicated CalDAV calendar. */
export const ASSISTANT_CALDAV: readonly Alias[] = [
  getEventsAvailability,
  getEventsDetails,
  createEvent,
  updateEvent,
  deleteEvent,
];
