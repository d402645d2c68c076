import type { JsonSchema } from './portable-schema.js';

const TEXT: JsonSchema = { type: 'string' };
const WHOLE: JsonSchema = { type: 'integer' };
const as = (name: string): JsonSchema => ({ type: 'object', description: `as ${name}` });
const textOr = (object: JsonSchema): JsonSchema => ({ anyOf: [TEXT, object] });

/**
 * Keys whose listed form is shorter than what is accepted, by their path; those without a form are
 * not listed. Every token of the list is paid in every conversation, and the help topics have the whole grammar. What is
 * listed is always accepted.
 */
export const LISTED_FORMS: ReadonlyMap<string, JsonSchema | undefined> = new Map([
  ['query.filters.id', TEXT],
  ['query.filters.calendar', textOr(as('attendee'))],
  ['query.filters.start', as('when')],
  ['query.filters.end', as('when')],
  ['query.filters.created', as('when')],
  ['query.filters.updated', as('when')],
  ['query.filters.description', TEXT],
  ['query.filters.url', TEXT],
  ['query.filters.organizer', TEXT],
  ['query.filters.durationMinutes', { type: 'object', properties: { min: WHOLE, max: WHOLE } }],
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
        'only these: title, start, end, location, description, attendees, organizer, url, conference, recurrence, reminders, tags, timezone, etag …',
    },
  ],
  ['query.explain', undefined],
  ['query.confirmToken', undefined],
  [
    'mutation.data.attendees.items',
    { type: 'object', properties: { email: TEXT, name: TEXT, role: TEXT }, required: ['email'] },
  ],
  ['mutation.data.recurrence.nth', undefined],
  ['mutation.data.metadata', undefined],
  ['mutation.data.account', undefined],
  ['mutation.fields', undefined],
  ['mutation.ifMatch', undefined],
  ['mutation.allowDuplicates', undefined],
  ['analysis.scope.when', textOr(as('filters.when'))],
  ['analysis.params.workingHours', undefined],
  ['analysis.params.prefer', undefined],
  ['analysis.params.noticeMinutes', undefined],
  ['analysis.params.tentative', undefined],
  ['analysis.params.operation', undefined],
  ['analysis.params.evidence', undefined],
  ['analysis.params.allDay', undefined],
]);
