import { z } from 'zod/v3';
import { isRecord } from '../model/is-record.js';
import { filterSchema } from './filter.js';
import { keysOnlyOf } from './kind-of-filter.js';
import { nonEmptyList, withRules } from './rules.js';

export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 500;

/** The default fields of an event row. */
export const ROW_FIELDS = [
  'id',
  'title',
  'start',
  'end',
  'startLocal',
  'endLocal',
  'day',
  'calendar',
  'allDay',
  'location',
  'status',
  'recurring',
  'myResponse',
] as const;

/** All fields of an event row; the names that `fields` accepts for events. */
export const EVENT_FIELDS = [
  ...ROW_FIELDS,
  'description',
  'url',
  'conference',
  'timezone',
  'busy',
  'visibility',
  'organizer',
  'attendees',
  'reminders',
  'recurrence',
  'seriesStart',
  'next',
  'seriesId',
  'uid',
  'originalStart',
  'tags',
  'attachments',
  'color',
  'kind',
  'createdBy',
  'createdByClient',
  'created',
  'updated',
  'etag',
  'metadata',
  'external',
  'durationMinutes',
  'hasConflict',
  'parent',
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** The default fields of a task row. */
export const TASK_ROW_FIELDS = [
  'id',
  'title',
  'due',
  'start',
  'status',
  'priority',
  'percent',
  'list',
  'parent',
  'tags',
  'recurrence',
  'overdue',
  'completed',
  'estimateMinutes',
] as const;

export const TASK_FIELDS = [
  ...TASK_ROW_FIELDS,
  'priorityNumber',
  'description',
  'location',
  'url',
  'timezone',
  'visibility',
  'organizer',
  'attendees',
  'reminders',
  'seriesId',
  'uid',
  'originalStart',
  'createdBy',
  'createdByClient',
  'created',
  'updated',
  'etag',
  'metadata',
  'external',
] as const;
export type TaskField = (typeof TASK_FIELDS)[number];

/** All fields of a calendar row, in column order. */
export const CALENDAR_FIELDS = [
  'id',
  'name',
  'account',
  'backend',
  'color',
  'description',
  'writable',
  'readOnlyReason',
  'components',
  'default',
  'access',
] as const;
export type CalendarField = (typeof CALENDAR_FIELDS)[number];

export const EVENT_SORTS = [
  'start',
  'end',
  'title',
  'calendar',
  'location',
  'status',
  'created',
  'updated',
  'durationMinutes',
] as const;
export const SORT_FIELDS = [...EVENT_SORTS, 'due', 'priority', 'completed'] as const;

/** Picks one of several, ordered by start. */
export const pickSchema = z.enum(['first', 'last']);

/** IANA name of a zone; the compiler checks that it exists. */
export const timezoneSchema = z.string().min(1).max(100);

function isOneText(filter: unknown): boolean {
  return isRecord(filter) && typeof filter.text === 'string' && Object.keys(filter).length === 1;
}

const PERSON_WORDS = /name|title|attendee|person|people|mail|address|organizer|query|search|contact/i;

/** The input of calendar_read. Times and names are still text; defaults are missing. */
export const querySchema = withRules(
  z
    .object({
      type: z.enum(['events', 'tasks', 'calendars', 'freebusy', 'people']),
      filters: filterSchema
        .optional()
        .describe(
          'sibling keys are ANDed; also id; start, end, created, updated as when; changedSince (deleted ones too); description, url, organizer as text; tags as attendee; of tasks: due, completed as when, overdue, hasDue, priority, parent, estimateMinutes',
        ),
      mode: z
        .enum(['list', 'search', 'smart_suggest', 'count'])
        .optional()
        .describe('search: all time, best match first; smart_suggest: what needs attention'),
      expand: z.boolean().optional().describe('false: one row per series'),
      fields: nonEmptyList(z.string().min(1)).optional(),
      sort: nonEmptyList(
        z.object({ field: z.enum(SORT_FIELDS), order: z.enum(['asc', 'desc']).optional() }).strict(),
        10,
      ).optional(),
      pick: pickSchema.optional(),
      limit: z
        .number()
        .int()
        .min(1)
        .max(MAX_LIMIT)
        .optional()
        .describe(`default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}`),
      offset: z.number().int().min(0).optional(),
      format: z.enum(['json', 'agenda', 'ics', 'table']).optional(),
      timezone: timezoneSchema.optional().describe('IANA zone'),
      explain: z.boolean().optional(),
      refresh: z.boolean().optional(),
      confirmToken: z.string().min(1).max(500).optional(),
    })
    .strict(),
  (query, report) => {
    const { type, filters, mode, fields, format, sort, expand } = query;
    if (type === 'events' || type === 'tasks') {
      const other = type === 'events' ? 'tasks' : 'events';
      for (const { path, key } of keysOnlyOf(other, filters)) {
        report(['filters', ...path], `\`${key}\` is a filter of ${other}, not of ${type}.`, {
          fix: { kind: 'remove' },
        });
      }
    }
    if (type === 'calendars' && isRecord(filters)) {
      for (const key of Object.keys(filters)) {
        if (key !== 'calendar') {
          report(['filters', key], `Calendars can be filtered by \`calendar\` only.`, {
            fix: { kind: 'remove' },
          });
        }
      }
    }
    if (type === 'people' && isRecord(filters)) {
      for (const [key, value] of Object.entries(filters)) {
        if (key === 'kind' || (key === 'text' && typeof value === 'string')) continue;
        if (key === 'OR' && !('text' in filters) && Array.isArray(value) && value.every(isOneText)) continue;
        const fix =
          typeof value === 'string' && PERSON_WORDS.test(key)
            ? ({ kind: 'move', to: ['query', 'filters', 'text'] } as const)
            : ({ kind: 'remove' } as const);
        report(
          ['filters', key],
          'People can be filtered by `text`, as a plain text or several in `OR`, and `kind` only.',
          {
            fix,
          },
        );
      }
    }
    if (mode === 'smart_suggest' && type === 'events') {
      const unfit = {
        sort: sort !== undefined,
        expand: expand === false,
        format: (format ?? 'json') !== 'json',
      };
      for (const [key] of Object.entries(unfit).filter(([, isUnfit]) => isUnfit)) {
        const message = '`smart_suggest` gives JSON rows of occurrences by their score.';
        report([key], message, { fix: { kind: 'remove' } });
      }
    }
    for (const key of ['sort', 'limit', 'offset']) {
      if (query.pick !== undefined && query[key] !== undefined)
        report([key], '`pick` gives one event, the first or the last by its start.', {
          fix: { kind: 'remove' },
        });
    }
    if (query.pick !== undefined && (type !== 'events' || (mode ?? 'list') !== 'list'))
      report(['pick'], 'Only a list of events has a first and a last.', { fix: { kind: 'remove' } });
    if (type !== 'events' && type !== 'tasks') {
      if (mode === 'search' || mode === 'smart_suggest') {
        report(['mode'], 'Only events can be searched or suggested.', { fix: { kind: 'remove' } });
      }
      if (sort !== undefined) report(['sort'], 'Only events can be sorted.', { fix: { kind: 'remove' } });
      if (format === 'ics')
        report(['format'], 'Only events can be exported as ics.', { fix: { kind: 'remove' } });
    }
    if ((type === 'freebusy' || type === 'people') && fields !== undefined) {
      report(['fields'], 'Busy times and people have the same fields always.', { fix: { kind: 'remove' } });
    }
  },
);
export type QueryInput = z.infer<typeof querySchema>;
