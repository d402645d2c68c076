import { describe, expect, it } from 'vitest';
import { parseFetch, parseSearch } from '../../schemas/parse/parse-input.js';
import type { ToolName } from '../../schemas/tools/examples.js';
import { errorOf } from '../thrown.js';
import { exampleOf } from './example-of.js';
import { parseInput } from './parse-input.js';

const SLOT = { title: 'B', start: '2026-11-26T09:00' };

describe('the example of an error asks for what was meant', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ sort: { start: 'desc' } }, { sort: [{ field: 'start', order: 'desc' }] }],
    [
      { sort: [{ start: 'desc' }, { title: 'asc' }] },
      {
        sort: [
          { field: 'start', order: 'desc' },
          { field: 'title', order: 'asc' },
        ],
      },
    ],
    [{ sort: [['start', 'desc']] }, { sort: [{ field: 'start', order: 'desc' }] }],
    [{ sort: { field: 'title', direction: 'descending' } }, { sort: [{ field: 'title', order: 'desc' }] }],
    [{ sortBy: 'title', sortOrder: 'desc' }, { sort: [{ field: 'title', order: 'desc' }] }],
    [{ sort: 'desc' }, { sort: [{ field: 'start', order: 'desc' }] }],
    [
      { start_date: '2026-11-23', end_date: '2026-11-27' },
      { filters: { when: { between: ['2026-11-23', '2026-11-27'] } } },
    ],
    [
      { filters: { startDate: '2026-11-23', endDate: '2026-11-27' } },
      { filters: { when: { between: ['2026-11-23', '2026-11-27'] } } },
    ],
    [{ filters: 'today' }, { filters: { when: 'today' } }],
    [{ filters: 'dentist' }, { filters: { text: 'dentist' } }],
    [
      { filters: [{ field: 'title', operator: 'contains', value: 'standup' }] },
      { filters: { title: { contains: 'standup' } } },
    ],
    [{ where: { when: 'today' } }, { filters: { when: 'today' } }],
    [
      { page: 3, pageSize: 10 },
      { limit: 10, offset: 20 },
    ],
    [{ limit: 'all' }, { limit: 500 }],
  ])('query %j', (given, meant) => {
    const example = exampleOf('calendar_read', { query: { type: 'events', ...given } });
    expect(example).toEqual({ query: { type: 'events', ...meant } });
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ OR: { title: 'a', location: 'b' } }, { OR: [{ title: 'a' }, { location: 'b' }] }],
    [{ NOT: [{ title: 'a' }, { title: 'b' }] }, { NOT: { OR: [{ title: 'a' }, { title: 'b' }] } }],
    [{ title: ['a', 'b'] }, { OR: [{ title: 'a' }, { title: 'b' }] }],
    [
      { title: { contains: ['a', 'b'] }, OR: [{ allDay: true }] },
      { OR: [{ allDay: true }], AND: [{ OR: [{ title: 'a' }, { title: 'b' }] }] },
    ],
    [{ title: { $regex: 'a.*' } }, { title: { matches: 'a.*' } }],
    [{ weekday: 1 }, { weekday: 'mon' }],
    [{ weekday: 'weekend' }, { weekday: ['sat', 'sun'] }],
    [
      { allDay: 'yes', recurring: 0 },
      { allDay: true, recurring: false },
    ],
    [{ timeOfDay: 'afternoon' }, { timeOfDay: { after: '12:00', before: '18:00' } }],
    [{ timeOfDay: { after: '9:00', before: '12pm' } }, { timeOfDay: { after: '09:00', before: '12:00' } }],
    [
      { title: 'shift', timeOfDay: { after: '22:00', before: '06:00' } },
      { title: 'shift', OR: [{ timeOfDay: { after: '22:00' } }, { timeOfDay: { before: '06:00' } }] },
    ],
    [{ duration: '>60' }, { durationMinutes: { min: 61 } }],
    [{ durationMinutes: { gte: 30, lt: 60 } }, { durationMinutes: { min: 30, max: 59 } }],
  ])('filter %j', (given, meant) => {
    const example = exampleOf('calendar_read', { query: { type: 'events', filters: given } });
    expect(example).toEqual({ query: { type: 'events', filters: meant } });
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ durationMinutes: '+30' }, { extendMinutes: 30 }],
    [{ durationMinutes: '+ 1 hour' }, { extendMinutes: 60 }],
    [{ durationMinutes: -15 }, { extendMinutes: -15 }],
    [{ durationMinutes: '90 min' }, { durationMinutes: 90 }],
    [{ extendMinutes: '+15' }, { extendMinutes: 15 }],
    [{ shiftMinutes: '+30' }, { shiftMinutes: 30 }],
  ])('changes %j', (given, meant) => {
    const update = (changes: unknown) => ({
      mutation: { operation: 'update', filters: { title: 'a' }, changes },
    });
    expect(exampleOf('calendar_write', update(given))).toEqual(update(meant));
    const batch = (changes: unknown) => ({
      mutation: { operation: 'batch', operations: [update(changes).mutation] },
    });
    expect(exampleOf('calendar_write', batch(given))).toEqual(batch(meant));
  });

  it.each<[ToolName, unknown, unknown]>([
    ['calendar_read', { query: { query: { type: 'calendars' } } }, { query: { type: 'calendars' } }],
    ['calendar_read', { input: { query: { type: 'calendars' } } }, { query: { type: 'calendars' } }],
    ['calendar_read', { arguments: { type: 'calendars' } }, { query: { type: 'calendars' } }],
    [
      'calendar_read',
      { query: 'standup' },
      { query: { type: 'events', mode: 'search', filters: { text: 'standup' } } },
    ],
    [
      'calendar_write',
      { mutation: { mutation: { operation: 'undo' } } },
      { mutation: { operation: 'undo' } },
    ],
  ])('%s in another wrapper: %j', (tool, call, meant) => {
    expect(exampleOf(tool, call)).toEqual(meant);
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ date: '2026-11-26', time: '09:30' }, { start: '2026-11-26 09:30' }],
    [
      { startDate: '2026-11-26', startTime: '9:30 AM', endTime: '10:30 AM' },
      { start: '2026-11-26 09:30', end: '2026-11-26 10:30' },
    ],
    [{ start: 1795766400000 }, { start: '2026-11-27T08:00Z' }],
    [
      { start: SLOT.start, calendar: { name: 'Work' } },
      { start: SLOT.start, calendar: 'Work' },
    ],
    [
      { start: SLOT.start, metadata: { a: 1 } },
      { start: SLOT.start, metadata: { a: '1' } },
    ],
    [
      { start: SLOT.start, attendees: [{ email: 'Bob <bob@example.org>' }] },
      { start: SLOT.start, attendees: [{ email: 'bob@example.org' }] },
    ],
    [
      { start: SLOT.start, reminders: { overrides: [{ method: 'popup', minutes: 10 }] } },
      { start: SLOT.start, reminders: [{ type: 'display', minutesBefore: 10 }] },
    ],
  ])('event %j', (given, meant) => {
    const call = { mutation: { operation: 'create', data: { title: 'B', ...given } } };
    expect(exampleOf('calendar_write', call)).toEqual({
      mutation: { operation: 'create', data: { title: 'B', ...meant } },
    });
  });

  it.each<[unknown, unknown]>([
    [{ create: SLOT }, { operation: 'create', data: SLOT }],
    [
      { operation: 'create', data: [SLOT, { ...SLOT, title: 'C' }], dryRun: true },
      {
        operation: 'batch',
        operations: [
          { operation: 'create', data: SLOT },
          { operation: 'create', data: { ...SLOT, title: 'C' } },
        ],
        dryRun: true,
      },
    ],
    [
      { operation: 'delete', ids: ['a', 'b'], scope: 'all' },
      {
        operation: 'batch',
        operations: [
          { operation: 'delete', scope: 'all', id: 'a' },
          { operation: 'delete', scope: 'all', id: 'b' },
        ],
      },
    ],
    [
      [
        { operation: 'undo', undoToken: 'u' },
        { operation: 'delete', id: 'b' },
      ],
      {
        operation: 'batch',
        operations: [
          { operation: 'undo', undoToken: 'u' },
          { operation: 'delete', id: 'b' },
        ],
      },
    ],
    [
      { operation: 'update', data: { id: 'a', title: 'C' } },
      { operation: 'update', id: 'a', changes: { title: 'C' } },
    ],
    [
      { operation: 'create', data: { ...SLOT, dry_run: true } },
      { operation: 'create', data: SLOT, dryRun: true },
    ],
    [
      { operation: 'create', data: { ...SLOT, preview: true } },
      { operation: 'create', data: SLOT, dryRun: true },
    ],
    [
      { operation: 'undo', token: 'uK3' },
      { operation: 'undo', undoToken: 'uK3' },
    ],
  ])('mutation %j', (given, meant) => {
    expect(exampleOf('calendar_write', { mutation: given })).toEqual({ mutation: meant });
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ scope: 'tomorrow' }, { scope: { when: 'tomorrow' } }],
    [{ params: { date: 'tomorrow', limit: 2 } }, { params: { limit: 2 }, scope: { when: 'tomorrow' } }],
    [
      { params: { workingHours: { start: '9am', end: '5pm' } } },
      { params: { workingHours: { start: '09:00', end: '17:00' } } },
    ],
  ])('analysis %j', (given, meant) => {
    const example = exampleOf('calendar_analyze', { analysis: { type: 'availability', ...given } });
    expect(example).toEqual({ analysis: { type: 'availability', ...meant } });
  });

  it('operations without an operation are a batch', () => {
    const operations = [{ operation: 'create', data: SLOT }];
    expect(exampleOf('calendar_write', { operations })).toEqual({
      mutation: { operation: 'batch', operations },
    });
  });

  it('a call to the wrong tool shows what it asks for', () => {
    const error = errorOf(() => parseInput('calendar_read', { mutation: { operation: 'undo' } }));
    expect(error.info.example).toEqual({ mutation: { operation: 'undo', undoToken: 'uK3v9x2m8qaTz' } });
  });

  it('search and fetch', () => {
    expect(errorOf(() => parseSearch({ q: 'dentist' })).info.example).toEqual({ query: 'dentist' });
    expect(errorOf(() => parseSearch({ query: { text: 'dentist' } })).info.example).toEqual({
      query: 'dentist',
    });
    expect(errorOf(() => parseFetch({ event_id: 'k1' })).info.example).toEqual({ id: 'k1' });
  });
});
