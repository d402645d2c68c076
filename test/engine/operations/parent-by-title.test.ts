import { expect, it } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, ics } from '../service-on-memory.js';

function task(uid: string, title: string, ...lines: readonly string[]): string {
  return ics(
    ...['BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', `SUMMARY:${title}`, ...lines, 'END:VTODO'],
  );
}

const TASKS = [
  task('report', 'Annual report'),
  task('done', 'Slides', 'STATUS:COMPLETED', 'COMPLETED:20261101T080000Z'),
  task('slides', 'Slides'),
  task('rome', 'Trip to Rome'),
  task('oslo', 'Trip to Oslo'),
];

function creating(title: string, parent: string) {
  return { operation: 'create', type: 'task', data: { title, parent, calendar: 'Work' } };
}

async function tasksOf(at: Desk): Promise<readonly Record<string, unknown>[]> {
  const { data } = (await at.read({ query: { type: 'tasks' } })) as Success & {
    data: { tasks: readonly Record<string, unknown>[] };
  };
  return data.tasks;
}

it.each([
  ['its title in any case', 'ANNUAL REPORT', 'Annual report'],
  ['a part of its title', 'rome', 'Trip to Rome'],
  ['a title that a done task has, too', 'slides', 'Slides'],
])('a task becomes a part of another by %s', async (_, parent, title) => {
  const at = desk(TASKS);
  await at.write({ mutation: creating('Part', parent) });
  const rows = await tasksOf(at);
  const whole = rows.find((row) => row.title === title);
  expect(rows.find((row) => row.title === 'Part')).toMatchObject({ parent: whole?.id });
  await at.write({
    mutation: { operation: 'update', filters: { title: 'Part' }, type: 'task', changes: { parent: null } },
  });
  await at.write({
    mutation: { operation: 'update', filters: { title: 'Part' }, type: 'task', changes: { parent } },
  });
  expect((await tasksOf(at)).find((row) => row.title === 'Part')).toMatchObject({ parent: whole?.id });
});

it('several tasks with the title are a question, and nothing is written', async () => {
  const at = desk(TASKS);
  const failure = await failureOf(at.write({ mutation: creating('Part', 'trip') }));
  expect(failure).toMatchObject({
    code: 'AMBIGUOUS_TARGET',
    info: { path: '/mutation/data/parent', outcome: 'not_applied' },
  });
  expect(failure.info.details).toMatchObject({
    matches: [{ title: 'Trip to Rome' }, { title: 'Trip to Oslo' }],
  });
  expect((await tasksOf(at)).length).toBe(4);
});

it('a title that no task has is an error', async () => {
  const failure = await failureOf(desk(TASKS).write({ mutation: creating('Part', 'Nope') }));
  expect(failure).toMatchObject({ code: 'NOT_FOUND', info: { path: '/mutation/data/parent' } });
});

it.each([[true], [false]])('a batch makes a task and its parts at once (atomic: %s)', async (atomic) => {
  const at = desk(TASKS);
  const whole = { operation: 'create', type: 'task', data: { title: 'Move house', calendar: 'Work' } };
  const operations = [whole, creating('Pack', 'Move house'), creating('Clean', 'Move house')];
  const { data } = await at.write({ mutation: { operation: 'batch', atomic, operations } });
  expect(data.outcome).toBe('applied');
  const rows = await tasksOf(at);
  const id = rows.find((row) => row.title === 'Move house')?.id;
  expect(
    rows
      .filter(({ parent }) => parent === id)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Clean', 'Pack']);
});

it('an event is linked to a task by its title', async () => {
  const at = desk(TASKS);
  const data = {
    title: 'Write',
    start: 'tomorrow 09:00',
    durationMinutes: 60,
    parent: 'Annual report',
    calendar: 'Work',
  };
  await at.write({ mutation: { operation: 'create', type: 'event', data } });
  const { data: read } = await at.read({
    query: { type: 'events', filters: { title: 'Write' }, fields: ['title', 'parent'] },
  });
  expect(JSON.stringify(read)).toContain('Write');
});
