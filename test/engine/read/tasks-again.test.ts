import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, ics } from '../service-on-memory.js';

const LISTED = ['id', 'title', 'due', 'status', 'list', 'overdue'];

function task(uid: string, ...lines: readonly string[]): string {
  return ics(
    'BEGIN:VTODO',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:${uid}`,
    ...lines,
    'END:VTODO',
  );
}

/** In two lists, the same texts. */
const TEXTS = [
  task('floating', 'DUE:20261123T093000'),
  task('zoned', 'DUE:20261123T120000Z'),
  task('whole', 'DUE;VALUE=DATE:20261122'),
  task('daily', 'DUE:20261120T093000', 'RRULE:FREQ=DAILY'),
  task('undated'),
];

function deskAt(passed: () => number) {
  const calendars = ['Home', 'Work'].map((name) => ({ name, objects: TEXTS }));
  return deskOver([createMemoryBackend({ name: 'test', calendars })], {}, passed);
}

/** Everything that changes what the same version of a task is read as. */
const QUESTIONS = [
  { hours: 0, query: { timezone: 'Europe/Berlin' } },
  { hours: 0, query: { timezone: 'America/New_York' } },
  { hours: 0, query: { timezone: 'Europe/Berlin', filters: { calendar: 'Work' } } },
  { hours: 0, query: { timezone: 'Europe/Berlin', filters: { due: 'today' } } },
  { hours: 0, query: { timezone: 'Asia/Tokyo', filters: { overdue: true } } },
  { hours: 30, query: { timezone: 'Europe/Berlin' } },
  { hours: 30, query: { timezone: 'Europe/Berlin', filters: { overdue: false } } },
];

it('reads tasks again as a service does that reads them for the first time', async () => {
  let hours = 0;
  const often = deskAt(() => hours * 3_600_000);
  for (const question of [...QUESTIONS, ...QUESTIONS.toReversed()]) {
    hours = question.hours;
    const call = { query: { type: 'tasks', fields: LISTED, ...question.query } };
    const again = (await often.read(call)).data.tasks;
    expect(again).toEqual((await deskAt(() => question.hours * 3_600_000).read(call)).data.tasks);
    expect(again).not.toEqual([]);
  }
});

it('tells what an assistant made as such as soon as it has made it', async () => {
  const desk = deskAt(() => 0);
  await desk.read({ query: { type: 'tasks' } });
  const { data } = await desk.write({
    mutation: { operation: 'create', type: 'task', data: { title: 'Own', calendar: 'Home' } },
  });
  const query = { type: 'tasks', filters: { createdBy: 'assistant' } };
  expect((await desk.read({ query })).data.tasks).toMatchObject([{ id: data.id, title: 'Own' }]);
});
