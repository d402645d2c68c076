import { describe, expect, it } from 'vitest';
import { compileFilterTest } from '../../compilers/filter/evaluate-filter.js';
import { foldText } from '../../compilers/filter/fold-text.js';
import type { Predicate } from '../../compilers/plan/predicate.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { occurrence } from './occurrence.js';

const holds = (predicate: Predicate, changes: Partial<Occurrence> = {}) =>
  compileFilterTest(predicate)(occurrence(changes));

describe('folding', () => {
  it.each([
    ['Café', 'CAFE'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁn', 'FIN'],
    ['İstanbul', 'istanbul'],
    ['ｆｕｌｌ', 'full'],
    ['e\u0301te', 'Été'],
    ['Ångström', 'angstrom'],
  ])('%s is %s', (a, b) => {
    expect(foldText(a)).toBe(foldText(b));
    expect(foldText(foldText(a))).toBe(foldText(a));
  });
});

describe('when', () => {
  const day = Date.UTC(2026, 10, 24);
  const hour = 3_600_000;
  const when = (from?: number, to?: number): Predicate => ({
    kind: 'time',
    field: 'when',
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });

  it.each([
    ['ends as the range starts', day - hour, day, false],
    ['starts as the range ends', day + 24 * hour, day + 25 * hour, false],
    ['reaches in', day - hour, day + 1, true],
    ['covers the range', day - hour, day + 48 * hour, true],
    ['has no length at the start', day, day, true],
    ['has no length at the end', day + 24 * hour, day + 24 * hour, false],
    ['has no length before', day - 1, day - 1, false],
  ])('%s', (_, start, end, expected) => {
    expect(holds(when(day, day + 24 * hour), { start, end })).toBe(expected);
  });

  it('may be open', () => {
    expect(holds(when())).toBe(true);
    expect(holds(when(undefined, day))).toBe(false);
    expect(holds(when(day))).toBe(true);
  });

  it('of a missing time is false, and its negation true', () => {
    const created: Predicate = { kind: 'time', field: 'created', from: day };
    expect(holds(created)).toBe(false);
    expect(holds({ kind: 'not', of: created })).toBe(true);
    expect(holds({ kind: 'time', field: 'created' })).toBe(true);
    expect(holds(created, { created: day })).toBe(true);
    expect(holds({ kind: 'time', field: 'created', to: day }, { created: day })).toBe(false);
  });
});

describe('text', () => {
  const text = (op: 'contains' | 'startsWith' | 'equals' | 'matches', value: string): Predicate => ({
    kind: 'text',
    fields: ['title', 'attendees'],
    op,
    value,
  });

  it('ignores case and accents', () => {
    expect(holds(text('contains', 'BÜDGET'), { title: 'the budget' })).toBe(true);
    expect(holds(text('startsWith', 'budget'), { title: 'the budget' })).toBe(false);
    expect(holds(text('equals', 'the búdget'), { title: 'The Budget' })).toBe(true);
    expect(holds(text('matches', '^bud'), { title: 'the budget' })).toBe(false);
  });

  it.each([
    ['^plan', 'Planning', true],
    ['^plan', 'Plänung', true],
    ['^PLÄN', 'planning', true],
    ['^pla\u0308n', 'Plänung', true],
    ['B.dget$', 'the BÜDGET', true],
    ['stra(ss|ß)e \\d+$', 'STRASSE 5', true],
    ['[äö]l', 'OL', true],
    // What stands for a kind of character keeps its meaning.
    ['^\\S+$', 'two words', false],
    ['^\\D+$', 'room 5', false],
    ['\\bann\\b', 'joanna', false],
    ['^\\p{Lu}', 'lower', true],
    ['^(?-i)Plan', 'plan', false],
    ['^(?-i)Plan', 'Plän', true],
  ])('pattern %s on %s: %s', (pattern, title, expected) => {
    expect(holds(text('matches', pattern), { title })).toBe(expected);
  });

  it('looks at names and addresses of people', () => {
    const attendees = [
      { email: 'ana@example.org', name: 'Ana López', response: 'accepted', role: 'required' },
    ] as const;
    expect(holds(text('contains', 'lopez'), { attendees })).toBe(true);
    expect(holds(text('contains', 'ANA@EXAMPLE'), { attendees })).toBe(true);
  });

  it('runs hostile patterns in linear time', () => {
    expect(holds(text('matches', '(x+x+)+y'), { title: 'x'.repeat(5000) })).toBe(false);
    expect(holds(text('matches', '^(([a-z])+.)+[0-9]([a-z])+$'), { title: 'a'.repeat(5000) })).toBe(false);
  });
});

describe('people and tags', () => {
  const attendees = [
    { email: 'Joana@example.org', name: 'Joana Prado', response: 'accepted', role: 'required' },
    { email: 'bo@other.example', response: 'declined', role: 'optional' },
  ] as const;
  const people = (op: 'any' | 'all' | 'none', ...values: string[]): Predicate => ({
    kind: 'set',
    field: 'attendee',
    op,
    values,
  });

  it.each([
    [people('any', 'joana@example.org'), true],
    [people('any', 'ana@example.org'), false],
    [people('any', 'ana'), true],
    [people('any', 'mailto:JOANA@EXAMPLE.ORG'), true],
    [people('any', '@other.example'), true],
    [people('any', '@example'), false],
    [people('any', 'prado', 'nobody'), true],
    [people('all', 'prado', 'nobody'), false],
    [people('all', 'prado', 'bo@other.example'), true],
    [people('none', 'nobody'), true],
    [people('none', 'prado'), false],
  ])('%o', (predicate, expected) => {
    expect(holds(predicate, { attendees })).toBe(expected);
  });

  it('compares whole tags', () => {
    const tags = (value: string): Predicate => ({ kind: 'set', field: 'tags', op: 'any', values: [value] });
    expect(holds(tags('FOCUS'), { tags: ['focus'] })).toBe(true);
    expect(holds(tags('foc'), { tags: ['focus'] })).toBe(false);
    expect(holds({ kind: 'empty', field: 'tags', value: true })).toBe(true);
    expect(holds({ kind: 'empty', field: 'attendee', value: true }, { attendees })).toBe(false);
  });
});

describe('other conditions', () => {
  it.each<[string, Predicate, Partial<Occurrence>, boolean]>([
    ['id', { kind: 'id', ids: ['k3v9x2m8qa'] }, {}, true],
    ['series', { kind: 'id', ids: ['series'] }, { seriesId: 'series', id: 'series/20261124T0900' }, true],
    ['uid', { kind: 'id', ids: ['uid-1@example.org'] }, {}, true],
    ['other id', { kind: 'id', ids: ['K3V9X2M8QA'] }, {}, false],
    ['calendar name', { kind: 'calendar', op: 'any', names: ['WORK'] }, {}, true],
    [
      'another calendar, whose name has an accent',
      { kind: 'calendar', op: 'any', names: ['Bar'] },
      { calendar: { id: 'cal-2', name: 'Bär', account: 'home' } },
      false,
    ],
    ['calendar id', { kind: 'calendar', op: 'any', names: ['cal-1'] }, {}, true],
    ['account', { kind: 'calendar', op: 'any', names: ['home/work'] }, {}, true],
    ['other account', { kind: 'calendar', op: 'any', names: ['other/work'] }, {}, false],
    ['no calendar', { kind: 'calendar', op: 'none', names: ['work'] }, {}, false],
    ['busy', { kind: 'flag', field: 'busy', value: true }, {}, true],
    ['cancelled is not busy', { kind: 'flag', field: 'busy', value: true }, { status: 'cancelled' }, false],
    ['declined is free', { kind: 'flag', field: 'busy', value: false }, { myResponse: 'declined' }, true],
    ['unknown conflict is none', { kind: 'flag', field: 'hasConflict', value: false }, {}, true],
    ['minutes', { kind: 'duration', field: 'durationMinutes', min: 60, max: 60 }, {}, true],
    ['shorter', { kind: 'duration', field: 'durationMinutes', max: 59 }, {}, false],
    ['tuesday', { kind: 'weekday', days: [2] }, {}, true],
    [
      'in the zone of the question',
      { kind: 'weekday', days: [1] },
      { startWall: Date.UTC(2026, 10, 23) },
      true,
    ],
    ['at nine', { kind: 'timeOfDay', after: 540, before: 541 }, {}, true],
    ['before nine', { kind: 'timeOfDay', before: 540 }, {}, false],
    ['all-day has no time', { kind: 'timeOfDay', before: 1440 }, { allDay: true }, false],
    ['no response', { kind: 'response', values: ['accepted'] }, {}, false],
    ['organizer', { kind: 'empty', field: 'organizer', value: true }, {}, true],
    ['blank', { kind: 'empty', field: 'location', value: true }, { location: ' \n' }, true],
    ['everything', { kind: 'and', of: [] }, {}, true],
    ['nothing', { kind: 'or', of: [] }, {}, false],
  ])('%s', (_, predicate, changes, expected) => {
    expect(holds(predicate, changes)).toBe(expected);
    expect(holds({ kind: 'not', of: predicate }, changes)).toBe(!expected);
  });

  it('counts days of all-day events by the calendar, not the clock', () => {
    const changes = {
      allDay: true,
      start: Date.UTC(2026, 2, 28, 23),
      end: Date.UTC(2026, 2, 29, 22),
      startWall: Date.UTC(2026, 2, 29),
      endWall: Date.UTC(2026, 2, 30),
    };
    expect(holds({ kind: 'duration', field: 'durationMinutes', min: 1440, max: 1440 }, changes)).toBe(true);
  });
});
