/** The three builder tools. */
export type ToolName = 'calendar_read' | 'calendar_write' | 'calendar_analyze';

const SLOT = { title: 'Planning', start: 'tomorrow 09:00', durationMinutes: 60 };

/** A minimal calendar. */
const ICS = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example.org//EN'],
  ...['BEGIN:VEVENT', 'UID:planning@example.org', 'DTSTAMP:20260101T000000Z'],
  ...['DTSTART:20270104T090000Z', 'DTEND:20270104T100000Z', 'SUMMARY:Planning'],
  ...['END:VEVENT', 'END:VCALENDAR', ''],
].join('\n');

const QUERIES: Readonly<Record<string, unknown>> = {
  events: { query: { type: 'events', filters: { when: 'this week' }, limit: 25 } },
  calendars: { query: { type: 'calendars' } },
  freebusy: { query: { type: 'freebusy', filters: { when: 'tomorrow' } } },
};

const MUTATIONS: Readonly<Record<string, unknown>> = {
  create: { mutation: { operation: 'create', data: SLOT } },
  update: {
    mutation: { operation: 'update', id: 'k3v9x2m8qa', changes: { start: 'tomorrow 15:00' } },
  },
  copy: { mutation: { operation: 'copy', id: 'k3v9x2m8qa', changes: { start: 'tomorrow 15:00' } } },
  delete: { mutation: { operation: 'delete', id: 'k3v9x2m8qa' } },
  move: { mutation: { operation: 'move', id: 'k3v9x2m8qa', calendar: 'Work' } },
  respond: { mutation: { operation: 'respond', id: 'k3v9x2m8qa', response: 'accepted' } },
  complete: { mutation: { operation: 'complete', filters: { title: 'report' } } },
  reopen: { mutation: { operation: 'reopen', id: 'k3v9x2m8qa' } },
  restore: { mutation: { operation: 'restore', id: 'k3v9x2m8qa' } },
  import: { mutation: { operation: 'import', ics: ICS } },
  undo: { mutation: { operation: 'undo', undoToken: 'uK3v9x2m8qaTz' } },
  batch: {
    mutation: {
      operation: 'batch',
      operations: [
        { operation: 'create', data: SLOT },
        { operation: 'delete', id: 'k3v9x2m8qa' },
      ],
    },
  },
};

const CALENDAR_MUTATIONS: Readonly<Record<string, unknown>> = {
  create: {
    mutation: { operation: 'create', target: 'calendar', data: { title: 'Choir', color: '#3366cc' } },
  },
  update: { mutation: { operation: 'update', target: 'calendar', id: 'Choir', changes: { title: 'Band' } } },
  delete: { mutation: { operation: 'delete', target: 'calendar', id: 'Choir' } },
};

const ANALYSES: Readonly<Record<string, unknown>> = {
  availability: {
    analysis: { type: 'availability', scope: { when: 'next week' }, params: { durationMinutes: 30 } },
  },
  conflicts: { analysis: { type: 'conflicts', scope: { when: 'next 14 days' } } },
  time_stats: {
    analysis: { type: 'time_stats', scope: { when: 'last month' }, params: { groupBy: 'week' } },
  },
  meeting_trends: { analysis: { type: 'meeting_trends', params: { groupBy: 'week' } } },
  attention: { analysis: { type: 'attention' } },
  patterns: { analysis: { type: 'patterns', scope: { when: 'last quarter' } } },
  schedule_health: { analysis: { type: 'schedule_health', scope: { when: 'this week' } } },
  recurring_events: { analysis: { type: 'recurring_events', params: { operation: 'analyze' } } },
  series_review: { analysis: { type: 'series_review' } },
  duplicates: { analysis: { type: 'duplicates', scope: { when: 'next 30 days' } } },
  plan_tasks: { analysis: { type: 'plan_tasks', scope: { when: 'this week' } } },
  parse_text: { analysis: { type: 'parse_text', params: { text: 'Lunch with Ana tomorrow at noon' } } },
  status: { analysis: { type: 'status' } },
  help: { analysis: { type: 'help', params: { topic: 'filters' } } },
};

const EXAMPLES: Readonly<
  Record<ToolName, { readonly calls: Readonly<Record<string, unknown>>; readonly preferred: string }>
> = {
  calendar_read: { calls: QUERIES, preferred: 'events' },
  calendar_write: { calls: MUTATIONS, preferred: 'create' },
  calendar_analyze: { calls: ANALYSES, preferred: 'availability' },
};

/** For a valid example that is not the caller's own call: sending it unchanged would do something else. */
export const ONLY_FORM = 'The example only shows the form.';

/** A complete, valid call of a tool, in the given form if it exists. */
export function exampleCall(tool: ToolName, form: unknown): unknown {
  const { calls, preferred } = EXAMPLES[tool];
  return typeof form === 'string' && Object.hasOwn(calls, form) ? calls[form] : calls[preferred];
}

/** A complete, valid call of calendar_write about a calendar itself. */
export function calendarExample(operation: unknown): unknown {
  const known = typeof operation === 'string' && Object.hasOwn(CALENDAR_MUTATIONS, operation);
  return CALENDAR_MUTATIONS[known ? operation : 'create'];
}
