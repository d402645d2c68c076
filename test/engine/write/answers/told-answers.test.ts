import { describe, expect, it } from 'vitest';
import { desk, event, ics } from '../../service-on-memory.js';
import { DENTIST, STANDUP } from '../one-desk.js';

const RULE = { recurrence: expect.stringMatching(/^every /) };

describe('the answer to a change of a series', () => {
  const all = { title: 'standup' };
  const one = { title: 'standup', when: 'tomorrow' };

  it.each([
    ['create', { data: { title: 'X', start: 'tomorrow 10:00', recurrence: { frequency: 'weekly' } } }],
    ['update', { filters: all, changes: { location: 'Room 2' } }],
    ['update', { filters: all, scope: 'all', changes: { location: 'Room 2' } }],
    ['move', { filters: all, calendar: 'Home' }],
  ])('says that all of it is meant, and the rule: %s %#', async (operation, more) => {
    const { data } = await desk([STANDUP]).write({ mutation: { operation, ...more } });
    expect(data).toMatchObject({ series: { scope: 'all' }, event: RULE });
  });

  it('says so of one that is restored or imported', async () => {
    const d = desk([STANDUP]);
    await d.write({ mutation: { operation: 'delete', filters: all } });
    const [row] = (await d.read({ query: { type: 'events', filters: { deleted: true } } })).data
      .events as Record<string, unknown>[];
    const { data } = await d.write({ mutation: { operation: 'restore', id: row?.id } });
    expect(data).toMatchObject({ series: { scope: 'all' }, event: RULE });
    const imported = await desk().write({ mutation: { operation: 'import', ics: STANDUP } });
    expect(imported.data.events).toEqual([expect.objectContaining({ ...RULE, scope: 'all' })]);
  });

  it('has the rule that a split keeps, and none for one occurrence', async () => {
    const update = { operation: 'update', filters: one, changes: { start: '16:00' } };
    const split = await desk([STANDUP]).write({ mutation: { ...update, scope: 'following' } });
    const told = [expect.stringMatching(/^every day/), expect.stringMatching(/^every day/)];
    expect(split.data).toMatchObject({ changed: { recurrence: told }, series: { endsOn: '2026-11-23' } });
    const { data } = await desk([STANDUP]).write({ mutation: update });
    expect(data.event).not.toHaveProperty('recurrence');
    expect(data.series).toEqual({ scope: 'this' });
  });
});

describe('the answer to a create', () => {
  const made = async (more: object) => {
    const data = { title: 'X', start: 'tomorrow 10:00', durationMinutes: 30, calendar: 'Work', ...more };
    return (await desk().write({ mutation: { operation: 'create', data } })).data;
  };

  it('names the people, and the fields that are kept beside what it shows', async () => {
    const attendees = ['bob@x.org', { email: 'c@x.org', name: 'Cleo' }, 'd@x.org', 'e@x.org', 'f@x.org'];
    const kept = { description: 'D', url: 'https://x.org', conference: 'https://meet.x.org/1', tags: ['a'] };
    const more = { visibility: 'private', busy: false, reminders: [5], metadata: { k: 'v' } };
    const data = await made({ attendees, ...kept, ...more });
    expect(data.event).toMatchObject({ attendees: ['bob@x.org', 'Cleo', 'd@x.org', '+2'] });
    expect([...(data.stored as string[])].sort()).toEqual(
      [...Object.keys(kept), ...Object.keys(more)].sort(),
    );
  });

  it('says nothing where there is nothing', async () => {
    for (const more of [{}, { allDay: true, start: 'tomorrow', durationMinutes: undefined }, { busy: true }])
      expect(await made(more)).not.toHaveProperty('stored');
    expect((await made({})).event).not.toHaveProperty('attendees');
  });

  it('says its own zone where the clocks do not', async () => {
    expect((await made({ timezone: 'Europe/Paris' })).stored).toEqual(['timezone']);
    const far = await made({ timezone: 'Asia/Tokyo' });
    expect(far).not.toHaveProperty('stored');
    expect(far.event).toHaveProperty('startLocal', '2026-11-24T10:00 Asia/Tokyo');
  });
});

it('rows of events name who else is on them, rows of changes do not', async () => {
  const people = ['ana@x.org', 'bob@x.org', 'cleo@x.org', 'dan@x.org'].map(
    (email) => `ATTENDEE:mailto:${email}`,
  );
  const when = ['DTSTART:20261124T080000Z', 'DTEND:20261124T090000Z'];
  const meeting = ics(
    ...event('UID:m@x', 'SUMMARY:Meeting', ...when, 'ATTENDEE;CN=Zoe:mailto:zoe@x.org', ...people),
  );
  const d = desk([meeting, DENTIST]);
  const filters = { when: '2026-11-24' };
  const { data } = await d.read({ query: { type: 'events', filters } });
  expect(data.events).toEqual([
    expect.objectContaining({ attendees: ['Zoe', 'ana@x.org', 'bob@x.org', '+2'] }),
    expect.not.objectContaining({ attendees: expect.anything() }),
  ]);
  const mutation = { operation: 'update', filters: { title: 'meeting' }, changes: { location: 'R' } };
  expect((await d.write({ mutation })).data.event).not.toHaveProperty('attendees');
});

it('a row for a series has its first start beside the one that it shows', async () => {
  const query = { type: 'events', filters: { title: 'standup' }, expand: false };
  const [row] = (await desk([STANDUP]).read({ query })).data.events as Record<string, unknown>[];
  const [first] = (
    await desk([STANDUP]).read({
      query: { ...query, expand: true, filters: { ...query.filters, when: { after: '2000' } }, limit: 1 },
    })
  ).data.events as Record<string, unknown>[];
  expect(row?.seriesStart).toBe(first?.start);
  const fields = ['seriesStart', 'start'];
  const asked = await desk([STANDUP]).read({
    query: { type: 'events', filters: { when: 'tomorrow' }, fields },
  });
  expect(asked.data.events).toEqual([expect.objectContaining({ seriesStart: first?.start })]);
});
