import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, ics } from '../service-on-memory.js';

const TASK = ics(
  ...['BEGIN:VTODO', 'UID:report', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Report', 'DUE:20261124T170000Z'],
  'END:VTODO',
);
const PLAN = { analysis: { type: 'plan_tasks', scope: { when: 'this week' } } };

/** Two accounts, neither preferred, with a calendar for events and tasks each; the task is in the second one. */
function deskWith(settings: { readonly defaultCalendar?: string }) {
  const accounts = [
    createMemoryBackend({ name: 'office', calendars: [{ name: 'Work', objects: [] }] }),
    createMemoryBackend({ name: 'family', calendars: [{ name: 'Home', objects: [TASK] }] }),
  ];
  return deskOver(accounts, settings);
}

it.each([
  ['the list of the task where no calendar is the default', {}, 'Home', 1],
  ['none where one is the default', { defaultCalendar: 'Work' }, undefined, 0],
] as const)('a plan names %s, and its call runs', async (_, settings, named, notes) => {
  const desk = deskWith(settings);
  const { data, meta } = await desk.analyze(PLAN);
  const { arguments: call } = data.call as unknown as {
    arguments: { mutation: { operations: { data: object }[] } };
  };
  const [first] = call.mutation.operations;
  expect(first?.data).toEqual({
    ...{ title: 'Report', start: '2026-11-23T09:00+01:00', end: '09:30' },
    ...{ parent: expect.any(String), ...(named && { calendar: named }) },
  });
  const asked = (meta.notes ?? []).filter((note) => note.startsWith('Several calendars'));
  expect(asked.length).toBe(notes);
  expect((await desk.write(call)).data.outcome).toBe('applied');
  const { data: stored } = await desk.read({ query: { type: 'events', filters: { when: 'this week' } } });
  expect(stored.events).toMatchObject([{ title: 'Report', calendar: named ?? 'Work' }]);
});
