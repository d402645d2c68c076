import { describe, expect, it } from 'vitest';
import { errorOf } from '../thrown.js';
import { exampleOf } from './example-of.js';
import { parseInput } from './parse-input.js';

describe('an example that would do something else', () => {
  it('says what it makes up', () => {
    const call = { mutation: { operation: 'create', data: { title: 'B' } } };
    expect(errorOf(() => parseInput('calendar_write', call)).info.suggestion).toContain(
      'Made up in the example: `start`.',
    );
    const recurrence = { every: 'second Tuesday' };
    const rule = { mutation: { operation: 'create', data: { title: 'B', start: '2026-11-24', recurrence } } };
    expect(errorOf(() => parseInput('calendar_write', rule)).info.suggestion).toContain(
      'Made up in the example: `frequency`.',
    );
  });

  it('says where it only shows the form', () => {
    const call = { mutation: { operation: 'update', id: 'own1234567', changes: {} } };
    expect(errorOf(() => parseInput('calendar_write', call)).info.suggestion).toContain(
      'The example only shows the form.',
    );
  });

  it('says so, too, beside advice on what to give instead', () => {
    const data = { title: 'A', start: 'tomorrow 10:00', recurrence: 'every blue moon' };
    const { info } = errorOf(() => parseInput('calendar_write', { mutation: { operation: 'create', data } }));
    expect(info.suggestion).toMatch(/^Give frequency .* The example only shows the form\.$/);
  });

  it('never changes the event of the caller in a way that nobody asked for', () => {
    for (const changes of [{}, [], 'later']) {
      const call = { mutation: { operation: 'update', id: 'own1234567', changes } };
      expect(JSON.stringify(exampleOf('calendar_write', call))).not.toContain('own1234567');
    }
  });

  it('takes nothing back that was not named', () => {
    const example = exampleOf('calendar_write', { mutation: { operation: 'undo', id: 'own1234567' } });
    expect(example).toHaveProperty('mutation.undoToken');
  });

  it('takes nothing back that was not named in a batch, nor where the token cannot be read', () => {
    for (const mutation of [
      { operation: 'batch', operations: [{ operation: 'undo', id: 'own1234567' }] },
      { operation: 'undo', undoToken: '' },
      { operation: 'undo', undoToken: ['u1', 'u2'] },
    ]) {
      expect(exampleOf('calendar_write', { mutation })).toHaveProperty('mutation.undoToken');
    }
  });

  const DELETE = { operation: 'delete', id: 'own1234567' };

  it.each<[unknown]>([
    [{ mutation: DELETE, dryRun: true }],
    [{ mutation: DELETE, dry_run: true }],
    [{ mutation: { mutation: DELETE, dryRun: true } }],
    [{ mutation: [DELETE], dryRun: true }],
    [{ mutation: [{ mutation: DELETE, dryRun: true }] }],
    [{ mutation: { delete: { id: 'own1234567' } }, dryRun: true }],
    [{ mutation: { operation: 'move', id: 'own1234567', start: '2026-11-26', dryRun: true } }],
  ])('keeps a dryRun wherever it stands: %j', (call) => {
    expect(exampleOf('calendar_write', call)).toMatchObject({ mutation: { id: 'own1234567', dryRun: true } });
  });

  it.each<[unknown]>([
    [{ mutation: { ...DELETE, dryRun: 'maybe' } }],
    [{ mutation: { ...DELETE, dryRun: false }, dryRun: true }],
    [{ mutation: { ...DELETE, options: { dryRun: true } } }],
    [{ mutation: { ...DELETE, scope: '2026-11-26' } }],
    [{ mutation: { ...DELETE, ifMatch: 5 } }],
    [{ mutation: { ...DELETE, sendUpdates: 'none' } }],
    [{ mutation: { ...DELETE, recurrenceId: '20261126T090000' } }],
    [{ mutation: { operation: 'batch', scope: 'this', operations: [DELETE] } }],
  ])('is another call where a guard would be lost: %j', (call) => {
    expect(JSON.stringify(exampleOf('calendar_write', call))).not.toContain('own1234567');
  });

  it('takes nobody out of an event, and invites nobody whose address is not known', () => {
    for (const attendees of [[{ email: '' }], ['bob@']]) {
      const mutation = { operation: 'update', id: 'own1234567', changes: { title: 'B', attendees } };
      expect(exampleOf('calendar_write', { mutation })).toEqual({
        mutation: { ...mutation, changes: { title: 'B' } },
      });
    }
  });

  it('is not put together anew where it would be too long to be shown', () => {
    const sort = { start: 'desc' };
    const query = { type: 'events', sort, filters: { text: 'x'.repeat(3000) } };
    expect(exampleOf('calendar_read', { query })).not.toHaveProperty('query.sort');
  });

  it('ends after midnight what ends before it starts', () => {
    const data = { title: 'B', date: 'tomorrow', startTime: '22:00', endTime: '01:30' };
    expect(exampleOf('calendar_write', { mutation: { operation: 'create', data } })).toEqual({
      mutation: {
        operation: 'create',
        data: { title: 'B', start: 'tomorrow 22:00', durationMinutes: 210 },
      },
    });
  });

  it.each([
    [{ field: 'title', op: '!=', value: 'x' }, { NOT: { title: { equals: 'x' } } }],
    [{ field: 'title', operator: 'is not', value: 'x' }, { NOT: { title: { equals: 'x' } } }],
    [{ field: 'title', operator: 'not_contains', value: 'x' }, { NOT: { title: { contains: 'x' } } }],
    ['2026-11 budget', { text: '2026-11 budget' }],
    ['this weekly meeting', { text: 'this weekly meeting' }],
    ['next 7 days', { when: 'next 7 days' }],
    [{ weekday: 8 }, {}],
  ])('asks for nothing else: %j', (filters, meant) => {
    const query = { type: 'events', filters };
    expect(exampleOf('calendar_read', { query })).toEqual({ query: { ...query, filters: meant } });
  });

  it('selects the event that a change names by its title', () => {
    const call = { mutation: { operation: 'delete', title: 'Budget' } };
    const { example, path } = errorOf(() => parseInput('calendar_write', call)).info;
    expect(path).toBe('/mutation/id');
    expect(example).toEqual({ mutation: { operation: 'delete', filters: { title: 'Budget' } } });
  });

  it('asks the right tool for free times', () => {
    const call = { query: { type: 'availability', filters: { when: 'today' } } };
    expect(errorOf(() => parseInput('calendar_read', call)).info.example).toHaveProperty(
      'analysis.type',
      'availability',
    );
  });
});
