import { z } from 'zod/v3';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { AnswerData } from '../../../schemas/answers/success.js';
import { defined } from '../../../schemas/model/defined.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../answers/result-rows.js';
import type { AgreementForm } from './agreement.js';
import { type Alias, type AliasEntry, defineAlias, type LegacyAnswer } from './alias.js';
import { isoEnd } from './iso-end.js';
import { missingRows } from './missing-rows.js';
import { namedEvent } from './named-event.js';
import type { BuilderCall, OldWords } from './old-words.js';
import { isoTime, mailAddress, saidAllDay } from './shared-shapes.js';

const FIELDS =
  'id,title,start,end,allDay,location,description,calendar,attendees,createdBy,created,updated'.split(',');
const title = z.string().trim().min(1).max(500);
const location = z.string().max(500);
const notes = z.string().max(2000);

/** The user's approval returns as a token and a yes. */
const BY_CONFIRMATION: AgreementForm = {
  shape: {
    confirmationToken: z.string().min(1).describe('Token of the question the user agreed to').optional(),
    confirmed: z.boolean().describe('true with confirmationToken').optional(),
  },
  argument: 'confirmationToken',
  advice: 'repeat the same call with the token as confirmationToken, and confirmed: true',
  check({ confirmationToken, confirmed }) {
    if (confirmed === true || (confirmed === undefined && confirmationToken === undefined)) return;
    throw new CalendarError('DECLINED', 'This was not confirmed; nothing was changed.', {
      outcome: 'not_applied',
      suggestion: 'Repeat the call with confirmed: true only if the user agrees.',
    });
  },
};

const WORDS: OldWords = {
  names: {
    id: ['eventId', 'eventIds'],
    title: ['title', 'query'],
    contains: ['query'],
    start: ['startAt'],
    end: ['endAt'],
    description: ['notes'],
    location: ['location'],
    allDay: ['allDay'],
    attendees: ['attendeeUserIds'],
    attendee: ['attendeeUserId'],
    after: ['from'],
    before: ['to'],
    between: ['from'],
    'between/1': ['to'],
    changes: ['patch'],
  },
  advice: {
    NOT_FOUND: 'calendar.search shows the id of every event.',
    INVALID_DATE: 'Write times in ISO 8601, such as 2026-11-24T09:00.',
  },
};

/** Each tool also gets a name without a dot, for clients that forbid dots. */
function familyAliases<Input extends z.AnyZodObject>(entry: AliasEntry<Input>): Alias[] {
  return [entry.name, entry.name.replace('.', '_')].map((name) =>
    defineAlias(
      { ...entry, name },
      { words: WORDS, agreement: BY_CONFIRMATION, failure: (...failed) => oldFailure(name, ...failed) },
    ),
  );
}

function oldFailure(
  toolName: string,
  { message, pendingAction, ...rest }: FailureBody,
  given?: unknown,
): LegacyAnswer {
  if (pendingAction === undefined) return { error: message, ...rest };
  const action = memberOf<ResultRow, 'pendingAction'>({ pendingAction }, 'pendingAction');
  const { token, description, expiresAt, destructive: isDestructive } = action;
  const { confirmationToken: _, confirmed: __, ...input } = isRecord(given) ? given : {};
  const inputPreview = { ...input, ...memberOf(action, 'preview') };
  return {
    requiresConfirmation: true,
    pendingAction: { token, description, toolName, inputPreview, expiresAt, isDestructive },
    error: message,
    ...rest,
  };
}

const search = familyAliases({
  name: 'calendar.search',
  title: 'Search events',
  description: 'Search events by text, time and attendee',
  input: z
    .object({
      query: z.string().trim().min(1).max(200).describe('Text in title or notes').optional(),
      from: isoTime('Start of the range').optional(),
      to: isoTime('End of the range').optional(),
      attendeeUserId: mailAddress.describe('Mail address').optional(),
      limit: z.number().int().min(1).max(100).default(20),
    })
    .strict(),
  writes: false,
  translate: ({ query, from, to, attendeeUserId, limit }) => ({
    call: {
      name: 'calendar_read',
      arguments: {
        query: {
          type: 'events',
          filters: {
            when: period(from, to),
            ...(query !== undefined && {
              OR: [{ title: { contains: query } }, { description: { contains: query } }],
            }),
            ...(attendeeUserId !== undefined && { attendee: attendeeUserId }),
          },
          fields: FIELDS,
          limit,
        },
      },
    },
    fromResult(result) {
      const events = rowsIn(result.data.events).map(oldEvent);
      return { events, total: events.length, ...missingRows(result, events.length) };
    },
  }),
});

const create = familyAliases({
  name: 'calendar.create',
  title: 'Create an event',
  description: 'Create an event',
  input: z
    .object({
      title,
      startAt: isoTime('Start'),
      endAt: isoTime('End; of an all-day event its last day'),
      location: location.optional(),
      notes: notes.optional(),
      allDay: z.boolean().default(false),
      attendeeUserIds: z.array(mailAddress).min(1).describe('Mail addresses').optional(),
    })
    .strict(),
  writes: true,
  translate: ({ attendeeUserIds, ...given }) => ({
    call: writeCall({
      operation: 'create',
      data: {
        ...builderEvent({ ...given, allDay: saidAllDay(given.allDay, given.startAt) }),
        ...(attendeeUserIds !== undefined && { attendees: attendeeUserIds.map((email) => ({ email })) }),
      },
      fields: FIELDS,
    }),
    fromResult: ({ data }) => ({ event: writtenEvent(data) }),
  }),
});

const update = familyAliases({
  name: 'calendar.update',
  title: 'Change an event',
  description: 'Change what the patch names of an event, or of one occurrence; null clears',
  input: z
    .object({
      eventId: z.string().min(1),
      patch: z
        .object({
          title: title.optional(),
          startAt: isoTime('Start').optional(),
          endAt: isoTime('End').optional(),
          location: location.nullable().optional(),
          notes: notes.nullable().optional(),
          allDay: z.boolean().optional(),
        })
        .strict(),
    })
    .strict(),
  writes: true,
  translate: ({ eventId, patch }) => ({
    call: writeCall({
      operation: 'update',
      ...namedEvent(eventId),
      changes: builderEvent(patch),
      fields: FIELDS,
    }),
    fromResult: ({ data }) => ({ event: writtenEvent(data) }),
  }),
});

const batchUpdate = familyAliases({
  name: 'calendar.batchUpdate',
  title: 'Change several events',
  description: 'Give several events the same values',
  input: z
    .object({
      eventIds: z.array(z.string().min(1)).min(1).max(50),
      patch: z
        .object({
          allDay: z.boolean().optional(),
          title: title.optional(),
          location: location.optional(),
        })
        .strict(),
    })
    .strict(),
  writes: true,
  translate: ({ eventIds, patch }) => ({
    call: batchCall(eventIds, 'update', { changes: builderEvent(patch) }),
    fromResult({ data }) {
      const problems = problemsOf(data, eventIds);
      return { updated: eventIds.length - problems.length, failed: problems };
    },
  }),
});

const deleteEvents = familyAliases({
  name: 'calendar.delete',
  title: 'Delete events',
  description: 'Delete events, or single occurrences; they can be restored',
  input: z.object({ eventIds: z.array(z.string().min(1)).min(1).max(25) }).strict(),
  writes: true,
  translate: ({ eventIds }) => ({
    call: batchCall(eventIds, 'delete'),
    fromResult({ data }) {
      const problems = problemsOf(data, eventIds);
      return { deleted: eventIds.length - problems.length, failed: problems };
    },
  }),
});

function period(from: string | undefined, to: string | undefined): unknown {
  if (from !== undefined && to !== undefined) return { between: [from, to] };
  if (from !== undefined) return { after: from };
  return to === undefined ? 'any' : { before: to };
}

function writeCall(mutation: object): BuilderCall {
  return { name: 'calendar_write', arguments: { mutation } };
}

function batchCall(ids: readonly string[], operation: string, more: object = {}): BuilderCall {
  const operations = ids.map((id) => ({ operation, ...namedEvent(id), ...more }));
  return writeCall({ operation: 'batch', operations });
}

function problemsOf(data: AnswerData, ids: readonly string[]) {
  return rowsIn(data.results)
    .filter(({ outcome }) => outcome !== 'applied')
    .map((item) => ({
      eventId: ids[Number(item.index)] ?? '',
      error: cell(memberOf(item, 'error'), 'message'),
    }));
}

interface OldInput {
  readonly title?: string | undefined;
  readonly startAt?: string | undefined;
  readonly endAt?: string | undefined;
  readonly location?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly allDay?: boolean | undefined;
}

function builderEvent({ startAt, endAt, notes, allDay, ...same }: OldInput): object {
  const time = (text: string | undefined) => (allDay === true ? text?.slice(0, 10) : text);
  return defined({ ...same, start: time(startAt), end: time(endAt), description: notes, allDay });
}

function writtenEvent(data: AnswerData) {
  return oldEvent({ ...memberOf(data, 'event'), id: data.id });
}

function oldEvent(row: EventRow) {
  const start = cell(row, 'start');
  const orNull = (name: keyof EventRow) => (cell(row, name) === '' ? null : cell(row, name));
  return {
    id: cell(row, 'id'),
    familyId: cell(row, 'calendar'),
    title: cell(row, 'title'),
    startAt: start,
    endAt: isoEnd(start, cell(row, 'end')),
    location: orNull('location'),
    notes: orNull('description'),
    allDay: row.allDay === true || start.length === 10,
    createdByUserId: cell(row, 'createdBy'),
    attendees: rowsIn(row.attendees).map((person) => ({
      userId: cell(person, 'email'),
      displayName: cell(person, 'name') || cell(person, 'email'),
      status: person.response === 'accepted' || person.response === 'declined' ? person.response : 'pending',
    })),
    createdAt: orNull('created'),
    updatedAt: orNull('updated'),
  };
}

/** Tools of the family calendar agent; attendees are given by mail address. */
export const FAMILY_CALENDAR: readonly Alias[] = [search, create, update, batchUpdate, deleteEvents].flat();
