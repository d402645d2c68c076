import { z } from 'zod/v3';
import { analysisSchema, scopeFiltersSchema } from '../input/analysis.js';
import { calendarDataSchema, confirmTokenSchema } from '../input/calendar-mutation.js';
import { nestedFilterSchema } from '../input/filter.js';
import {
  batchItemSchema,
  eventChangesSchema,
  eventFieldsSchema,
  mutationSchema,
  optionalFlagSchema,
} from '../input/mutation.js';
import { querySchema } from '../input/query.js';
import { nthSchema } from '../input/recurrence.js';
import { fetchSchema, searchSchema } from '../input/search.js';
import { flattened, type ObjectSchema, portableSchema } from './portable-schema.js';
import { fetchResultSchema, resultSchema, searchResultSchema } from './result.js';

/** One entry of `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

const READ_DESCRIPTION = `Query events, calendars or busy times. No time filter: the next 30 days (all time with mode search, expand false, deleted, id, created or updated). Times: ISO ("2026-11-24", "2026-11-24T09:00"), words ("now", "friday", "now+3days", "startOfMonth"), periods. A bare date in between counts whole; before excludes it. Cancelled and declined events are included. meta has range, total and calendars that failed. Example: {"query":{"type":"events","filters":{"when":"next week","OR":[{"title":"standup"},{"attendee":"ana@x.org"}]},"limit":10}}. Full grammar: calendar_analyze help "filters".`;

const WRITE_DESCRIPTION = `Create, change, delete, move, restore, undo (last write, or undoToken), sync (copies of server calendars); batch up to 100, calendars too. target calendar: create, update, delete of calendars (title, color); delete asks: once the user agrees, repeat with confirmToken of pendingAction. For an occurrence of a series say scope: this, following or all. Only named fields change, null clears; a new start keeps the length. All-day end and until are the last day. Deleting is recoverable (restore) unless soft is false. Servers may notify attendees (notify false: no new ones); dryRun shows effects and whom. Example: {"mutation":{"operation":"update","id":"k3v9x2","scope":"this","changes":{"start":"2026-11-24T15:00","durationMinutes":45}}}`;

const ANALYZE_DESCRIPTION = `availability: free slots (durationMinutes, workingHours, bufferMinutes; attendees: emails that must be free too). conflicts: overlapping events. time_stats: hours and counts by groupBy. status: accounts and limits. help: documentation (topic: read, filters, times, recurrence, write, analysis, errors). Example: {"analysis":{"type":"availability","scope":{"when":"next week"},"params":{"durationMinutes":30}}}`;

/** Nested grammar that the list shows elsewhere, and accepted keys that only repeat others. */
const PUBLISHING = {
  nested: [nestedFilterSchema, scopeFiltersSchema, eventChangesSchema, batchItemSchema],
  hidden: [nthSchema, optionalFlagSchema],
};

/** The forms for events and those for calendars as one. */
const WRITTEN = flattened(mutationSchema).extend({
  target: z.enum(['event', 'calendar']).optional(),
  data: eventFieldsSchema
    .extend({
      start: eventFieldsSchema.shape.start.optional().describe('events: required, date or date-time'),
      color: calendarDataSchema.shape.color,
      account: calendarDataSchema.shape.account,
    })
    .optional(),
  confirmToken: confirmTokenSchema.optional(),
});

/** The default `tools/list`, in its order. */
export function publishedTools(): readonly ToolDefinition[] {
  const outputSchema = portableSchema(resultSchema);
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
      outputSchema: portableSchema(searchResultSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'fetch',
      title: 'Fetch event',
      description: 'One event by id.',
      inputSchema: portableSchema(fetchSchema),
      outputSchema: portableSchema(fetchResultSchema),
      annotations: { readOnlyHint: true },
    },
  ];
}
