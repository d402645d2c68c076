import { expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { desk, deskOver, ics } from '../service-on-memory.js';

const todo = (...lines: readonly string[]) =>
  ics('BEGIN:VTODO', 'UID:report', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Report', ...lines, 'END:VTODO');

const CALLS: readonly (readonly [string, object, string])[] = [
  ['a task that is not there', { operation: 'complete', id: 'q7w2m9x4ka' }, 'No visible task has this id.'],
  [
    'an occurrence that is not there',
    { operation: 'reopen', id: 'q7w2m9x4ka/20261124' },
    'No visible task has this occurrence.',
  ],
  [
    'the name of a list',
    { operation: 'complete', id: 'Work' },
    'This is the name of a calendar, not the id of a task.',
  ],
  [
    'another version',
    { operation: 'delete', id: 'report', ifMatch: '"old"' },
    'The task has changed since it was read.',
  ],
  [
    'where it is',
    { operation: 'move', id: 'report', calendar: 'Work' },
    'The task is in this calendar already.',
  ],
];

it.each(CALLS)('calls a task a task: %s', async (_, mutation, message) => {
  const refused = await failureOf(desk([todo()]).write({ mutation }));
  expect(refused.message).toBe(message);
  expect(JSON.stringify(refused.info)).not.toMatch(/\bevents?\b/);
});

it('says what would be done to a task, when it is due, and not that it is past', async () => {
  const calendars = [{ name: 'Home', objects: [todo('DUE;VALUE=DATE:20260105')] }];
  const { read, write } = deskOver([createMemoryBackend({ name: 'test', calendars })], {
    policy: {
      ...POLICIES.trusted,
      write: { ...POLICIES.trusted.write, delete: 'confirm' },
      confirmation: 'token',
    },
  });
  const { data } = await read({ query: { type: 'tasks' } });
  const [{ id }] = data.tasks as [{ id: string }];
  const { info } = await failureOf(write({ mutation: { operation: 'delete', id } }));
  expect(info.pendingAction).toMatchObject({
    description: '1 task would be deleted.',
    preview: { event: { title: 'Report', due: '2026-01-05' } },
  });
});
