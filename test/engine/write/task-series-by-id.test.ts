import { expect, it } from 'vitest';
import { desk } from '../service-on-memory.js';

it('a task that repeats, named as a whole, is changed from the times of its first that waits', async () => {
  const d = desk();
  const write = async (mutation: object) => (await d.write({ mutation })).data;
  const recurrence = { frequency: 'weekly', count: 4 };
  const data = { title: 'Report', calendar: 'Work', due: '2026-11-27T17:00', recurrence };
  const [id = ''] = String((await write({ operation: 'create', type: 'task', data })).id).split('/');
  await write({ operation: 'complete', id });
  const changed = await write({ operation: 'update', id, changes: { due: '2026-12-04T18:00' } });
  expect(changed).toMatchObject({ event: { due: '2026-12-04T18:00+01:00' } });
  const { data: read } = await d.read({
    query: { type: 'tasks', filters: { id }, fields: ['due', 'status'] },
  });
  expect(read.tasks).toMatchObject([
    { due: '2026-11-27T18:00+01:00', status: 'done' },
    { due: '2026-12-04T18:00+01:00', status: 'open' },
  ]);
});
