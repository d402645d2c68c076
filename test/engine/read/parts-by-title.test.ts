import { expect, it } from 'vitest';
import { failureOf } from '../../thrown.js';
import { desk, ics } from '../service-on-memory.js';

const todo = (uid: string, ...lines: readonly string[]) =>
  ics('BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VTODO');

const office = () =>
  desk([
    todo('r', 'SUMMARY:Quarterly report', 'STATUS:COMPLETED'),
    todo('f', 'SUMMARY:Figures', 'RELATED-TO:r'),
    todo('c', 'SUMMARY:Charts', 'RELATED-TO:r'),
    todo('x', 'SUMMARY:Report the meter', 'RELATED-TO:y'),
  ]);
const titles = (data: { tasks?: unknown }) => (data.tasks as { title: string }[]).map(({ title }) => title);

it.each(['Quarterly report', 'quarterly', 'r'])(
  'lists the parts of the task that is called %s',
  async (parent) => {
    const { data } = await office().read({ query: { type: 'tasks', filters: { parent } } });
    expect(titles(data)).toEqual(['Charts', 'Figures']);
  },
);

it('lists what is not a part of it, completes all that are, and plans them', async () => {
  const d = office();
  const not = { NOT: { parent: 'Quarterly report' } };
  expect(titles((await d.read({ query: { type: 'tasks', filters: not } })).data)).toEqual([
    'Report the meter',
  ]);
  const filters = { parent: 'Quarterly report' };
  const plan = { type: 'plan_tasks', scope: { when: 'this week', filters } };
  expect((await d.analyze({ analysis: plan })).data).toMatchObject({ total: 2 });
  const done = await d.write({ mutation: { operation: 'complete', filters, each: true } });
  expect(done.data).toMatchObject({ outcome: 'applied', succeeded: 2 });
});

it('is no empty answer where no task is called so', async () => {
  const d = office();
  const filters = { parent: 'Annual report' };
  const calls = [
    ['/query/filters/parent', () => d.read({ query: { type: 'tasks', filters } })],
    ['/mutation/filters/parent', () => d.write({ mutation: { operation: 'complete', filters } })],
    [
      '/analysis/scope/filters/parent',
      () => d.analyze({ analysis: { type: 'plan_tasks', scope: { when: 'this week', filters } } }),
    ],
  ] as const;
  for (const [path, call] of calls)
    expect(await failureOf(call())).toMatchObject({ code: 'NOT_FOUND', info: { path } });
});
