import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
const run = (...args: string[]) => runInProcess(args, { env: home.env });
const said = async (...args: string[]) => (await run(...args)).stdout;

beforeAll(async () => {
  mkdirSync(join(home.root, 'calendars', 'Home'), { recursive: true });
  const tasks = [
    { title: 'File taxes', due: '2026-11-20' },
    { title: 'Pay rent', due: '2026-11-27T17:00', priority: 'high' },
    { title: 'Buy gifts', due: '2026-12-20' },
    { title: 'Learn to sing' },
  ];
  for (const data of tasks)
    await run('write', JSON.stringify({ mutation: { operation: 'create', type: 'task', data } }));
  await run('add', 'dentist friday 9am');
});
afterAll(() => home.remove());

it('that are done name the events in which time is still booked for them', async () => {
  const write = (data: object, more: object = {}) =>
    run('write', JSON.stringify({ mutation: { operation: 'create', data, ...more } }));
  const { data } = JSON.parse((await write({ title: 'Sort photos' }, { type: 'task' })).stdout);
  const time = { title: 'Time for photos', start: 'friday 15:00', durationMinutes: 60 };
  expect(await write({ ...time, parent: data.id }, { type: 'event' })).toMatchObject({ code: 0 });
  expect(await said('done', 'photos', '--yes')).toMatch(
    /\n {2}Booked: Time for photos, Fri 27 Nov 15:00 – 16:00, Home\.\n/,
  );
  await run('undo', '--yes');
  await run('undo', '--yes');
  await run('undo', '--yes');
});

describe('tasks', () => {
  it('are listed, the overdue ones first and those without a date last', async () => {
    expect(await said('tasks')).toBe(
      [
        'Overdue',
        '  Fri 20 Nov    ☐Home File taxes',
        '',
        'Friday 27 Nov',
        '  due 17:00     ☐Home Pay rent  important',
        '',
        'Sunday 20 Dec',
        '  due           ☐Home Buy gifts',
        '',
        'No date',
        '                ☐Home Learn to sing',
        '',
      ].join('\n'),
    );
    expect(await said('tasks', 'friday')).not.toContain('taxes');
  });

  it('are in the agenda and the week under the day on which they are due', async () => {
    expect(await said('agenda')).toBe(
      [
        'Overdue',
        '  Fri 20 Nov    ☐Home File taxes',
        '',
        'Friday 27 Nov',
        '  09:00 – 10:00 ▌Home Dentist',
        '  due 17:00     ☐Home Pay rent  important',
        '',
      ].join('\n'),
    );
    const week = await said('week');
    expect(week).toMatch(/^Overdue: File taxes \(Fri 20 Nov\)\n/);
    expect(week).toMatch(/^17:00 +☐Pay rent/m);
  });

  it('are late in periods with today only', async () => {
    for (const period of ['tomorrow', 'last week', 'december'])
      expect(await said('agenda', period)).not.toContain('Overdue');
    expect(await said('agenda', 'december')).toContain('Buy gifts');
    for (const period of ['today', 'this week', 'november'])
      expect(await said('agenda', period)).toContain('Overdue');
  });

  it('are beside the events in JSON', async () => {
    expect(JSON.parse(await said('agenda', '--json'))).toMatchObject({
      data: {
        events: [{ title: 'Dentist' }],
        tasks: [{ title: 'File taxes', overdue: true }, { title: 'Pay rent' }],
      },
    });
  });
});

it('what is due today is in the agenda that begins now', async () => {
  const place = sandbox();
  mkdirSync(join(place.root, 'calendars', 'Home'), { recursive: true });
  const env = { ...place.env, CALENDAR_NOW: '2026-11-23T17:00' };
  const data = { title: 'Call mum', due: '2026-11-23' };
  const create = { mutation: { operation: 'create', type: 'task', data } };
  await runInProcess(['write', JSON.stringify(create)], { env });
  expect((await runInProcess(['agenda'], { env })).stdout).toContain('Call mum');
  place.remove();
});
