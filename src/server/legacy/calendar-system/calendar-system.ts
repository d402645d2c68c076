import type { AnswerData } from '../../../../schemas/answers/success.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { FailureBody } from '../../answers/error-envelope.js';
import { cell, memberOf, rowsIn } from '../../answers/result-rows.js';
import { type Alias, defineAlias, type LegacyAnswer, type Perform, type Translation } from '../alias.js';
import { missingRows } from '../missing-rows.js';
import { namedEvent } from '../named-event.js';
import type { BuilderCall, OldWords } from '../old-words.js';
import { builderEvent, isEventStatus, oldEvent } from './event.js';
import { type ActionInput, actionInput, calendarSystemInput, type Options, type Payload } from './input.js';

type Json = Readonly<Record<string, unknown>>;

const FIELDS =
  'id,seriesId,title,start,seriesStart,end,calendar,description,location,attendees,reminders,recurrence,metadata,status,etag,url,updated'.split(
    ',',
  );
const MOST_ROWS = 500;

/** One entry per action: the equivalent call, and its result in the old form. */
const ACTIONS: Readonly<
  Record<ActionInput['action'], (input: ActionInput, look: Perform) => Translation | Promise<Translation>>
> = {
  create: ({ payload }) => ({
    call: writeCall({ operation: 'create', data: newEvent(payload), fields: FIELDS }),
    fromResult: ({ data }) => ({
      ...worked(writtenEvent(data)),
      ...ignored(payload, [...OF_A_COPY, 'etag']),
    }),
  }),
  async update({ uid, payload }, look) {
    const event = namedEvent(required('uid', uid));
    const times = event.scope === undefined ? await seriesTimes(event.id, payload, look) : undefined;
    return {
      call: writeCall({
        operation: 'update',
        ...event,
        changes: { ...builderEvent(times === undefined ? payload : withoutTimes(payload)), ...times },
        ...(payload.etag !== undefined && { ifMatch: payload.etag }),
        fields: FIELDS,
      }),
      fromResult: ({ data }) => ({ ...worked(writtenEvent(data)), ...ignored(payload, OF_A_COPY) }),
    };
  },
  delete: ({ uid, options }) => ({
    call: writeCall({ operation: 'delete', ...namedEvent(hardDelete(uid, options)) }),
    fromResult: () => worked({ uid, deleted: true }),
  }),
  read: ({ uid }) => ({
    call: readCall({ id: required('uid', uid) }, { expand: false }),
    fromResult(result) {
      const [row] = rowsIn(result.data.events);
      if (row !== undefined) return worked(oldEvent(row));
      // It may be among the rows that need the user's approval.
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
      also: also && [also],
      fromResult(result) {
        const rows = rowsIn(result.data.events);
        const deleted = trash === undefined ? [] : rowsIn(trash.data.events);
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

const WORDS: OldWords = {
  names: {
    id: ['uid'],
    title: ['summary', 'title'],
    start: ['startISO', 'startTime'],
    end: ['endISO', 'endTime'],
    calendar: ['calendarName'],
    description: ['description'],
    location: ['location'],
    attendees: ['attendees'],
    email: ['address'],
    reminders: ['reminders'],
    recurrence: ['recurrenceRule'],
    rrule: ['recurrenceRule'],
    metadata: ['metadata'],
    status: ['status'],
    on: ['date'],
    after: ['rangeStart', 'from'],
    before: ['rangeEnd', 'to'],
    between: ['rangeStart', 'from'],
    'between/1': ['rangeEnd', 'to'],
    ifMatch: ['etag'],
    changes: ['payload', 'params'],
    data: ['payload', 'params'],
  },
  advice: {
    NOT_FOUND: 'Action list shows the uid of every event.',
    CALENDAR_NOT_FOUND: 'Use one of the names in didYouMean.',
    INVALID_DATE: 'Write times in ISO 8601, such as 2026-11-24T09:00:00.000Z.',
    CONFLICT: 'Use action read for the event as it is now, and repeat the change with its etag.',
  },
};

const CALENDAR_SYSTEM_TOOL = defineAlias(
  {
    name: 'calendarSystem',
    title: 'Calendar system',
    replacedBy: 'calendar_read, calendar_write and calendar_analyze',
    description:
      'Create, update, delete, read and list events, synchronize, or ask for the status. Deleted events can be restored.',
    input: calendarSystemInput,
    writes: true,
    translate(given, look) {
      const input = actionInput(given);
      return ACTIONS[input.action](input, look);
    },
  },
  { words: WORDS, failure: oldFailure },
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

function hardDelete(uid: string | undefined, { soft }: Options): string {
  const id = required('uid', uid);
  if (soft !== true) return id;
  throw new CalendarError('UNSUPPORTED', 'An event cannot be marked as deleted in a copy only.', {
    path: '/options/soft',
    outcome: 'not_applied',
    suggestion: 'Leave out soft: the event is deleted on the server, too, and can be restored.',
  });
}

const withoutTimes = ({ startISO: _, endISO: __, ...payload }: Payload): Payload => payload;

function newEvent(payload: Payload): Json {
  required('payload/summary', payload.summary);
  required('payload/startISO', payload.startISO);
  required('payload/endISO', payload.endISO);
  const isSaid = (value: unknown) =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(builderEvent(payload)).filter(([, value]) => isSaid(value)));
}

/** Properties of the plugin's own copy of an event. */
const OF_A_COPY = ['url', 'lastModified', 'status'] as const;

/** Names payload members without meaning here. */
function ignored(payload: Payload, names: readonly (keyof Payload)[]): LegacyAnswer {
  const said = names.filter((name) => payload[name] !== undefined && !isEventStatus(String(payload[name])));
  return said.length === 0 ? {} : { value: { ignored: said } };
}

/** The old tool counted new times of a series from its first occurrence, the builder from the next one. */
async function seriesTimes(
  id: string,
  { startISO, endISO }: Payload,
  look: Perform,
): Promise<Json | undefined> {
  if (startISO === undefined && endISO === undefined) return undefined;
  const [row = {}] = rowsIn((await look(readCall({ id }, { expand: false }))).data.events);
  if (cell(row, 'seriesStart') === '') return undefined;
  const old = oldEvent(row);
  const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const shift = minutes(old.startISO, startISO ?? old.startISO);
  const length = minutes(startISO ?? old.startISO, endISO ?? old.endISO);
  const isSame = length === minutes(old.startISO, old.endISO);
  return {
    ...(shift !== 0 && { shiftMinutes: shift }),
    ...(!isSame && endISO !== undefined && { durationMinutes: length }),
  };
}

function writtenEvent(data: AnswerData) {
  return oldEvent({ ...memberOf(data, 'event'), id: data.id });
}

export const CALENDAR_SYSTEM: readonly Alias[] = [CALENDAR_SYSTEM_TOOL];
