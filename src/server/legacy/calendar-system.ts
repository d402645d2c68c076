import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { cell, memberOf, type ResultRow, rowsOf } from '../answers/result-rows.js';
import {
  type Alias,
  type BuilderCall,
  defineAlias,
  type LegacyAnswer,
  type Perform,
  type Translation,
} from './alias.js';
import {
  type ActionInput,
  actionInput,
  calendarSystemInput,
  type Options,
  type Payload,
} from './calendar-system-input.js';
import { isoEnd } from './iso-end.js';
import { missingRows } from './missing-rows.js';
import { namedEvent } from './named-event.js';

type Json = Readonly<Record<string, unknown>>;

const FIELDS =
  'id,seriesId,title,start,end,calendar,description,location,attendees,reminders,recurrence,metadata,status,etag,url,updated'.split(
    ',',
  );
const MOST_ROWS = 500;

const output = z
  .object({
    success: z.literal(true),
    result: z.unknown(),
    resultType: z.enum(['object', 'array']),
    error: z.null(),
    value: z.object({}).passthrough().optional(),
  })
  .strict();

/** One entry per action: the call that does the same, and what of its result is the old `result`. */
const ACTIONS: Readonly<
  Record<ActionInput['action'], (input: ActionInput, look: Perform) => Translation | Promise<Translation>>
> = {
  create: ({ payload }) => ({
    call: writeCall({ operation: 'create', data: newEvent(payload), fields: FIELDS }),
    fromResult: ({ data }) => worked(writtenEvent(data)),
  }),
  update: ({ uid, payload }) => ({
    call: writeCall({
      operation: 'update',
      ...namedEvent(required('uid', uid)),
      changes: builderEvent(payload),
      ...(payload.etag !== undefined && { ifMatch: payload.etag }),
      fields: FIELDS,
    }),
    fromResult: ({ data }) => worked(writtenEvent(data)),
  }),
  delete: ({ uid }) => ({
    call: writeCall({ operation: 'delete', ...namedEvent(required('uid', uid)) }),
    fromResult: () => worked({ uid, deleted: true }),
  }),
  read: ({ uid }) => ({
    call: readCall({ id: required('uid', uid) }),
    fromResult(result) {
      const [row] = rowsOf(result, 'events');
      if (row !== undefined) return worked(oldEvent(row));
      // It may be among what is shown only when the user agrees.
      if (result.meta.withheld !== undefined) return worked(null);
      throw notFound();
    },
  }),
  list: async ({ options }, look) => {
    const filters = {
      when: period(options),
      ...(options.calendarName !== undefined && { calendar: options.calendarName }),
    };
    const also = options.includeDeleted ? readCall({ ...filters, deleted: true }) : undefined;
    const trash = also && (await look(also));
    return {
      call: readCall(filters, { expand: false }),
      also,
      fromResult(result) {
        const rows = rowsOf(result, 'events');
        const deleted = trash === undefined ? [] : rowsOf(trash, 'events');
        const value = {
          ...missingRows(result, rows.length),
          ...notEmpty('deleted', trash === undefined ? {} : missingRows(trash, deleted.length)),
        };
        return {
          ...worked([
            ...rows.map((row) => oldEvent(row)),
            ...deleted.map((row) => ({ ...oldEvent(row), status: 'deleted' })),
          ]),
          ...notEmpty('value', value),
        };
      },
    };
  },
  push: ({ options }) => ({
    call: writeCall({ operation: 'sync', ...(options.type === 'full' && { full: true }) }),
    fromResult: ({ data }) => worked(data),
  }),
  status: () => ({
    call: { name: 'calendar_analyze', arguments: { analysis: { type: 'status' } } },
    fromResult: ({ data }) => worked(data),
  }),
};

const CALENDAR_SYSTEM_TOOL = defineAlias(
  {
    name: 'calendarSystem',
    title: 'Calendar system',
    description:
      'Create, update, delete, read and list events, synchronize, or ask for the status. Deleted events can be restored.',
    input: calendarSystemInput,
    output,
    writes: true,
    translate(given, look) {
      const input = actionInput(given);
      return ACTIONS[input.action](input, look);
    },
  },
  oldFailure,
);

function oldFailure({ message, ...rest }: FailureBody): LegacyAnswer {
  return { success: false, result: null, resultType: null, error: message, ...rest };
}

function notEmpty(name: string, value: LegacyAnswer): LegacyAnswer {
  return Object.keys(value).length > 0 ? { [name]: value } : {};
}

function worked(result: unknown): LegacyAnswer {
  return { success: true, result, resultType: Array.isArray(result) ? 'array' : 'object', error: null };
}

function readCall(filters: Json, options: Json = {}): BuilderCall {
  const query = { type: 'events', filters, fields: FIELDS, limit: MOST_ROWS, ...options };
  return { name: 'calendar_read', arguments: { query } };
}

function writeCall(mutation: Json): BuilderCall {
  return { name: 'calendar_write', arguments: { mutation } };
}

function period({ date, rangeStart: from, rangeEnd: to }: Options): unknown {
  if (date !== undefined) return { on: date };
  if (from !== undefined && to !== undefined) return { between: [from, to] };
  if (from !== undefined) return { after: from };
  return to === undefined ? 'any' : { before: to };
}

function required(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new CalendarError('INVALID_ARGUMENT', `\`${name}\` is missing.`, {
    path: `/${name}`,
    outcome: 'not_applied',
    suggestion: `Give \`${name}\`; list shows it for every event.`,
  });
}

function notFound(): CalendarError {
  return new CalendarError('NOT_FOUND', 'There is no event with this uid.', {
    path: '/uid',
    suggestion: 'Use list to find the event.',
  });
}

function newEvent(payload: Payload): Json {
  required('payload/summary', payload.summary);
  required('payload/startISO', payload.startISO);
  if (payload.etag !== undefined) throw serverKeeps('etag');
  const isSaid = (value: unknown) =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(builderEvent(payload)).filter(([, value]) => isSaid(value)));
}

const STATUSES: readonly string[] = ['confirmed', 'tentative', 'cancelled'];

function builderEvent({ url, lastModified, status, ...payload }: Payload): Json {
  if (url !== undefined) throw serverKeeps('url');
  if (lastModified !== undefined) throw serverKeeps('lastModified');
  if (status !== undefined && !STATUSES.includes(status)) throw serverKeeps('status');
  const { attendees, recurrenceRule } = payload;
  const given = {
    title: payload.summary,
    start: payload.startISO,
    end: payload.endISO,
    calendar: payload.calendarName,
    description: payload.description,
    location: payload.location,
    attendees: attendees?.map(({ address: email, name, role }) => ({
      email,
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role: ROLES[role] }),
    })),
    reminders: payload.reminders,
    recurrence: recurrenceRule && { rrule: recurrenceRule },
    metadata: payload.metadata,
    status,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const ROLES = {
  'REQ-PARTICIPANT': 'required',
  'OPT-PARTICIPANT': 'optional',
  CHAIR: 'chair',
  'NON-PARTICIPANT': 'non_participant',
} as const;

/** What described a copy of the event is not the caller's to set; setting it would mean nothing. */
function serverKeeps(field: string): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    `\`payload.${field}\` cannot be set to this: the server keeps it.`,
    {
      path: `/payload/${field}`,
      outcome: 'not_applied',
      suggestion: `Leave out \`${field}\`; use action push to synchronize, delete to delete.`,
    },
  );
}

function writtenEvent(data: ResultRow) {
  return oldEvent({ ...memberOf(data, 'event'), id: data.id });
}

/** A uid was that of the whole event, series or not. */
function oldEvent({ id, seriesId = id, title, start, end, calendar, recurrence, ...row }: ResultRow) {
  const startISO = cell({ start }, 'start');
  return {
    uid: seriesId,
    calendarName: calendar,
    summary: title,
    startISO,
    endISO: isoEnd(startISO, cell({ end }, 'end')),
    description: row.description ?? '',
    location: row.location ?? '',
    attendees: row.attendees ?? [],
    reminders: row.reminders ?? [],
    recurrenceRule: memberOf({ recurrence }, 'recurrence').rrule ?? null,
    metadata: row.metadata ?? {},
    ...(row.status !== undefined && { status: row.status }),
    ...(row.etag !== undefined && { etag: row.etag }),
    ...(row.updated !== undefined && { lastModified: row.updated }),
  };
}

/** The one tool of the calendarSystem plugin. */
export const CALENDAR_SYSTEM: readonly Alias[] = [CALENDAR_SYSTEM_TOOL];
