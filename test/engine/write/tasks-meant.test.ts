import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const todo = (uid: string, ...lines: readonly string[]) =>
  ics('BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', `SUMMARY:${uid}`, ...lines, 'END:VTODO');

function desk() {
  const tasks = [
    todo('bins', 'DUE;VALUE=DATE:20261118', 'RRULE:FREQ=WEEKLY'),
    todo('report', 'DUE;VALUE=DATE:20261127'),
    todo('figures', 'RELATED-TO:report'),
    todo('sums', 'RELATED-TO:figures'),
    todo('standup'),
  ];
  const events = [ics(...event('UID:e', 'SUMMARY:Standup', 'DTSTART:20261124T080000Z', 'DURATION:PT1H'))];
  const calendars = [
    { name: 'Tasks', components: ['VTODO'], objects: tasks },
    { name: 'Later', components: ['VTODO'], objects: [] },
    { name: 'Work', components: ['VEVENT'], objects: events },
  ];
  return deskOver([createMemoryBackend({ name: 'test', calendars })]);
}

const CHANGE = { operation: 'update', changes: { title: 'New' } };

describe('a change of what filters find that says neither event nor task', () => {
  it('is about tasks where no event matches', async () => {
    for (const mutation of [CHANGE, { operation: 'delete' }, { operation: 'move', calendar: 'Later' }])
      expect(
        (await desk().write({ mutation: { ...mutation, filters: { title: 'report' } } })).data,
      ).toMatchObject({
        outcome: 'applied',
      });
    const inList = { operation: 'move', filters: { title: 'report', calendar: 'Tasks' }, calendar: 'Later' };
    expect((await desk().write({ mutation: inList })).data).toMatchObject({ outcome: 'applied' });
    const filters = { title: 'report', calendar: 'Work' };
    expect((await failureOf(desk().write({ mutation: { ...CHANGE, filters } }))).code).toBe('NOT_FOUND');
  });

  it('is about the event where there is one, and about none of the kind that is not said', async () => {
    const { data } = await desk().write({ mutation: { ...CHANGE, filters: { title: 'standup' } } });
    expect(data.event).toMatchObject({ start: '2026-11-24T09:00+01:00' });
    const filters = { title: 'report' };
    expect((await failureOf(desk().write({ mutation: { ...CHANGE, type: 'event', filters } }))).code).toBe(
      'NOT_FOUND',
    );
  });
});

it('with scope "this" changes the occurrence that waits', async () => {
  const d = desk();
  const mutation = { operation: 'update', filters: { title: 'bins' }, scope: 'this' };
  await d.write({ mutation: { ...mutation, changes: { status: 'cancelled' } } });
  const { data } = await d.write({ mutation: { ...mutation, changes: { due: '2026-11-26' } } });
  expect(data.changed).toEqual({ due: ['2026-11-25', '2026-11-26'] });
  const { data: left } = await d.read({ query: { type: 'tasks', filters: { title: 'bins' } } });
  expect(left.tasks).toMatchObject([{ due: '2026-11-26', recurrence: 'every week' }]);
});

it('moves each of a list once, parts with what they are parts of', async () => {
  const d = desk();
  const filters = { calendar: 'Tasks' };
  const mutation = { operation: 'move', type: 'task', filters, calendar: 'Later', each: true };
  expect((await d.write({ mutation })).data).toMatchObject({ outcome: 'applied', succeeded: 3, failed: 0 });
  expect((await d.read({ query: { type: 'tasks', filters, mode: 'count' } })).data).toEqual({ count: 0 });
});

it('completes and deletes each with its parts once', async () => {
  const filters = { due: '2026-11-27', title: 'report' };
  const all = { NOT: { title: 'bins' }, calendar: 'Tasks' };
  for (const operation of ['complete', 'delete'])
    for (const [one, succeeded] of [
      [filters, 1],
      [all, 2],
    ] as const) {
      const mutation = { operation, type: 'task', filters: one, each: true, children: true };
      const { data } = await desk().write({ mutation });
      expect(data).toMatchObject({ outcome: 'applied', succeeded, failed: 0 });
    }
});
