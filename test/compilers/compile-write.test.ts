import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../compilers/time/civil.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { errorOf } from '../thrown.js';
import { create, update, write } from './written-plan.js';

describe('times of a new event', () => {
  it('are moments in the zone of the event, else of the call, else the configured one', () => {
    expect(create({}).start).toEqual({
      kind: 'time',
      instant: Date.UTC(2026, 10, 24, 8),
      wall: Date.UTC(2026, 10, 24, 9),
      zone: 'Europe/Berlin',
    });
    expect(create({ timezone: 'america/new_york' })).toMatchObject({
      timezone: 'America/New_York',
      start: { instant: Date.UTC(2026, 10, 24, 14), zone: 'America/New_York' },
    });
    const plan = write({
      operation: 'create',
      timezone: 'Asia/Tokyo',
      data: { title: 'x', start: '2026-11-24T09:00' },
    });
    expect(plan).toMatchObject({
      timezone: 'Asia/Tokyo',
      data: { start: { instant: Date.UTC(2026, 10, 24) } },
    });
  });

  it('take an end as rows show it: a time of day beside its start', () => {
    const end = (times: object) => create(times).end;
    expect(end({ start: '2026-12-01T10:00+01:00', end: '11:30' })).toMatchObject({
      instant: Date.UTC(2026, 11, 1, 10, 30),
    });
    expect(end({ start: '2026-12-01T10:00-05:00', end: '11:30' })).toMatchObject({
      instant: Date.UTC(2026, 11, 1, 16, 30),
    });
    expect(end({ start: 'tomorrow 22:00', end: '23:15' })).toEqual(
      end({ start: 'tomorrow 22:00', end: 'tomorrow 23:15' }),
    );
    expect(errorOf(() => create({ start: 'tomorrow 22:00', end: '01:00' })).code).toBe('INVALID_DATE');
  });

  it('are all-day when the start is only a date', () => {
    const day = dayNumber(2026, 11, 24);
    expect(create({ start: '2026-11-24' })).toMatchObject({ allDay: true, start: { kind: 'date', day } });
    expect(create({ start: '2026-11-24', end: '2026-11-25' }).end).toEqual({ kind: 'date', day: day + 1 });
    expect(create({ start: '2026-11-24', end: '2026-11-24' }).end).toEqual({ kind: 'date', day });
    expect(create({ allDay: true, end: '2026-11-25T17:00' })).toMatchObject({
      start: { kind: 'date', day },
      end: { kind: 'date', day: day + 1 },
    });
    expect(create({}).allDay).toBe(false);
  });

  it.each([
    [{ start: '2026-11-24', allDay: false }, '/start', '2026-11-24T09:00'],
    [{ end: '2026-11-24T08:00' }, '/end', '2026-11-24T10:00'],
    [{ end: '2026-11-24' }, '/end', '2026-11-24T10:00'],
    [{ start: '2026-11-24', end: '2026-11-23' }, '/end', '2026-11-24'],
    [{ start: '2026-11-24', end: '2026-11-25T10:00' }, '/end', '2026-11-24'],
    [{ start: 'next week' }, '/start', '2026-11-23'],
  ])('are refused with a repair: %o', (data, path, nearest) => {
    const error = errorOf(() => create(data));
    expect(error.code).toBe('INVALID_DATE');
    expect(error.info.path).toBe(`/mutation/data${path}`);
    expect(error.info.didYouMean).toEqual([nearest]);
    expect(error.info.outcome).toBe('not_applied');
    expect(() => write((error.info.example as { mutation: object }).mutation)).not.toThrow();
  });

  it.each([
    ['2026-12-24T00:00:00Z', '2026-12-25T00:00:00Z', 24],
    ['2026-12-24T00:00', '2026-12-25T00:00', 24],
    ['2026-12-24T00:00:00+01:00', '2026-12-24T23:59:59+01:00', 24],
    ['2026-12-24T20:00-08:00', '2026-12-25T00:00:00.000-08:00', 24],
    ['2026-12-24T00:00', '2026-12-24T00:00', 24],
    ['2026-12-24', '2026-12-25', 25],
    ['2026-12-24', '2026-12-25T17:00', 25],
    ['2026-12-24', '2026-12-26T00:00Z', 25],
  ])('are the days that are written, when all-day, from %s to %s', (start, end, last) => {
    for (const timezone of ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']) {
      expect(create({ start, end, allDay: true, timezone })).toMatchObject({
        start: { kind: 'date', day: dayNumber(2026, 12, 24) },
        end: { kind: 'date', day: dayNumber(2026, 12, last) },
      });
    }
  });

  it('say when they were moved out of a gap', () => {
    const plan = write({ operation: 'create', data: { title: 'x', start: '2026-03-29T02:30' } });
    expect(plan.notes).toEqual([expect.stringContaining('2026-03-29T03:30+02:00')]);
  });
});

describe('changes', () => {
  it('hold what is named, and null', () => {
    expect(update({ location: null, title: 'x' })).toEqual({ location: null, title: 'x' });
    expect(update({ attendees: null, recurrence: null, url: '' })).toEqual({
      attendees: null,
      recurrence: null,
      url: null,
    });
    expect(update({ start: '2026-11-25' })).toEqual({
      start: { kind: 'date', day: dayNumber(2026, 11, 25) },
    });
    expect(update({ addReminders: [10, { minutesBefore: 5, type: 'email' }], removeTags: ['a'] })).toEqual({
      addReminders: [
        { minutesBefore: 10, type: 'display' },
        { minutesBefore: 5, type: 'email' },
      ],
      removeTags: ['a'],
    });
  });

  it('select by id over all time', () => {
    expect(write({ operation: 'delete', id: 'k3/20261124', scope: 'this' })).toMatchObject({
      kind: 'delete',
      soft: true,
      scope: 'this',
      id: 'k3/20261124',
      select: { range: ALL_TIME, where: { kind: 'id', ids: ['k3/20261124'] }, expansion: 'nearest' },
    });
    expect(write({ operation: 'update', id: 'k3', changes: { calendar: 'Home' } })).toMatchObject({
      calendar: 'Home',
      changes: {},
    });
  });
});

describe('people and links', () => {
  it('are plain addresses, each once', () => {
    const attendees = [
      'ana@example.org',
      { email: 'ANA@example.org', name: 'Twice' },
      { email: 'bo@example.org', optional: true, name: ' Bo ' },
      { email: 'mailto:cy@example.org', role: 'chair' },
    ];
    expect(create({ attendees }).attendees).toEqual([
      { email: 'ana@example.org' },
      { email: 'bo@example.org', name: 'Bo', role: 'optional' },
      { email: 'cy@example.org', role: 'chair' },
    ]);
  });

  it.each([
    'a\u0007b@example.org',
    'a\u202eb@example.org',
    'a,b@example.org',
    'a;CN=x@example.org',
    'ana@x.org\u200b',
  ])('are refused when they could hide something: %j', (email) => {
    expect(errorOf(() => create({ attendees: ['ok@example.org', email] })).info.path).toBe(
      '/mutation/data/attendees/1',
    );
    expect(errorOf(() => update({ addAttendees: [{ email }] })).info.path).toMatch(/addAttendees\/0\/email/);
  });

  it.each([
    ['example.org/a?b=c', ['https://example.org/a?b=c']],
    ['javascript:alert(1)', undefined],
    ['JavaScript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://exa mple.org', undefined],
    ['https://example.org/\u202egnp', undefined],
    ['not a link', undefined],
  ])('%s is no link', (url, didYouMean) => {
    const error = errorOf(() => create({ url }));
    expect(error.info).toMatchObject({ path: '/mutation/data/url' });
    expect(error.info.didYouMean).toEqual(didYouMean);
  });

  it.each(['https://example.org/a', 'tel:+49301234', 'zoommtg://x?y', 'https://münchen.example/ä'])(
    '%s is one',
    (url) => {
      expect(create({ url }).url).toBe(url);
    },
  );
});

describe('batches', () => {
  const item = (data: object) => ({
    operation: 'create',
    data: { title: 'x', start: '2026-11-24T09:00', ...data },
  });

  it('compile each item in its own or the common zone', () => {
    const plan = write({
      operation: 'batch',
      timezone: 'Asia/Tokyo',
      operations: [item({}), { ...item({}), timezone: 'UTC' }, { operation: 'undo' }],
    });
    expect(plan).toMatchObject({
      kind: 'batch',
      atomic: false,
      items: [
        { timezone: 'Asia/Tokyo', data: { start: { instant: Date.UTC(2026, 10, 24) } } },
        { timezone: 'UTC', data: { start: { instant: Date.UTC(2026, 10, 24, 9) } } },
        { kind: 'undo' },
      ],
    });
  });

  it('report everything at once', () => {
    const error = errorOf(() =>
      write({
        operation: 'batch',
        operations: [item({ start: 'nonsense' }), item({}), item({ url: 'x y', timezone: 'Mars/Olympus' })],
      }),
    );
    expect(error.info.violations?.map(({ path }) => path)).toEqual([
      '/mutation/operations/0/data/start',
      '/mutation/operations/2/data/timezone',
      '/mutation/operations/2/data/url',
    ]);
  });
});
