import { describe, expect, it } from 'vitest';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, event, ics } from '../service-on-memory.js';
import { DENTIST, rows, STANDUP } from './one-desk.js';

const one = (uid: string, ...lines: readonly string[]) =>
  ics(...event(`UID:${uid}@x`, `SUMMARY:${uid}`, ...lines));
const NIGHT = one('night', 'DTSTART:20261124T210000Z', 'DTEND:20261125T000000Z');
const TOKYO = one(
  'tokyo',
  'DTSTART;TZID=Asia/Tokyo:20261125T040000',
  'DTEND;TZID=Asia/Tokyo:20261125T050000',
);
const FLOATING = one('floating', 'DTSTART:20261124T100000', 'DTEND:20261124T110000');
const FAIR = one('fair', 'DTSTART:20261124T080000Z', 'DTEND:20261126T160000Z');
const TRIP = one('trip', 'DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261127');
/** Clocks go forward in Berlin in the night to that day. */
const GAP = one('gap', 'DTSTART:20270328T080000Z', 'DTEND:20270328T090000Z');

function change(d: Desk, what: Record<string, unknown>, changes: Record<string, unknown>) {
  return d.write({ mutation: { operation: 'update', ...what, changes } });
}

async function spanOf(d: Desk, title: string): Promise<string> {
  const [row] = await rows(d, { title, when: 'any' }, { fields: ['title', 'start', 'end'] });
  return `${row?.start.slice(5, 16)} ${String(Object(row).end)}`;
}

describe('a time of day alone', () => {
  it.each([
    ['keeps the length', DENTIST, 'dentist', { start: '15:00' }, '11-24T15:00 16:00'],
    ['as the end alone', DENTIST, 'dentist', { end: '12:15' }, '11-24T11:00 12:15'],
    ['as both', DENTIST, 'dentist', { start: '3pm', end: '4:30 pm' }, '11-24T15:00 16:30'],
    ['as the end on another day', DENTIST, 'dentist', { start: 'friday', end: '12:15' }, '11-27T11:00 12:15'],
    ['of an event past midnight', NIGHT, 'night', { end: '02:00' }, '11-24T22:00 2026-11-25T02:00+01:00'],
    ['as both, past midnight before', NIGHT, 'night', { start: '20:00', end: '21:00' }, '11-24T20:00 21:00'],
    [
      'of one that lasts days',
      FAIR,
      'fair',
      { start: '10:00', end: '12:00' },
      '11-24T10:00 2026-11-26T12:00+01:00',
    ],
    ['as the asker sees the day', TOKYO, 'tokyo', { start: '18:00' }, '11-24T18:00 19:00'],
    [
      'in a zone it names',
      DENTIST,
      'dentist',
      { start: '15:00', timezone: 'Europe/London' },
      '11-24T16:00 17:00',
    ],
    ['of a floating event', FLOATING, 'floating', { start: '15:00' }, '11-24T15:00 16:00'],
    [
      'of an all-day event',
      TRIP,
      'trip',
      { start: '15:00', end: '16:00' },
      '11-24T15:00 2026-11-26T16:00+01:00',
    ],
  ])('%s', async (_, text, title, changes, expected) => {
    const d = desk([text]);
    const dry = await d.write({
      mutation: { operation: 'update', filters: { title }, changes, dryRun: true },
    });
    const { data } = await change(d, { filters: { title } }, changes);
    expect(dry.data.event).toEqual(data.event);
    expect(await spanOf(d, title)).toBe(expected);
  });

  it('is the same by id, by the id of an occurrence and by filters', async () => {
    const starts = async (what: Record<string, unknown>) => {
      const d = desk([STANDUP]);
      await change(d, what, { start: '15:00' });
      const when = { between: ['2026-11-24', '2026-11-25'] };
      return (await rows(d, { title: 'standup', when })).map(({ start }) => start.slice(5, 16));
    };
    const [first] = await rows(desk([STANDUP]), { title: 'standup', when: '2026-11-24' });
    const [id = '', stamp = ''] = (first?.id ?? '').split('/');
    const only = ['11-24T15:00', '11-25T09:00'];
    expect(await starts({ filters: { title: 'standup', when: '2026-11-24' } })).toEqual(only);
    expect(await starts({ id: `${id}/${stamp}`, scope: 'this' })).toEqual(only);
    const both = ['11-24T15:00', '11-25T15:00'];
    expect(await starts({ id: `${id}/${stamp}`, scope: 'following' })).toEqual(both);
    expect(await starts({ id })).toEqual(both);
  });

  it('is on the day of each match', async () => {
    const d = desk([STANDUP, DENTIST]);
    const when = { between: ['2026-11-24', '2026-11-25'] };
    await change(d, { filters: { when }, each: true }, { start: '16:00' });
    const all = await rows(d, { when });
    expect(all.map(({ start }) => start.slice(5, 16))).toEqual(['11-24T16:00', '11-24T16:00', '11-25T16:00']);
  });

  it('says where the clocks leave it out', async () => {
    const d = desk([GAP]);
    const { meta } = await change(d, { filters: { title: 'gap' } }, { start: '02:30' });
    expect(meta.notes).toEqual([expect.stringContaining('does not exist')]);
    expect(await spanOf(d, 'gap')).toBe('03-28T03:30 04:30');
  });

  it.each([
    ['an end before the start', DENTIST, 'dentist', { end: '10:00' }],
    ['an all-day event', TRIP, 'trip', { end: '16:00' }],
    ['what is to be all-day', DENTIST, 'dentist', { start: '16:00', allDay: true }],
  ])('is refused for %s', async (_, text, title, changes) => {
    const { code } = await failureOf(change(desk([text]), { filters: { title } }, changes));
    expect(code).toBe('INVALID_DATE');
  });
});

describe('extendMinutes', () => {
  it.each([
    ['lengthens', DENTIST, 'dentist', { extendMinutes: 30 }, '11-24T11:00 12:30'],
    ['shortens', DENTIST, 'dentist', { extendMinutes: -15 }, '11-24T11:00 11:45'],
    ['beside a new start', DENTIST, 'dentist', { start: '15:00', extendMinutes: 30 }, '11-24T15:00 16:30'],
    ['beside a shift', DENTIST, 'dentist', { shiftMinutes: 60, extendMinutes: 30 }, '11-24T12:00 13:30'],
    ['by whole days', TRIP, 'trip', { extendMinutes: 1440 }, '11-24 2026-11-27'],
  ])('%s', async (_, text, title, changes, expected) => {
    const d = desk([text]);
    await change(d, { filters: { title } }, changes);
    expect(await spanOf(d, title)).toBe(expected);
  });

  it('lengthens every occurrence in the scope, also those of another length', async () => {
    const d = desk([STANDUP]);
    const on = (day: string) => ({ title: 'standup', when: day });
    await change(d, { filters: on('2026-11-25') }, { durationMinutes: 60 });
    await change(d, { filters: on('2026-11-24'), scope: 'following' }, { extendMinutes: 10 });
    const lengths = async (day: string) =>
      (await rows(d, on(day), { fields: ['title', 'start', 'durationMinutes'] })).map((row) =>
        Reflect.get(row, 'durationMinutes'),
      );
    const [before, named, own] = await Promise.all(['2026-11-23', '2026-11-24', '2026-11-25'].map(lengths));
    expect(named).toEqual([Number(before?.[0]) + 10]);
    expect(own).toEqual([70]);
  });

  it('is what an end such as "+30m" means', async () => {
    const changes = { end: '+30m' };
    const { info } = await failureOf(change(desk([DENTIST]), { filters: { title: 'dentist' } }, changes));
    expect(info.example).toMatchObject({ mutation: { changes: { extendMinutes: 30 } } });
  });

  it.each([
    ['more than it lasts', DENTIST, 'dentist', { extendMinutes: -60 }, 'INVALID_DATE'],
    ['parts of a day', TRIP, 'trip', { extendMinutes: 60 }, 'INVALID_DATE'],
    ['what changes its kind', TRIP, 'trip', { start: '15:00', extendMinutes: 60 }, 'INVALID_DATE'],
    ['beside a length', DENTIST, 'dentist', { durationMinutes: 60, extendMinutes: 60 }, 'INVALID_ARGUMENT'],
    ['beside an end', DENTIST, 'dentist', { end: '16:00', extendMinutes: 60 }, 'INVALID_ARGUMENT'],
  ])('is refused: %s', async (_, text, title, changes, expected) => {
    const { code } = await failureOf(change(desk([text]), { filters: { title } }, changes));
    expect(code).toBe(expected);
  });
});

describe('an event that becomes timed or all-day', () => {
  const NOTE = 'busy is unchanged; give busy as well to change it.';
  it.each([
    [TRIP, 'trip', { start: '2026-11-24T09:00', end: '2026-11-24T17:00' }, [NOTE]],
    [TRIP, 'trip', { start: '2026-11-24T09:00', durationMinutes: 60 }, [NOTE]],
    [TRIP, 'trip', { start: '2026-11-24T09:00' }, [NOTE]],
    [TRIP, 'trip', { start: '2026-11-24T09:00', end: '2026-11-24T17:00', busy: true }, undefined],
    [TRIP, 'trip', { end: '2026-11-25' }, undefined],
    [DENTIST, 'dentist', { start: '2026-11-24', end: '2026-11-24', allDay: true }, [NOTE]],
    [DENTIST, 'dentist', { start: '2026-11-25T09:00' }, undefined],
  ])('says that busy stays as it is (%#)', async (text, title, changes, notes) => {
    const { meta } = await change(desk([text]), { filters: { title } }, changes);
    expect(meta.notes).toEqual(notes);
  });
});

describe('whose clock a time of day is on', () => {
  it.each([
    ['of an event elsewhere', TOKYO, 'tokyo', { start: '18:00' }, true],
    ['of its end alone', TOKYO, 'tokyo', { end: '23:00' }, true],
    ['where the zone is named', TOKYO, 'tokyo', { start: '18:00', timezone: 'Europe/Berlin' }, false],
    ['of an event here', DENTIST, 'dentist', { start: '18:00' }, false],
    ['of a floating event', FLOATING, 'floating', { start: '18:00' }, false],
    ['of an all-day event', TRIP, 'trip', { start: '15:00', end: '16:00' }, false],
  ])('is said only where there are two: %s', async (_, text, title, changes, isSaid) => {
    const { meta } = await change(desk([text]), { filters: { title } }, changes);
    const notes = (meta.notes ?? []) as readonly string[];
    expect(notes.some((note) => note.startsWith('The time of day is that of Europe/Berlin'))).toBe(isSaid);
  });
});
