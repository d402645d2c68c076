import { describe, expect, it } from 'vitest';
import { printPlan, printPredicate } from '../../compilers/plan/print-plan.js';
import { split } from '../../compilers/pushdown/split.js';
import { ICS_LIMIT } from '../../compilers/query/compile-read.js';
import type { FilterInput } from '../../schemas/input/filter.js';
import type { QueryInput } from '../../schemas/input/query.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { contextAt, NOW } from './compile-context.js';
import { planOfRead } from './plan-of.js';

const context = contextAt();
const read = (query: Partial<QueryInput> = {}) =>
  planOfRead({ query: { type: 'events', ...query } }, context);
const rangeOf = (filters: FilterInput, query: Partial<QueryInput> = {}) => {
  const { from, to } = read({ ...query, filters }).range;
  const show = (instant: number) => new Date(instant).toISOString().slice(0, 16);
  return [from === ALL_TIME.from ? '-' : show(from), to === ALL_TIME.to ? '-' : show(to)];
};

describe('the range of a question', () => {
  it('is now to 30 days ahead without a time', () => {
    expect(read().range).toEqual({ from: NOW, to: NOW + 30 * 86_400_000 });
    expect(rangeOf({ title: 'x' })).toEqual(['2026-11-21T09:30', '2026-12-21T09:30']);
    expect(rangeOf({ deleted: false })).toEqual(['2026-11-21T09:30', '2026-12-21T09:30']);
    expect(rangeOf({ NOT: { id: 'x' } })).toEqual(['2026-11-21T09:30', '2026-12-21T09:30']);
    expect(rangeOf({ NOT: { when: 'today' } })).toEqual(['2026-11-21T09:30', '2026-12-21T09:30']);
  });

  it.each<[string, Partial<QueryInput>, string]>([
    ['a search', { mode: 'search' }, 'nearest'],
    ['series', { expand: false }, 'series'],
    ['the trash', { filters: { deleted: true } }, 'nearest'],
    ['an id', { filters: { id: 'x' } }, 'nearest'],
    ['an id in a choice', { filters: { OR: [{ id: 'x' }, { title: 'y' }] } }, 'nearest'],
    ['creation', { filters: { created: 'last week' } }, 'nearest'],
    ['change', { filters: { updated: { after: 'yesterday' } } }, 'nearest'],
    ['any', { filters: { when: 'any' } }, 'nearest'],
    ['any start', { filters: { start: 'any' } }, 'nearest'],
  ])('is all time for %s', (_, query, expansion) => {
    expect(read(query)).toMatchObject({ range: ALL_TIME, expansion });
  });

  it.each<[string, FilterInput, string[]]>([
    ['when', { when: 'tomorrow' }, ['2026-11-21T23:00', '2026-11-22T23:00']],
    ['start', { start: { on: '2026-11-24' } }, ['2026-11-23T23:00', '2026-11-24T23:00']],
    ['siblings', { when: 'this week', start: { before: 'today' } }, ['2026-11-15T23:00', '2026-11-20T23:00']],
    [
      'a choice',
      { OR: [{ when: '2026-11-24' }, { when: '2026-11-30' }] },
      ['2026-11-23T23:00', '2026-11-30T23:00'],
    ],
    [
      'a choice without a time stands for the usual range',
      { OR: [{ when: '2026-11-01' }, { title: 'x' }] },
      ['2026-10-31T23:00', '2026-12-21T09:30'],
    ],
    ['an id beside a time', { id: 'x', when: 'tomorrow' }, ['2026-11-21T23:00', '2026-11-22T23:00']],
    ['an open start', { when: { before: '2026-11-24' } }, ['-', '2026-11-23T23:00']],
    [
      'two that do not meet: the shorter of them',
      { when: '2026-11-24', start: { between: ['2026-11-01', '2026-11-10'] } },
      ['2026-11-23T23:00', '2026-11-24T23:00'],
    ],
    [
      'bounds on both sides',
      { AND: [{ when: { after: 'today' } }, { start: { before: '2026-12-01' } }] },
      ['2026-11-20T23:00', '2026-11-30T23:00'],
    ],
  ])('follows %s', (_, filters, expected) => {
    expect(rangeOf(filters)).toEqual(expected);
  });

  it('starts a moment earlier for ends, so that an event which ends there is found', () => {
    expect(read({ filters: { end: { after: '2026-11-24' } } }).range.from).toBe(
      Date.UTC(2026, 10, 23, 23) - 1,
    );
  });

  it('closes an open end two years after now or its start, and says so', () => {
    const soon = read({ filters: { when: { after: '2026-11-01' } } });
    expect(new Date(soon.range.to).toISOString()).toBe('2028-11-21T09:30:00.000Z');
    expect(soon.notes).toEqual([expect.stringContaining('2028-11-21T10:30+01:00')]);
    const later = read({ filters: { when: { after: '2030-01-01' } } });
    expect(new Date(later.range.to).toISOString()).toBe('2031-12-31T23:00:00.000Z');
    expect(read({ filters: { when: { after: '9999-06-01' } } }).range.to).toBe(ALL_TIME.to);
  });

  it('of busy times always ends', () => {
    const plan = read({ type: 'freebusy', filters: { when: 'any' } });
    expect(plan.range.to).toBeLessThan(ALL_TIME.to);
    expect(plan).toMatchObject({ expansion: 'occurrences', limit: 500 });
    expect(plan.notes).toHaveLength(1);
  });

  it('ends a minute before an empty year is possible at the end of time', () => {
    const late = planOfRead({ query: { type: 'events' } }, contextAt('9999-12-20T00:00:00Z'));
    expect(late.range.to).toBe(ALL_TIME.to);
  });
});

describe('the rest of a question', () => {
  it('has defaults', () => {
    expect(read()).toMatchObject({
      mode: 'list',
      limit: 25,
      offset: 0,
      sort: [{ field: 'start', order: 'asc' }],
      format: 'json',
      timezone: 'Europe/Berlin',
      where: { kind: 'and', of: [] },
      calendars: {},
      deleted: false,
      expansion: 'occurrences',
    });
    expect(read({ mode: 'search' })).toMatchObject({ sort: [], limit: 25 });
    expect(read({ format: 'ics' }).limit).toBe(ICS_LIMIT);
    expect(read({ format: 'ics', limit: 3 }).limit).toBe(3);
    expect(read({ timezone: 'america/new_york' }).timezone).toBe('America/New_York');
  });

  it('selects calendars that hold for every row only', () => {
    const of = (filters: FilterInput) => read({ filters }).calendars;
    expect(of({ calendar: 'Work' })).toEqual({ any: ['Work'] });
    expect(of({ calendar: { any: ['a', 'b'], none: ['c'] } })).toEqual({ any: ['a', 'b'], none: ['c'] });
    expect(of({ AND: [{ calendar: 'a' }, { title: 'x' }] })).toEqual({ any: ['a'] });
    expect(of({ OR: [{ calendar: 'a' }, { title: 'x' }] })).toEqual({});
    expect(of({ NOT: { calendar: 'a' } })).toEqual({});
  });

  it('prints as stable text', () => {
    const plan = read({
      filters: {
        when: 'next week',
        calendar: 'Work',
        OR: [{ title: 'standup' }, { attendee: 'ana@x.org' }],
        NOT: { status: ['cancelled'], allDay: true },
        timeOfDay: { after: '09:00' },
      },
      fields: ['id', 'title'],
    });
    expect(printPlan(plan)).toEqual([
      'list events as occurrences',
      'range 2026-11-22T23:00Z … 2026-11-29T23:00Z',
      'where calendar any of ["Work"] and when overlaps [2026-11-22T23:00Z … 2026-11-29T23:00Z) and timeOfDay 09:00.. ' +
        'and (title contains "standup" or attendee any of ["ana@x.org"]) and not (status in [cancelled] and allDay)',
      'calendars ["Work"]',
      'sort start asc',
      'rows 1 to 25',
      'fields id, title',
      'format json',
      'timezone Europe/Berlin',
      'note timeOfDay leaves out all-day events.',
    ]);
  });

  it('notes local times that do not exist', () => {
    expect(read({ filters: { when: { after: '2026-03-29T02:30', before: '2026-04-01' } } }).notes).toEqual([
      expect.stringContaining('does not exist in Europe/Berlin'),
    ]);
  });

  it('reads empty text as all of its fields', () => {
    expect(printPredicate(read({ filters: { text: { empty: true } } }).where)).toBe(
      'title is empty and location is empty and description is empty and attendees is empty',
    );
    expect(printPredicate(read({ filters: { text: { empty: false, startsWith: 'a' } } }).where)).toContain(
      '(title is not empty or location',
    );
  });
});

describe('errors', () => {
  function problem(query: Partial<QueryInput>): CalendarError {
    try {
      read(query);
    } catch (error) {
      if (error instanceof CalendarError) return error;
      throw error;
    }
    throw new Error('nothing was thrown');
  }

  it('come all at once, each with its place', () => {
    const error = problem({
      timezone: 'Europe/Berln',
      fields: ['title', 'summary', 'starts'],
      filters: {
        OR: [{ when: 'nonsense' }, { NOT: { title: { matches: '(?=x)' } } }],
        start: { between: ['2026-11-25', '2026-11-24'] },
        AND: [{ OR: [{ deleted: true }, { title: 'x' }] }],
      },
    });
    expect(error.info.violations?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_TIMEZONE /query/timezone',
      'INVALID_ARGUMENT /query/filters/start/between',
      'INVALID_ARGUMENT /query/filters/AND/0/OR/0/deleted',
      'INVALID_DATE /query/filters/OR/0/when',
      'INVALID_REGEX /query/filters/OR/1/NOT/title/matches',
      'UNKNOWN_FIELD /query/fields/1',
      'UNKNOWN_FIELD /query/fields/2',
    ]);
    expect(error.info.example).toMatchObject({
      query: {
        timezone: 'Europe/Berlin',
        fields: ['title', 'start'],
        filters: { start: { between: ['2026-11-24', '2026-11-25'] }, deleted: true },
      },
    });
  });

  it('correct a range that starts after its end', () => {
    for (const [when, corrected] of [
      [{ between: ['2026-11-25', '2026-11-24'] }, { between: ['2026-11-24', '2026-11-25'] }],
      [
        { after: '2026-12-01', before: '2026-11-24' },
        { after: '2026-11-24', before: '2026-12-01' },
      ],
      [{ after: '2026-11-24', before: '2026-11-24' }, { between: ['2026-11-24', '2026-11-24'] }],
      [{ between: ['now+1hour', 'now'] }, { between: ['now', 'now+1hour'] }],
    ] as [FilterInput['when'], unknown][]) {
      const error = problem({ filters: { when } });
      expect(error.code).toBe('INVALID_ARGUMENT');
      expect(error.info.example).toEqual({ query: { type: 'events', filters: { when: corrected } } });
    }
    expect(rangeOf({ when: { between: ['now', 'today'] } })).toEqual([
      '2026-11-21T09:30',
      '2026-11-21T23:00',
    ]);
  });

  it('never give an example that does not compile', () => {
    const error = problem({ filters: { when: { between: ['2027-05-01', '2026-02-30'] } } });
    const { query } = error.info.example as { query: QueryInput };
    expect(() => planOfRead({ query }, context)).not.toThrow();
  });

  it('refuse text that folds to nothing', () => {
    expect(problem({ filters: { title: '\u0301' } }).info.path).toBe('/query/filters/title');
    expect(problem({ filters: { text: { contains: '  ' } } }).info.path).toBe('/query/filters/text/contains');
  });
});

describe('split', () => {
  it('keeps what is inexact, drops what is exact, and never offers a negation', () => {
    const plan = read({
      filters: {
        when: 'today',
        title: 'x',
        location: 'y',
        NOT: { url: 'z' },
        OR: [{ NOT: { url: 'a' } }, { url: 'b' }],
      },
    });
    const offered: string[] = [];
    const scan = split(plan, {
      pushdown: (predicate) => {
        offered.push(printPredicate(predicate));
        if (predicate.kind === 'time') return 'inexact';
        return predicate.kind === 'text' && predicate.fields[0] === 'title' ? 'exact' : 'unsupported';
      },
    });
    expect(offered).toHaveLength(3);
    expect(scan.pushed.map(({ kind }) => kind)).toEqual(['time', 'text']);
    expect(printPredicate(scan.residual)).toBe(
      'when overlaps [2026-11-20T23:00Z … 2026-11-21T23:00Z) and location contains "y" and ' +
        '(not url contains "a" or url contains "b") and not url contains "z"',
    );
    expect(scan.range).toBe(plan.range);
  });
});
