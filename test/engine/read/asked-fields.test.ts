import { describe, expect, it } from 'vitest';
import { EVENT_FIELDS } from '../../../schemas/input/query.js';
import { failureOf } from '../../thrown.js';
import { desk, event, ics } from '../service-on-memory.js';

const at = (uid: string, ...lines: string[]) => ics(...event(`UID:${uid}@x`, `SUMMARY:${uid}`, ...lines));
const timed = (uid: string, from: string, to: string, ...lines: string[]) =>
  at(uid, `DTSTART;TZID=Europe/Berlin:202611${from}00`, `DTEND;TZID=Europe/Berlin:202611${to}00`, ...lines);
const BARE = timed('Bare', '24T1000', '24T1100');

async function rowsOf(work: readonly string[], query: object, home: readonly string[] = []) {
  const { data, meta } = await desk(work, home).read({ query: { type: 'events', ...query } });
  return { rows: data.events as Record<string, unknown>[], meta };
}

describe('fields that are asked for by name', () => {
  it('are all there, empty ones as an empty list, false or null', async () => {
    const asked = { filters: { when: '2026-11-24' }, fields: [...EVENT_FIELDS] };
    const { rows } = await rowsOf([BARE], asked);
    expect(rows[0]).toMatchObject({
      ...{ location: null, attendees: [], reminders: [], tags: [], metadata: {}, recurrence: null },
      ...{ allDay: false, recurring: false, external: false, myResponse: null, hasConflict: false },
    });
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([...EVENT_FIELDS].sort());
  });

  it('are left out of rows that ask for none, and of lines of an agenda', async () => {
    const { rows } = await rowsOf([BARE], { filters: { when: '2026-11-24' } });
    expect(rows[0]).not.toHaveProperty('location');
    const query = {
      ...{ type: 'events', filters: { when: '2026-11-24' }, format: 'agenda' },
      fields: ['title', 'location', 'tags', 'metadata'],
    };
    const { data } = await desk([BARE]).read({ query });
    expect(data.agenda).toContain('10:00–11:00 | Bare |  |  |  | ');
  });

  it('are in the answers of writes, too', async () => {
    const changes = { location: null };
    const mutation = {
      operation: 'update',
      filters: { title: 'bare' },
      changes,
      fields: ['id', 'location', 'tags'],
    };
    expect((await desk([BARE]).write({ mutation })).data.event).toEqual({ location: null, tags: [] });
  });
});

it('fields of calendars are all there, too', async () => {
  const query = { type: 'calendars', fields: ['name', 'color', 'default'] };
  expect((await desk().read({ query })).data.calendars).toEqual([
    { id: expect.any(String), name: 'Home', color: null, default: false },
    { id: expect.any(String), name: 'Work', color: null, default: true },
  ]);
});

it.each([
  ['events', 'account', 'calendars'],
  ['calendars', 'tags', 'events'],
])('a field of other rows is said to be theirs: %s %s', async (type, field, other) => {
  const { message, info } = await failureOf(desk().read({ query: { type, fields: ['id', field] } }));
  expect(message).toBe(`\`${field}\` is not a field of ${type}, but of ${other}.`);
  expect(info.example).toEqual({ query: { type, fields: ['id'] } });
});

it.each([
  // Near to one, of which there is another already; near to none; another name of one.
  [['title', 'hasConflict', 'hasConflicts'], ['title', 'hasConflict'], 'Known here: id, title, start'],
  [['title', 'hasConflicts', 'hasConflictz'], ['title', 'hasConflict'], 'Known here: id, title, start'],
  [['title', 'moonphase'], ['title'], 'Known here: id, title, start'],
  [['title', 'summary'], ['title'], 'Use `title`.'],
  [['starts'], ['start'], ''],
])('a field that no row has is named, with those there are: %j', async (fields, right, said) => {
  const { message, info } = await failureOf(desk().read({ query: { type: 'events', fields } }));
  const wrong = fields.find((name) => name !== 'title' && name !== 'hasConflict');
  expect(message).toBe(`\`${wrong}\` is not a field of events.`);
  expect(info.example).toEqual({ query: { type: 'events', fields: right } });
  expect(info.suggestion ?? '').toContain(said);
});

describe('hasConflict', () => {
  const one = timed('One', '24T1000', '24T1100');
  const two = timed('Two', '24T1030', '24T1130');
  const free = timed('Free', '24T1030', '24T1130', 'TRANSP:TRANSPARENT');
  const fields = ['title', 'hasConflict'];
  const told = (rows: readonly Record<string, unknown>[]) =>
    Object.fromEntries(rows.map(({ title, hasConflict }) => [title, hasConflict]));

  it('is worked out where it is asked for, also against other calendars', async () => {
    const lone = timed('Lone', '24T1500', '24T1600');
    const query = { filters: { when: '2026-11-24', calendar: 'Work' }, fields };
    expect(told((await rowsOf([one, free, lone], query, [two])).rows)).toEqual({
      ...{ One: true, Free: false, Lone: false },
    });
    expect(told((await rowsOf([one, free], query)).rows)).toEqual({ One: false, Free: false });
  });

  it('is about the occurrence that a row shows', async () => {
    const daily = timed('Daily', '01T1030', '01T1130', 'RRULE:FREQ=DAILY');
    const expected = { One: true, Daily: false };
    for (const query of [{ expand: false }, { filters: { when: 'any' } }])
      expect(told((await rowsOf([one, daily], { ...query, fields })).rows)).toEqual(expected);
    const page = await rowsOf([one, daily], { filters: { when: '2026-11-24' }, fields, limit: 1 });
    expect(told(page.rows)).toEqual({ One: true });
  });

  it('of an event in the trash is not known', async () => {
    const d = desk([one, two]);
    await d.write({ mutation: { operation: 'delete', filters: { title: 'one' } } });
    const { data } = await d.read({ query: { type: 'events', filters: { deleted: true }, fields } });
    expect((data.events as unknown[])[0]).not.toHaveProperty('hasConflict');
  });
});

it('busy is whether an event takes time, as the filter has it', async () => {
  const events = [
    timed('Plain', '24T1000', '24T1100'),
    timed('Off', '24T1000', '24T1100', 'STATUS:CANCELLED'),
    timed('Free', '24T1000', '24T1100', 'TRANSP:TRANSPARENT'),
  ];
  for (const busy of [true, false]) {
    const { rows } = await rowsOf(events, {
      filters: { when: '2026-11-24', busy },
      fields: ['title', 'busy'],
    });
    expect(rows).toHaveLength(busy ? 1 : 2);
    for (const row of rows) expect(row.busy).toBe(busy);
  }
  const changes = { status: 'cancelled' };
  const update = { operation: 'update', filters: { title: 'plain' }, changes };
  const { data } = await desk(events).write({ mutation: update });
  expect(data.changed).toEqual({ status: ['confirmed', 'cancelled'] });
});

it('startLocal is the start on the clocks of the event, where they are others than those of the question', async () => {
  const tokyo = at(
    'Tokyo',
    'DTSTART;TZID=Asia/Tokyo:20261124T190000',
    'DTEND;TZID=Asia/Tokyo:20261124T200000',
  );
  const { rows } = await rowsOf([tokyo, BARE], { filters: { when: '2026-11-24' } });
  expect(rows[1]).toMatchObject({
    start: '2026-11-24T11:00+01:00',
    startLocal: '2026-11-24T19:00 Asia/Tokyo',
  });
  expect(rows[1]).not.toHaveProperty('endLocal');
  expect(rows[0]).not.toHaveProperty('startLocal');
  const query = { filters: { when: '2026-11-24' }, timezone: 'Asia/Tokyo' };
  expect((await rowsOf([tokyo], query)).rows[0]).not.toHaveProperty('startLocal');
  const mutation = { operation: 'update', filters: { title: 'tokyo' }, changes: { shiftMinutes: 60 } };
  const { data } = await desk([tokyo]).write({ mutation });
  expect(Object.keys(data.changed ?? {})).toEqual(['start']);
  expect(data.event).toMatchObject({ startLocal: '2026-11-24T20:00 Asia/Tokyo' });
});

describe('an end that is left open', () => {
  const open = { filters: { when: { after: 'now' } } };
  const noted = async (more: object) => (await rowsOf([BARE], { ...open, ...more })).meta.notes ?? [];

  it('is noted where rows may be missing because of it', async () => {
    const last = [{ pick: 'last' }, { limit: 1, sort: [{ field: 'start', order: 'desc' }] }];
    for (const more of [{}, { mode: 'count' }, { limit: 1, sort: [{ field: 'title' }] }, ...last])
      expect(await noted(more)).toEqual([expect.stringContaining('has no end')]);
  });

  it('is not where only the first rows are wanted', async () => {
    for (const more of [{ limit: 1 }, { pick: 'first' }]) expect(await noted(more)).toEqual([]);
  });
});
