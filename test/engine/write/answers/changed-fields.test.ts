import { describe, expect, it } from 'vitest';
import { type Desk, desk, event, ics } from '../../service-on-memory.js';

const WEEKLY = ics(
  ...event(
    'UID:weekly@x',
    'SUMMARY:Weekly',
    'DTSTART;TZID=Europe/Berlin:20261102T090000',
    'DTEND;TZID=Europe/Berlin:20261102T093000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
    'EXDATE;TZID=Europe/Berlin:20261109T090000,20261207T090000',
    'CATEGORIES:team,weekly',
    'ORGANIZER:mailto:me@example.org',
    'ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED:mailto:ana@example.org',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.org',
  ),
);

async function changed(changes: object, on: Desk = desk([WEEKLY])): Promise<unknown> {
  const { data } = await on.write({ mutation: { operation: 'update', id: 'weekly@x', changes } });
  return data.changed;
}

describe('what a change answers', () => {
  it('times in the form of the row, and the end only where the length is another', async () => {
    const start = ['2026-11-23T09:00+01:00', '2026-11-23T10:00+01:00'];
    expect(await changed({ start: '2026-11-23T10:00' })).toEqual({ start });
    expect(await changed({ durationMinutes: 60 })).toEqual({ end: ['09:30', '10:00'] });
    expect(await changed({ end: '2026-11-24T01:00' })).toEqual({ end: ['09:30', '2026-11-24T01:00+01:00'] });
    const day = ['2026-11-23T09:00+01:00', '2026-11-24T09:00+01:00'];
    expect(await changed({ start: '2026-11-24T09:00' })).toMatchObject({ start: day });
    expect(await changed({ start: '2026-11-24T09:00' })).not.toHaveProperty('end');
    expect(await changed({ allDay: true })).toMatchObject({ end: ['09:30', '2026-11-23'] });
  });

  it('of lists, what came and what went, as a call would name it', async () => {
    expect(await changed({ addTags: ['x', 'y'], removeTags: ['team'] })).toEqual({
      tags: { added: ['x', 'y'], removed: ['team'] },
    });
    expect(await changed({ addReminders: [10, { minutesBefore: 60, type: 'audio' }] })).toEqual({
      reminders: { added: [10, { minutesBefore: 60, type: 'audio' }] },
    });
    expect(
      await changed({ addAttendees: ['zoe@example.org'], removeAttendees: ['ana@example.org'] }),
    ).toEqual({
      attendees: {
        added: ['zoe@example.org'],
        removed: [{ email: 'ana@example.org', name: 'Ana', response: 'accepted' }],
      },
    });
    expect(await changed({ tags: null })).toEqual({ tags: { removed: ['team', 'weekly'] } });
  });

  it('of a long list, the first of it, and how many more there are', async () => {
    const tags = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    expect(await changed({ addTags: tags })).toEqual({ tags: { added: tags.slice(0, 20), more: 30 } });
  });

  it('how it repeats, in words', async () => {
    expect(await changed({ recurrence: { until: '2026-12-18' } })).toEqual({
      recurrence: ['every week on Monday', 'every week on Monday until 14 Dec 2026'],
    });
    const later = desk([WEEKLY.replaceAll('20261102', '20261130')]);
    expect(await changed({ recurrence: null }, later)).toEqual({
      recurrence: ['every week on Monday', null],
    });
    expect(await changed({ recurrence: { exclude: ['2026-12-14'] } })).toEqual({
      exclude: { added: ['2026-12-14T09:00'] },
    });
  });

  it('exclusions also where there are more than an answer lists', async () => {
    const days = Array.from({ length: 30 }, (_, at) => new Date(Date.UTC(2027, 0, 4 + at * 7)));
    const on = desk([WEEKLY]);
    await changed({ recurrence: { exclude: days.map((day) => day.toISOString().slice(0, 10)) } }, on);
    expect(await changed({ recurrence: { exclude: ['2028-01-03'] } }, on)).toEqual({
      exclude: { added: ['2028-01-03T09:00'] },
    });
  });

  it('not that a split leaves the earlier exclusions behind', async () => {
    const on = desk([WEEKLY]);
    const { data: found } = await on.read({
      query: { type: 'events', filters: { when: { on: '2026-11-30' } } },
    });
    const [{ id = '' } = {}] = found.events as { id: string }[];
    const mutation = { operation: 'update', id, scope: 'following', changes: { title: 'Weekly (new)' } };
    const { data } = await on.write({ mutation });
    expect(data.changed).toEqual({ title: ['Weekly', 'Weekly (new)'] });
  });

  it('of values a caller keeps, those that are others', async () => {
    const on = desk([WEEKLY]);
    await changed({ metadata: { room: '1', key: 'a' } }, on);
    expect(await changed({ metadata: { room: '2', key: 'a' } }, on)).toEqual({
      metadata: [{ room: '1' }, { room: '2' }],
    });
  });

  it('of long texts, the place where they part', async () => {
    const on = desk([WEEKLY]);
    const long = 'lorem ipsum '.repeat(400);
    const first = (await changed({ description: `${long}one` }, on)) as { description: [null, string] };
    expect(first.description[0]).toBeNull();
    expect(first.description[1]).toMatch(/^lorem ipsum .{100,200}… \[4803 characters\]$/);
    const second = await changed({ description: `${long}two` }, on);
    expect(second).toEqual({
      description: [expect.stringMatching(/^….{0,40}one$/), expect.stringMatching(/^….{0,40}two$/)],
    });
  });
});
