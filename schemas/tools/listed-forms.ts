import type { JsonSchema } from './portable-schema.js';

const TEXT: JsonSchema = { type: 'string' };
const WHOLE: JsonSchema = { type: 'integer' };
const as = (name: string): JsonSchema => ({ type: 'object', description: `as ${name}` });
const shaped = (description: string): JsonSchema => ({ type: 'object', description });
const textOr = (object: JsonSchema): JsonSchema => ({ anyOf: [TEXT, object] });

/**
 * Shorter forms for keys in the listed schema, by path; undefined omits the key. Every token of the list costs in every
 * conversation, and the help has the whole grammar. The list never contradicts the real schema: everything listed is
 * accepted, and it rejects nothing that is.
 */
export const LISTED_FORMS: ReadonlyMap<string, JsonSchema | undefined> = new Map([
  ['query.filters.id', undefined],
  ['query.filters.calendar', textOr(as('attendee'))],
  ['query.filters.text', textOr(shaped('{contains, startsWith, equals, matches (regex), empty}'))],
  ['query.filters.attendee', textOr(shaped('lists any, all, none; empty'))],
  ['query.filters.title', textOr(as('text'))],
  ['query.filters.location', textOr(as('text'))],
  ['query.filters.durationMinutes', { anyOf: [WHOLE, shaped('{min, max}')] }],
  ['query.filters.timeOfDay', shaped('{after, before}: start, HH:MM')],
  ['query.filters.weekday', textOr({ type: 'array', items: TEXT, description: 'mon..sun' })],
  ['query.filters.start', undefined],
  ['query.filters.end', undefined],
  ['query.filters.created', undefined],
  ['query.filters.updated', undefined],
  ['query.filters.changedSince', undefined],
  ['query.filters.description', undefined],
  ['query.filters.url', undefined],
  ['query.filters.organizer', undefined],
  ['query.filters.tags', undefined],
  ['query.filters.due', undefined],
  ['query.filters.completed', undefined],
  ['query.filters.overdue', undefined],
  ['query.filters.hasDue', undefined],
  ['query.filters.priority', undefined],
  ['query.filters.parent', undefined],
  ['query.filters.estimateMinutes', undefined],
  ['query.filters.color', undefined],
  ['query.filters.kind', undefined],
  [
    'query.sort.items',
    {
      type: 'object',
      properties: { field: TEXT, order: { type: 'string', enum: ['asc', 'desc'] } },
      required: ['field'],
    },
  ],
  [
    'query.fields',
    {
      type: 'array',
      items: TEXT,
      description:
        'only these: title, start, end, description, attendees, organizer, url, conference, recurrence, reminders, tags, etag …',
    },
  ],
  ['query.explain', undefined],
  ['query.pick', undefined],
  [
    'mutation.data.attendees.items',
    { anyOf: [{ type: 'object', description: '{email or name, role}' }, TEXT] },
  ],
  [
    'mutation.data.reminders.items',
    { anyOf: [WHOLE, { type: 'object', description: '{minutesBefore, type}' }] },
  ],
  ['mutation.data.recurrence.dayOfMonth', undefined],
  ['mutation.data.recurrence.monthOfYear', undefined],
  ['mutation.data.recurrence.nth', undefined],
  ['mutation.data.calendar', { type: 'string', description: 'of tasks, the list' }],
  ['mutation.data.parent', { type: 'string', description: 'title or id' }],
  ['mutation.data.metadata', undefined],
  ['mutation.data.percent', undefined],
  ['mutation.completedAt', undefined],
  ['mutation.data.conference', textOr({ type: 'object', description: '{url, label}' })],
  ['mutation.data.attachments', undefined],
  ['mutation.data.kind', undefined],
  ['mutation.data.account', undefined],
  ['mutation.fields', undefined],
  ['mutation.ifMatch', undefined],
  ['mutation.allowDuplicates', undefined],
  ['mutation.any', undefined],
  ['mutation.propose', undefined],
  ['analysis.scope.when', textOr(as('filters.when'))],
  ['analysis.params.workingHours', undefined],
  ['analysis.params.splitMinutes', WHOLE],
  ['analysis.params.rooms', undefined],
  ['analysis.params.noticeMinutes', undefined],
  ['analysis.params.tentative', undefined],
  ['analysis.params.operation', undefined],
  ['analysis.params.evidence', undefined],
]);
