import type { Entry } from './entry.js';

const STANDUP = 'frgk23873y/20261103T0930';
const HAIRCUT = 'haircut@calendar.example';
const LATER = { start: 'tomorrow 11:00' };
const LUNCH = { title: 'Lunch with Zoë', start: 'saturday 18:00', durationMinutes: 60, calendar: 'Home' };

const write = (name: string, limit: number, mutation: Record<string, unknown>): Entry => ({
  name,
  limit,
  call: ['calendar_write', { mutation }],
});
const update = (name: string, limit: number, more: Record<string, unknown>): Entry =>
  write(name, limit, { operation: 'update', ...more });
const create = (name: string, limit: number, more: Record<string, unknown>): Entry =>
  write(name, limit, { operation: 'create', data: { ...LUNCH, ...more }, idempotencyKey: 'lunch with zoe' });

/** What the answers of writes may cost, on the busy month. */
export const WRITES: readonly Entry[] = [
  create('create', 92, {}),
  create('create of a series', 160, { recurrence: { frequency: 'weekly', count: 10 } }),
  create('create that overlaps', 140, { start: 'friday 12:30' }),
  update('update of a title', 105, { id: HAIRCUT, changes: { title: 'Barber' } }),
  update('update of one event', 130, { id: HAIRCUT, changes: { start: '2026-11-28T15:00' } }),
  update('dry run of one occurrence', 200, { id: STANDUP, scope: 'this', changes: LATER, dryRun: true }),
  update('update of lists', 160, {
    id: STANDUP,
    scope: 'this',
    changes: { addAttendees: ['zoe@example.org'], addTags: ['later'], addReminders: [10] },
  }),
  update('update from one on', 440, { id: STANDUP, scope: 'following', changes: LATER }),
  update('end of a series', 175, {
    id: 'frgk23873y',
    changes: { recurrence: { until: '2026-12-18' } },
  }),
  update('update of a long text', 150, {
    id: HAIRCUT,
    changes: { description: 'what to bring, and where to leave it '.repeat(200) },
  }),
  write('delete of one event', 95, { operation: 'delete', id: HAIRCUT }),
  write('delete from one on', 145, { operation: 'delete', id: STANDUP, scope: 'following' }),
  write('move', 102, { operation: 'move', id: HAIRCUT, calendar: 'Family' }),
  write('batch of three', 290, {
    operation: 'batch',
    operations: [
      { operation: 'create', data: LUNCH, idempotencyKey: 'lunch with zoe' },
      { operation: 'update', id: HAIRCUT, changes: { start: '2026-11-28T15:00' } },
      { operation: 'delete', id: 'gym@calendar.example' },
    ],
  }),
  write('batch of a hundred', 10_000, {
    operation: 'batch',
    operations: Array.from({ length: 100 }, (_, index) => ({
      operation: 'update',
      id: HAIRCUT,
      changes: { title: `Haircut ${index}`, location: `Room ${index}`, url: `https://example.org/${index}` },
    })),
  }),
  write('create of a calendar', 60, {
    operation: 'create',
    target: 'calendar',
    data: { title: 'Choir', color: '#3366cc' },
  }),
  write('dry run of deleting a calendar', 135, {
    operation: 'delete',
    target: 'calendar',
    id: 'Travel',
    dryRun: true,
  }),
];
