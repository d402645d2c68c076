import { z } from 'zod/v3';
import { analysisSchema, scopeFiltersSchema } from '../input/analysis.js';
import { calendarDataSchema, confirmTokenSchema } from '../input/calendar-mutation.js';
import { nestedFilterSchema } from '../input/filter.js';
import { batchItemSchema, eventChangesSchema, eventFieldsSchema, mutationSchema } from '../input/mutation.js';
import { querySchema } from '../input/query.js';
import { fetchSchema, searchSchema } from '../input/search.js';
import { targetFiltersSchema } from '../input/selection.js';
import { LISTED_FORMS } from './listed-forms.js';
import { flattened, type ObjectSchema, portableSchema } from './portable-schema.js';
import { listedFetchSchema, listedResultSchema, listedSearchSchema } from './result.js';

/** One entry of `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

const READ_DESCRIPTION = `Query events, tasks, people, calendars or busy times. An agenda of events has due and overdue tasks. Without a time: the next 30 days, or all time with mode search, expand false or a filter on id, deleted, created or updated. Times: ISO, "friday 15:00", "now+3days", "startOfMonth", "endOfWeek". Dates count whole, but before excludes its own. Text means contains. Cancelled and declined events are included; external ones are organized by others. end is HH:MM on the same day. Example: {"query":{"type":"events","filters":{"when":"next week","OR":[{"title":"standup"},{"attendee":"ana@x.org"}]},"format":"agenda"}}. More: calendar_analyze help.`;

const WRITE_DESCRIPTION = `Create, update, copy, delete, move, respond, import (ics), restore, undo (last write, or undoToken), sync, complete, reopen; batch up to 100. Reading first is rarely needed: instead of id give filters that match one event of all time. With a time in them they name an occurrence of a series (scope this, unless given), without one the series. For an id with a slash, an occurrence, say scope. Only named fields change, null clears; a new start keeps the length, "15:00" alone the day; recurrence merges ({"until"} alone ends a series). All-day end and until are the last day. type task: tasks, with due, not end (children: sub-tasks too). Calendars go by name or id; target calendar changes them. Deleted ones can be restored unless soft is false. Attendees (also by name) may be mailed (notify false: not new ones); dryRun shows effects and whom. On CONFIRMATION_REQUIRED ask the user, repeat with confirmToken. Example: {"mutation":{"operation":"update","filters":{"title":"dentist"},"changes":{"start":"friday 15:00"}}}`;

const ANALYZE_DESCRIPTION = `availability: free slots from earliest to latest (HH:MM, default: working hours); attendees and rooms (number or names) must be free too. conflicts, duplicates, attention: what to fix. plan_tasks: open tasks into free time (splitMinutes: cut into pieces of that length). time_stats (by groupBy), meeting_trends (week or month), patterns, schedule_health: where time goes. recurring_events, series_review. parse_text: text to calls. status. help: by topic, such as filters, recurrence, analysis. Example: {"analysis":{"type":"availability","scope":{"when":"next week"},"params":{"durationMinutes":30}}}`;

/** Nested grammar that the list shows elsewhere, and shortened keys. */
const PUBLISHING = {
  nested: [nestedFilterSchema, scopeFiltersSchema, targetFiltersSchema, eventChangesSchema, batchItemSchema],
  forms: LISTED_FORMS,
};

/** Merges the forms for events and for calendars. */
const WRITTEN = flattened(mutationSchema).extend({
  target: z.enum(['event', 'calendar']).optional(),
  data: eventFieldsSchema
    .extend({
      start: eventFieldsSchema.shape.start.optional().describe('date or date-time, for events'),
      color: calendarDataSchema.shape.color,
      account: calendarDataSchema.shape.account,
    })
    .optional(),
  confirmToken: confirmTokenSchema.optional(),
});

/** The default `tools/list`, in its order. */
export function publishedTools(): readonly ToolDefinition[] {
  const outputSchema = portableSchema(listedResultSchema);
  return [
    {
      name: 'calendar_read',
      title: 'Read calendars',
      description: READ_DESCRIPTION,
      inputSchema: portableSchema(z.object({ query: querySchema }).strict(), PUBLISHING),
      outputSchema,
      annotations: { readOnlyHint: true },
    },
    {
      name: 'calendar_write',
      title: 'Change calendars',
      description: WRITE_DESCRIPTION,
      inputSchema: portableSchema(z.object({ mutation: WRITTEN }).strict(), PUBLISHING),
      outputSchema,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    {
      name: 'calendar_analyze',
      title: 'Analyze calendars',
      description: ANALYZE_DESCRIPTION,
      inputSchema: portableSchema(z.object({ analysis: flattened(analysisSchema) }).strict(), PUBLISHING),
      outputSchema,
      annotations: { readOnlyHint: true },
    },
    {
      name: 'search',
      title: 'Search events',
      description: 'Search all calendars.',
      inputSchema: portableSchema(searchSchema),
      outputSchema: portableSchema(listedSearchSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'fetch',
      title: 'Fetch event',
      description: 'One event by id.',
      inputSchema: portableSchema(fetchSchema),
      outputSchema: portableSchema(listedFetchSchema),
      annotations: { readOnlyHint: true },
    },
  ];
}
