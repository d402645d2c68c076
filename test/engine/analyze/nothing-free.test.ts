import { describe, expect, it } from 'vitest';
import { breakable } from '../failing-backend.js';
import { ANA, account, BEN, failure, slotsOf, taken } from './times-of-accounts.js';

describe('a period in which nothing is free', () => {
  const ROOM = 'blue@example.org';

  it('says who is in the way, when all but one are free, and when all are', async () => {
    const { backend } = account('work', {
      [ANA]: [taken(9, 16)],
      [BEN]: [{ ...taken(8, 10), to: Date.UTC(2026, 10, 24, 9, 30) }],
    });
    const { spans, data, meta } = await slotsOf([backend], [ANA, BEN], { params: { latest: '16:00' } });
    expect(spans).toEqual([]);
    expect(data).toMatchObject({
      busy: [{ title: 'Lunch', start: '2026-11-24T12:00+01:00', end: '13:00' }],
      attendees: [
        { email: ANA, busy: [{ start: '2026-11-24T09:00+01:00', end: '16:00', day: 'Tue' }] },
        { email: BEN, busy: [{ start: '2026-11-24T09:00+01:00', end: '10:30', day: 'Tue' }] },
      ],
      without: [{ who: ANA, start: '2026-11-24T10:30+01:00', end: '12:00' }],
      next: { start: '2026-11-25T09:00+01:00', end: '16:00', day: 'Wed' },
    });
    expect(meta.notes).toEqual(['No free time of this length in the working hours of the range.']);
  });

  it('says so of rooms, too', async () => {
    const { backend } = account('work', { [ROOM]: [taken(0, 24)], [ANA]: [taken(13, 17)] });
    const { data } = await slotsOf([backend], [ANA], { params: { rooms: [ROOM], durationMinutes: 180 } });
    expect(data).toMatchObject({
      rooms: [{ email: ROOM, busy: [{ start: '2026-11-24T09:00+01:00', end: '17:00' }] }],
      without: [{ who: 'rooms', start: '2026-11-24T09:00+01:00', end: '12:00' }],
      next: { start: '2026-11-25T09:00+01:00', rooms: [ROOM] },
    });
  });

  it('has no next time of which nothing is known', async () => {
    const broken = breakable(account('work', { [ANA]: [taken(9, 17)] }).backend);
    const once = broken.backend.freeBusyOf;
    broken.backend.freeBusyOf = async (...asked) => {
      if (asked[1].from > Date.UTC(2026, 10, 24, 20)) throw failure;
      return (await once?.(...asked)) ?? [];
    };
    const { data, meta } = await slotsOf([broken.backend], [ANA]);
    expect(data).not.toHaveProperty('next');
    expect(meta.notes).toContain('The 14 days after it could not be looked through completely.');
  });

  it('has nothing to say of people where nobody works', async () => {
    const { backend } = account('work', { [ANA]: [] });
    const { data, meta } = await slotsOf([backend], [ANA], { when: 'saturday' });
    expect(meta.notes).toEqual(['There are no working hours from now to the end of the range.']);
    expect(data).toMatchObject({ slots: [], next: { start: '2026-11-30T09:00+01:00' } });
    expect(data).not.toHaveProperty('busy');
  });

  it('is followed by none where the two weeks after it are taken as well', async () => {
    const long = { ...taken(0, 24), to: Date.UTC(2027, 0, 1) };
    const { backend } = account('work', { [ANA]: [long] });
    const { meta } = await slotsOf([backend], [ANA]);
    expect(meta.notes).toContain('There is none in the 14 days after it either.');
  });

  it('says that there are fewer rooms than are wanted', async () => {
    const { backend } = account('work', { [ROOM]: [] });
    const people = async () => [
      { name: 'Blue', nicknames: [], addresses: [ROOM], kind: 'room', from: 'contacts' } as const,
      { name: 'Red', nicknames: [], addresses: ['red@example.org'], kind: 'room', from: 'contacts' } as const,
    ];
    const { spans, meta } = await slotsOf([{ ...backend, people }], [], {
      params: { rooms: 2, attendees: [ANA] },
    });
    expect(spans).toEqual([]);
    expect(meta.notes).toContain('Only 1 room of the 2 that are wanted could be checked.');
  });
});
