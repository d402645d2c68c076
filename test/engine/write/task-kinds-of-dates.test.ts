import { expect, it } from 'vitest';
import { desk } from '../service-on-memory.js';

const BERLIN = '+01:00';

it.each([
  ['a day as start', 'wednesday', 'friday 12:00', `2026-11-25T00:00${BERLIN}`, `2026-11-27T12:00${BERLIN}`],
  ['a day as due', 'wednesday 10:00', 'friday', `2026-11-25T10:00${BERLIN}`, `2026-11-27T23:59${BERLIN}`],
  [
    'both on one day',
    '2026-11-25 10:00',
    '2026-11-25',
    `2026-11-25T10:00${BERLIN}`,
    `2026-11-25T23:59${BERLIN}`,
  ],
])('makes both dates of a task of one kind: %s', async (_, start, due, begins, ends) => {
  const { write } = desk([]);
  const data = { title: 'Slides', start, due };
  const made = await write({ mutation: { operation: 'create', type: 'task', data } });
  expect(made.data.event).toMatchObject({ start: begins, due: ends });
  expect(made.meta.notes).toContainEqual(expect.stringMatching(/(beginning|end) of its day/));
  const undated = { operation: 'create', type: 'task', data: { title: 'Posters' } };
  const { id } = (await write({ mutation: undated })).data;
  const changed = await write({ mutation: { operation: 'update', id, changes: { start, due } } });
  expect(changed.data.event).toMatchObject({ start: begins, due: ends });
});

it('still refuses an event with a day and a time', async () => {
  const data = { title: 'Fair', start: 'wednesday', end: 'friday 12:00' };
  await expect(desk([]).write({ mutation: { operation: 'create', data } })).rejects.toMatchObject({
    code: 'INVALID_DATE',
  });
});
