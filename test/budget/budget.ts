import type { Entry } from './entry.js';
import { WRITES } from './writes.js';

const events = (query: Record<string, unknown>) =>
  ['calendar_read', { query: { type: 'events', ...query } }] as const;
const analysis = (analysis: Record<string, unknown>) => ['calendar_analyze', { analysis }] as const;

const MONTH = { filters: { when: 'this month' }, limit: 100 };
const STANDUP = 'frgk23873y/20261103T0930';

/** What common answers may cost. The busy month is the ground where none is named. */
export const BUDGET: readonly Entry[] = [
  { name: 'list of tools', limit: 2850 },
  { name: 'row (JSON)', call: events(MONTH), perRow: true, limit: 67 },
  { name: 'row (agenda)', call: events({ ...MONTH, format: 'agenda' }), perRow: true, limit: 33 },
  { name: 'count', call: events({ ...MONTH, mode: 'count' }), limit: 72 },
  { name: 'today', call: events({ filters: { when: 'today' } }), limit: 215 },
  { name: 'this week', call: events({ filters: { when: 'this week' } }), limit: 1600 },
  {
    name: 'a week full of series',
    call: events({ filters: { when: 'this week' } }),
    ground: 'series-week',
    limit: 1850,
  },
  { name: 'this month', call: events(MONTH), limit: 5650 },
  {
    name: '500 rows',
    call: events({ filters: { when: 'this year' }, limit: 500 }),
    ground: 'series-week',
    limit: 10000,
  },
  {
    name: 'free and busy, a week',
    call: ['calendar_read', { query: { type: 'freebusy', filters: { when: 'this week' } } }],
    limit: 770,
  },
  ...WRITES,
  {
    name: 'conflicts, 30 days',
    call: analysis({ type: 'conflicts', scope: { when: 'next 30 days' } }),
    limit: 900,
  },
  {
    name: 'time by day, a month',
    call: analysis({ type: 'time_stats', scope: { when: 'this month' }, params: { groupBy: 'day' } }),
    limit: 850,
  },
  {
    name: 'a year by month',
    call: analysis({ type: 'time_stats', scope: { when: 'this year' }, params: { groupBy: 'month' } }),
    ground: 'series-week',
    limit: 350,
  },
  {
    name: 'availability, next week',
    call: analysis({ type: 'availability', scope: { when: 'next week' }, params: { durationMinutes: 60 } }),
    limit: 380,
  },
  {
    name: 'attention, a month',
    call: analysis({ type: 'attention', scope: { when: 'this month' } }),
    limit: 600,
  },
  {
    name: 'health of a month',
    call: analysis({ type: 'schedule_health', scope: { when: 'this month' } }),
    limit: 250,
  },
  {
    name: 'patterns of a month',
    call: analysis({ type: 'patterns', scope: { when: 'this month' } }),
    limit: 400,
  },
  {
    name: 'all series',
    call: analysis({ type: 'recurring_events' }),
    limit: 600,
  },
  { name: 'search', call: ['search', { query: 'standup' }], limit: 120 },
  { name: 'fetch', call: ['fetch', { id: STANDUP }], limit: 375 },
  { name: 'error with its correction', call: events({ filters: { titel: 'standup' } }), limit: 95 },
];
