import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../schemas/model/error.js';
import { parseWrite } from '../../schemas/parse/parse-input.js';
import { runs } from '../cases.js';
import { errorOf } from '../thrown.js';

const refusal = (mutation: unknown) => errorOf(() => parseWrite({ mutation }));

const calendar = { target: 'calendar' } as const;
const named = (title: unknown) => ({ ...calendar, operation: 'create', data: { title } });

describe('a mutation of a calendar', () => {
  it.each([
    {
      ...calendar,
      operation: 'create',
      data: { title: 'Choir', color: '#36c', description: 'x', account: 'a' },
    },
    { ...calendar, operation: 'update', id: 'Work', changes: { color: null, description: null } },
    { ...calendar, operation: 'update', id: 'a/Work', changes: { title: 'Job' }, dryRun: true },
    { ...calendar, operation: 'delete', id: 'Work', soft: false, confirmToken: 'c1', timezone: 'UTC' },
  ])('%j', (mutation) => {
    expect(parseWrite({ mutation })).toEqual(mutation);
    expect(parseWrite(mutation)).toEqual(mutation);
    expect(parseWrite(JSON.stringify({ mutation: JSON.stringify(mutation) }))).toEqual(mutation);
  });

  it.each([
    ['Choir', 'Choir'],
    ['  Choir ', 'Choir'],
    ['a/b\\c', 'a/b\\c'],
    ['..', '..'],
    ['👩‍👩‍👧 Família – Ελλάδα', '👩‍👩‍👧 Família – Ελλάδα'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('takes the name %j', (title, kept) => {
    expect(parseWrite({ mutation: named(title) })).toMatchObject({ data: { title: kept } });
  });

  it.each([
    '',
    '   ',
    '\u200d',
    'a\nb',
    'a\u0000b',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    'a\u2028b',
    '\ud800',
    'a\uffff',
    'x'.repeat(201),
    'x'.repeat(10_000),
    7,
  ])('refuses the name %j', (title) => {
    const error = refusal(named(title));
    expect(error.info).toMatchObject({ path: '/mutation/data/title', outcome: 'not_applied' });
    expect(error.message.length).toBeLessThan(200);
    expect(() => parseWrite(error.info.example)).not.toThrow();
  });

  it.each(['reddish', '#12', '#12345', '36c', '#gggggg', '#11223344', '#36c '])(
    'refuses the color %j',
    (color) => {
      const error = refusal({ ...calendar, operation: 'create', data: { title: 'x', color } });
      expect(error.info.path).toBe('/mutation/data/color');
    },
  );

  it.each([
    ['/mutation/scope', { operation: 'delete', id: 'Work', scope: 'all' }],
    ['/mutation/allowConflicts', { operation: 'delete', id: 'Work', allowConflicts: true }],
    ['/mutation/ifMatch', { operation: 'delete', id: 'Work', ifMatch: 'x' }],
    ['/mutation/notify', { operation: 'create', data: { title: 'x' }, notify: false }],
    ['/mutation/data/start', { operation: 'create', data: { title: 'x', start: 'today' } }],
    ['/mutation/data/calendar', { operation: 'create', data: { title: 'x', calendar: 'Work' } }],
    ['/mutation/changes/location', { operation: 'update', id: 'x', changes: { location: 'y' } }],
    ['/mutation/changes/account', { operation: 'update', id: 'x', changes: { account: 'y' } }],
    ['/mutation/changes', { operation: 'update', id: 'x', changes: {} }],
    ['/mutation/changes/title', { operation: 'update', id: 'x', changes: { title: null } }],
    ['/mutation/id', { operation: 'delete' }],
    ['/mutation/operation', { operation: 'move', id: 'x' }],
    ['/mutation/operation', { operation: 'batch', operations: [] }],
  ])('%s is refused, and a call about a calendar is shown', (path, mutation) => {
    const error = refusal({ ...calendar, ...mutation });
    const { violations = [] } = error.info;
    expect([error.info.path, ...violations.map((one) => one.path)]).toContain(path);
    expect(parseWrite(error.info.example)).toMatchObject({ target: 'calendar' });
  });

  it('repairs names that models use', () => {
    expect(
      refusal({ ...calendar, operation: 'create', data: { name: 'Choir', colour: '#36c' } }).info,
    ).toMatchObject({ example: { mutation: named('Choir') } });
    expect(refusal({ ...calendar, operation: 'delete', calendar: 'Choir' }).info.example).toEqual({
      mutation: { operation: 'delete', target: 'calendar', id: 'Choir' },
    });
    expect(
      refusal({ operation: 'create', target: 'calendars', data: { title: 'Choir' } }).info.example,
    ).toEqual({
      mutation: named('Choir'),
    });
  });

  it('is part of a batch, where its target says so', () => {
    const operations = [{ operation: 'undo' }, { ...calendar, operation: 'delete', id: 'Work' }];
    expect(parseWrite({ mutation: { operation: 'batch', operations } })).toMatchObject({ operations });
    const error = refusal({
      operation: 'batch',
      operations: [{ ...calendar, operation: 'update', id: 'Work' }],
    });
    expect(error.info.path).toBe('/mutation/operations/0/changes');
  });

  it('is what takes an account; events do not, and their colors are names', () => {
    const of = (more: object) =>
      refusal({ operation: 'create', data: { title: 'x', start: 'today', ...more } });
    const account = of({ account: 'a' });
    expect(account.info.path).toBe('/mutation/data/account');
    expect(account.info.suggestion).toContain('target "calendar"');
    const color = of({ color: '#36c' });
    expect(color.info.path).toBe('/mutation/data/color');
    expect(color.message).toContain('the name of a color');
  });

  it('never crashes on what is not one', () => {
    const key = fc.constantFrom(
      'operation',
      'target',
      'id',
      'data',
      'changes',
      'soft',
      'confirmToken',
      'color',
    );
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('create', 'update', 'delete', 'calendar'));
    fc.assert(
      fc.property(fc.dictionary(key, value), (mutation) => {
        try {
          parseWrite({ mutation: { ...mutation, target: 'calendar' } });
        } catch (error) {
          if (!(error instanceof CalendarError)) throw error;
          expect(error.info.outcome).toBe('not_applied');
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('whom the server tells', () => {
  it('can be said of what invites', () => {
    const create = { operation: 'create', data: { title: 'x', start: 'today' }, notify: false };
    expect(parseWrite({ mutation: create })).toEqual(create);
    const update = { operation: 'update', id: 'x', changes: { title: 'y' }, notify: true };
    expect(parseWrite({ mutation: update })).toEqual(update);
    expect(refusal({ operation: 'delete', id: 'x', notify: false }).info.path).toBe('/mutation/notify');
    const move = { operation: 'move', id: 'x', calendar: 'y', notify: false };
    expect(parseWrite({ mutation: move })).toEqual(move);
  });
});
