import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';
import { rows, STANDUP } from '../write/one-desk.js';

const REHEARSAL = ics(
  ...event(
    'UID:rehearsal@x',
    'SUMMARY:Rehearsal',
    'DTSTART;TZID=Europe/Berlin:20261127T153000',
    'DTEND;TZID=Europe/Berlin:20261127T163000',
    'DESCRIPTION:Bring the boards',
    'LOCATION:Room 2',
    'CATEGORIES:pitch',
    'SEQUENCE:4',
    'X-KEEP;A=1:as it is',
    'ORGANIZER:mailto:ann@x.org',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@x.org',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT10M',
    'END:VALARM',
  ),
);
const ALL = { when: { after: '2026-11-01', before: '2027-12-31' } };
const FIELDS = ['title', 'start', 'end', 'location', 'description', 'tags', 'reminders', 'attendees'];
const copy = (named: object, changes: object, more: object = {}) => ({
  mutation: { operation: 'copy', ...named, changes, ...more },
});

describe('a copy', () => {
  it('has what the event has but its people, at another time, and leaves the event as it is', async () => {
    const d = desk([REHEARSAL]);
    const [before] = await rows(d, { title: 'rehearsal' }, { fields: FIELDS });
    const call = copy({ filters: { title: 'rehearsal' } }, { start: 'next monday 14:00' });
    const foreseen = await d.write({ mutation: { ...call.mutation, dryRun: true } });
    const { data, meta } = await d.write(call);
    expect(foreseen.data.event).toEqual(data.event);
    const [first, second, ...more] = await rows(d, { title: 'rehearsal' }, { fields: FIELDS });
    expect(more).toEqual([]);
    expect(first).toEqual(before);
    expect(second).toEqual({
      ...before,
      id: data.id,
      start: '2026-11-30T14:00+01:00',
      end: '15:00',
      attendees: [],
    });
    expect(meta.notes).toEqual([expect.stringContaining('are not on the copy')]);
    await d.write({ mutation: { operation: 'undo' } });
    expect(await rows(d, { title: 'rehearsal' }, { fields: FIELDS })).toEqual([before]);
  });

  it('takes every other change, too, and goes to another calendar', async () => {
    const d = desk([REHEARSAL]);
    const changes = { title: 'Second rehearsal', shiftMinutes: 60, calendar: 'Home', addTags: ['again'] };
    await d.write(copy({ filters: { title: 'rehearsal' } }, changes));
    const [row] = await rows(d, { title: 'second' }, { fields: ['title', 'start', 'calendar', 'tags'] });
    expect(row).toMatchObject({
      title: 'Second rehearsal',
      start: '2026-11-27T16:30+01:00',
      calendar: 'Home',
      tags: ['pitch', 'again'],
    });
  });

  it('is not made twice by the same call', async () => {
    const d = desk([REHEARSAL]);
    const call = copy({ filters: { when: 'friday', title: 'rehearsal' } }, { start: 'next monday 14:00' });
    const first = await d.write(call);
    const again = await d.write(call);
    expect(again.data).toMatchObject({ id: first.data.id, replayed: true });
    expect(await rows(d, { title: 'rehearsal' })).toHaveLength(2);
    await d.write({ mutation: { operation: 'delete', id: first.data.id } });
    expect((await d.write(call)).data.id).toBe(first.data.id);
    expect(await rows(d, { title: 'rehearsal' })).toHaveLength(2);
  });
});

describe('of a series', () => {
  it('one occurrence is copied, named by its id, by a period, or not at all', async () => {
    const d = desk([STANDUP]);
    const [, second] = await rows(d, { title: 'standup', ...ALL });
    const named = [
      { id: second?.id },
      { filters: { title: 'standup', when: 'tomorrow' } },
      { filters: { title: 'standup' } },
    ];
    for (const [at, one] of named.entries()) {
      const { data } = await d.write(copy(one, { title: `Copy ${at}`, start: `2027-02-0${at + 1}T12:00` }));
      expect(data.event).toMatchObject({ start: `2027-02-0${at + 1}T12:00+01:00`, end: '12:15' });
      expect(data.series).toBeUndefined();
    }
    expect(await rows(d, { title: 'copy', ...ALL })).toHaveLength(3);
    expect(await rows(d, { title: 'standup', ...ALL })).toHaveLength(60);
  });

  it('whose UID has a slash, an occurrence is copied as of any other', async () => {
    const d = desk([STANDUP.replace('standup@x', 'team/standup@x')]);
    const { data } = await d.write(copy({ id: 'team/standup@x' }, { start: '2027-02-01T12:00' }));
    expect(data.event).toMatchObject({ start: '2027-02-01T12:00+01:00' });
    expect(data.series).toBeUndefined();
  });

  it('the whole is copied with scope all, with its exceptions', async () => {
    const d = desk([STANDUP]);
    const [first, second] = await rows(d, { title: 'standup', ...ALL });
    await d.write({
      mutation: { operation: 'update', id: second?.id, scope: 'this', changes: { title: 'Odd one' } },
    });
    const { data } = await d.write(copy({ id: first?.id.split('/')[0], scope: 'all' }, { calendar: 'Home' }));
    expect(data.series).toMatchObject({ scope: 'all' });
    expect(await rows(d, { title: 'standup', calendar: 'Home', ...ALL })).toHaveLength(59);
    expect(await rows(d, { title: 'odd one', calendar: 'Home', ...ALL })).toHaveLength(1);
  });
});

it('an occurrence that came without its series is an event by itself', async () => {
  const text = ics(
    ...event(
      'UID:part@x',
      'SUMMARY:Part',
      'RECURRENCE-ID:20261201T100000Z',
      'DTSTART:20261201T110000Z',
      'DURATION:PT1H',
    ),
  );
  const d = desk([text]);
  await d.write(copy({ filters: { title: 'part' } }, { start: '2026-12-02T09:00' }));
  expect((await rows(d, { title: 'part' })).map(({ start }) => start)).toEqual([
    '2026-12-01T12:00+01:00',
    '2026-12-02T09:00+01:00',
  ]);
});

it('may be taken from a calendar that cannot be changed, and not put there', async () => {
  const calendars = [
    { name: 'Feed', objects: [REHEARSAL], writable: false },
    { name: 'Own', objects: [] },
  ];
  const d = deskOver([createMemoryBackend({ name: 'test', calendars })]);
  const named = { filters: { title: 'rehearsal' } };
  expect((await failureOf(d.write(copy(named, { start: 'monday 9:00' })))).code).toBe('READ_ONLY');
  await d.write(copy(named, { calendar: 'Own' }));
  expect(await rows(d, { title: 'rehearsal', calendar: 'Own' })).toHaveLength(1);
});

it('shows nothing that the policy hides, and counts as text of others', async () => {
  const { trusted } = POLICIES;
  const hiding = { ...trusted, read: { ...trusted.read, others: 'freebusy' as const } };
  const calendars = [{ name: 'Work', objects: [REHEARSAL] }];
  const d = deskOver([createMemoryBackend({ name: 'test', calendars })], { policy: hiding });
  const [busy] = await rows(d, ALL);
  expect((await failureOf(d.write(copy({ id: busy?.id }, { start: 'monday 9:00' })))).code).toBe(
    'PERMISSION_DENIED',
  );
  const open = desk([REHEARSAL]);
  await open.write(copy({ filters: { title: 'rehearsal' } }, { start: 'monday 9:00' }));
  expect(await rows(open, { title: 'rehearsal', createdBy: 'assistant' })).toEqual([]);
});
