import type { ToolName } from './examples.js';

/** What is there instead of something of the contract that this version does not do yet. */
export interface PlannedFeature {
  readonly suggestion: string;
  /** A complete call. */
  readonly example?: unknown;
}

interface Place {
  readonly tool: ToolName;
  /** Key of the enumeration, or the unknown key itself. */
  readonly key: string;
  readonly value?: string;
}

const CREATE_FROM_TEXT = {
  mutation: {
    operation: 'create',
    data: { title: 'Planning', start: 'tomorrow 09:00', durationMinutes: 60 },
  },
};
const UNANSWERED = {
  query: {
    type: 'events',
    filters: { when: 'next 14 days', OR: [{ myResponse: 'needs_action' }, { hasConflict: true }] },
  },
};
const SERIES = { query: { type: 'events', expand: false, filters: { recurring: true } } };
const STATS = {
  analysis: { type: 'time_stats', scope: { when: 'last month' }, params: { groupBy: 'week' } },
};

/** Add a line to announce something, remove it when it is built. */
const TABLE: readonly (Place & PlannedFeature)[] = [
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'meeting_trends',
    suggestion: 'time_stats grouped by week or month shows change over time.',
    example: STATS,
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'attention',
    suggestion: 'Read events with myResponse needs_action, or with hasConflict.',
    example: UNANSWERED,
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'patterns',
    suggestion: 'time_stats grouped by weekday, person or tag shows where time goes.',
    example: {
      analysis: { type: 'time_stats', scope: { when: 'last month' }, params: { groupBy: 'weekday' } },
    },
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'schedule_health',
    suggestion: 'time_stats grouped by day and conflicts show how full the days are.',
    example: { analysis: { type: 'time_stats', scope: { when: 'this week' }, params: { groupBy: 'day' } } },
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'recurring_events',
    suggestion: 'Read recurring events with expand false: one row per series.',
    example: SERIES,
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'series_review',
    suggestion: 'Read recurring events with expand false: one row per series.',
    example: SERIES,
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'duplicates',
    suggestion: 'Search events by title to find duplicates.',
    example: { query: { type: 'events', mode: 'search', filters: { title: 'planning' } } },
  },
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'parse_text',
    suggestion: 'Read the text yourself and create the events with calendar_write.',
    example: CREATE_FROM_TEXT,
  },
];

/** Whether something is announced but not built, and what to do instead. */
export function plannedFeature({ tool, key, value }: Place): PlannedFeature | undefined {
  return TABLE.find((entry) => entry.tool === tool && entry.key === key && entry.value === value);
}
