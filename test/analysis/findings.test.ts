import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../compilers/time/civil.js';
import { analysed, appointment, NOW } from './analysed.js';

const now = Date.parse(NOW);
const hour = (id: string, from: number, ...rest: [people?: readonly string[], changes?: object]) =>
  appointment(id, now + from * HOUR, now + (from + 1) * HOUR, ...rest);
const ANA = ['ana@example.org'];

describe('attention', () => {
  const attention = (rows: Parameters<typeof analysed>[1], params: object = {}) =>
    analysed({ type: 'attention', params }, rows) as {
      readonly events: readonly { id: string; reasons: readonly string[]; more?: number }[];
      readonly counts: Readonly<Record<string, number>>;
    };

  it('names what is unanswered, overlaps, is tentative soon or still is', () => {
    const { events, counts } = attention([
      hour('past', -30, [], { status: 'tentative' }),
      hour('past conflict', -30.5),
      hour('invited', 50, ANA, { myResponse: 'needs_action' }),
      hour('a', 20),
      hour('b', 20.5, [], { myResponse: 'tentative' }),
      hour('far', 24 * 8, [], { status: 'tentative' }),
      hour('cancelled', 60, ANA, { status: 'cancelled', myResponse: 'needs_action' }),
    ]);
    expect(events.map(({ id, reasons }) => [id, ...reasons])).toEqual([
      ['invited', 'unanswered'],
      ['a', 'conflict'],
      ['b', 'conflict', 'tentative within 7 days'],
      ['past', 'tentative and over'],
    ]);
    expect(counts).toEqual({
      unanswered: 1,
      conflict: 2,
      'tentative within 7 days': 1,
      'tentative and over': 1,
    });
  });

  it('says with what an event is in conflict, and names three', () => {
    const { events } = attention([hour('a', 20), hour('b', 20.5), hour('c', 21.2)]);
    expect(events).toMatchObject([{ with: ['b'] }, { with: ['a', 'c'] }, { with: ['b'] }]);
    const many = ['1', '2', '3', '4', '5'].map((id) => hour(id, 20));
    expect(attention(many).events[0]).toMatchObject({ with: ['2', '3', '4', '…'] });
  });

  it('leaves out counts of nothing', () => {
    expect(attention([hour('a', 20), hour('b', 20.5)]).counts).toEqual({ conflict: 2 });
    expect(attention([])).toEqual({ events: [], total: 0 });
  });

  it('names a series once for the same reasons, and pages', () => {
    const weekly = [0, 1, 2].map((n) =>
      hour(`s/${n}`, 10 + n * 24, ANA, { seriesId: 's', myResponse: 'needs_action' }),
    );
    const other = hour('other', 90, ANA, { myResponse: 'needs_action' });
    expect(attention([...weekly, other]).events).toMatchObject([{ id: 's/0', more: 2 }, { id: 'other' }]);
    expect(attention([...weekly, other], { limit: 1, offset: 1 }).events).toMatchObject([{ id: 'other' }]);
  });
});

describe('duplicates', () => {
  const duplicates = (rows: Parameters<typeof analysed>[1]) =>
    (
      analysed({ type: 'duplicates' }, rows).duplicates as readonly {
        why: readonly string[];
        events: readonly { id: string }[];
        more?: number;
      }[]
    ).map(({ why, events, more }) => [events.map(({ id }) => id).join(' '), ...why, ...(more ? [more] : [])]);

  it('have one title, case and accents aside, and start within a quarter of an hour', () => {
    const titled = (id: string, from: number, title: string, changes: object = {}) =>
      hour(id, from, [], { title, uid: id, ...changes });
    expect(
      duplicates([
        titled('a', 1, 'Café  with Zoë'),
        titled('b', 1.25, 'cafe with zoe'),
        titled('c', 1.6, 'Café with Zoë'),
        titled('d', 30, 'Lunch', { uid: 'same', location: 'Rome' }),
        titled('e', 30, 'Lunch', { uid: 'same', location: 'Rome' }),
        titled('f', 30, 'Dinner'),
        titled('g', 40, ''),
        titled('h', 40, ''),
        titled('i', 50, 'Gone', { status: 'cancelled' }),
        titled('j', 50, 'Gone'),
      ]),
    ).toEqual([
      ['a b', 'same title', 'starts within 15 minutes'],
      ['d e', 'same title', 'same time', 'same UID', 'same place'],
    ]);
  });

  it('name two series once, and no series beside itself', () => {
    const series = (id: string, n: number) =>
      hour(`${id}/${n}`, 10 + n * 24, [], { title: 'Sync', uid: id, seriesId: id });
    const twins = [0, 1, 2].flatMap((n) => [series('x', n), series('y', n)]);
    expect(duplicates(twins)).toEqual([['x/0 y/0', 'same title', 'same time', 2]]);
    const close = [0, 5].map((minutes) =>
      appointment(`z/${minutes}`, now + minutes * MINUTE, now + HOUR, [], { title: 'z', seriesId: 'z' }),
    );
    expect(duplicates(close)).toEqual([]);
  });
});

it('trends count meetings in every period, empty ones too, and compare whole ones only', () => {
  // Monday 2 November, 9:00 in Berlin.
  const monday = Date.UTC(2026, 10, 2, 8);
  const meeting = (id: string, week: number, length: number) =>
    appointment(id, monday + week * 7 * DAY, monday + week * 7 * DAY + length * HOUR, ANA);
  const rows = [
    meeting('a', 0, 1),
    meeting('b', 0, 2),
    meeting('c', 2, 4),
    appointment('alone', monday, now),
  ];
  const asked = (between: readonly [string, string]) =>
    analysed({ type: 'meeting_trends', scope: { when: { between } } }, rows);
  expect(asked(['2026-11-02', '2026-11-22'])).toEqual({
    groupBy: 'week',
    periods: [
      { week: '2026-11-02', meetings: 2, hours: 2 },
      { week: '2026-11-09', meetings: 0, hours: 0 },
      { week: '2026-11-16', meetings: 1, hours: 4 },
    ],
    change: { earlier: { meetings: 2, hours: 2 }, later: { meetings: 1, hours: 4 }, hoursPercent: 100 },
  });
  const cut = asked(['2026-11-03', '2026-11-22']);
  expect(cut.periods).toMatchObject([{ partial: true }, { week: '2026-11-09' }, { meetings: 1 }]);
  expect(cut.change).toEqual({ earlier: { meetings: 0, hours: 0 }, later: { meetings: 1, hours: 4 } });
});

it('patterns are the most frequent people, places, titles and hours, without the owner', () => {
  const monday = Date.UTC(2026, 10, 16, 8, 30);
  const rows = [
    ...[0, 1, 2].map((n) =>
      appointment(
        `s${n}`,
        monday + n * DAY,
        monday + n * DAY + (n + 1) * 20 * MINUTE,
        ['me@example.org', ...ANA],
        {
          title: n === 1 ? 'STANDUP' : 'Standup',
          location: n === 0 ? '' : 'Room 1',
        },
      ),
    ),
    appointment('lunch', monday + 3 * HOUR, monday + 4 * HOUR, ['ben@example.org'], { location: 'Rome' }),
    appointment('declined', monday, monday + HOUR, ANA, { myResponse: 'declined' }),
  ];
  const asked = { type: 'patterns', scope: { when: '2026-11' }, params: { limit: 1 } };
  expect(analysed(asked, rows)).toEqual({
    total: 4,
    medianMinutes: 50,
    byWeekday: { Mon: 2, Tue: 1, Wed: 1, Thu: 0, Fri: 0, Sat: 0, Sun: 0 },
    startHour: [{ startHour: '09:00', events: 3 }],
    person: [{ person: 'ana@example.org', events: 3 }],
    location: [{ location: 'Room 1', events: 2 }],
    title: [{ title: 'Standup', events: 3 }],
  });
});

it('time by calendar says how many of the events are meetings', () => {
  const inOne = (name: string) => ({ calendar: { ...hour('x', 0).calendar, name } });
  const rows = [
    hour('a', 1, ANA, inOne('Both')),
    hour('b', 3, [], inOne('Both')),
    hour('c', 5, ANA, inOne('Meetings')),
    hour('d', 7, [], inOne('None')),
  ];
  const asked = (of: typeof rows) =>
    analysed({ type: 'time_stats', scope: { when: { on: '2026-11-25' } } }, of).groups;
  expect(asked(rows)).toEqual([
    { calendar: 'Both', hours: 2, events: 2, share: 0.5, meetings: 1, meetingHours: 1 },
    { calendar: 'Meetings', hours: 1, events: 1, share: 0.25, meetings: 1 },
    { calendar: 'None', hours: 1, events: 1, share: 0.25, meetings: 0 },
  ]);
  expect(asked(rows.slice(3))).toEqual([{ calendar: 'None', hours: 1, events: 1, share: 1 }]);
});
