import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, ics } from '../service-on-memory.js';

const PROGRAMS = { override: 'Mozilla', copy: '-//Apple Inc.//macOS 14', roll: '+//IDN tasks.org//android' };
type Habit = keyof typeof PROGRAMS;

/** A list with one weekly task, as a program with that habit has written it. */
function desk(habit: Habit) {
  const todo = [
    'BEGIN:VTODO',
    'UID:plants',
    'DTSTAMP:20261101T000000Z',
    'SUMMARY:Plants',
    'RRULE:FREQ=WEEKLY',
  ];
  const text = ics(...todo, 'DTSTART;VALUE=DATE:20261109', 'DUE;VALUE=DATE:20261109', 'END:VTODO');
  const objects = [text.replace(/PRODID:.*/, `PRODID:${PROGRAMS[habit]}`)];
  return deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects }] })]);
}

type Desk = ReturnType<typeof desk>;
const filters = { title: 'plants' };
const complete = (d: Desk) => d.write({ mutation: { operation: 'complete', filters } });
const reopen = (d: Desk) => d.write({ mutation: { operation: 'reopen', filters } });
const openDates = async (d: Desk) => {
  const { data } = await d.read({ query: { type: 'tasks', fields: ['due'] } });
  return (data.tasks as { due: string }[]).map(({ due }) => due);
};

describe('opening again what was done of a series', () => {
  it('opens the last occurrence, where these are kept in the series', async () => {
    const d = desk('override');
    await complete(d);
    await complete(d);
    expect((await reopen(d)).data.event).toMatchObject({ due: '2026-11-16' });
    expect(await openDates(d)).toEqual(['2026-11-16']);
  });

  it('opens the task that was done last, where these are tasks of their own', async () => {
    const d = desk('copy');
    await complete(d);
    await complete(d);
    expect((await reopen(d)).data.event).toMatchObject({ due: '2026-11-16' });
    expect(await openDates(d)).toEqual(['2026-11-16', '2026-11-23']);
  });

  it('is refused with the undo that does it, where the series has moved on', async () => {
    const d = desk('roll');
    await complete(d);
    await complete(d);
    const { code, info } = await failureOf(reopen(d));
    expect(code).toBe('UNSUPPORTED');
    await d.write(info.example);
    expect(await openDates(d)).toEqual(['2026-11-16']);
  });

  it('says that it is open, where nothing was done', async () => {
    for (const habit of ['override', 'copy', 'roll'] as const) {
      const { meta } = await reopen(desk(habit));
      expect(meta.notes).toEqual(['The task is open; nothing was written.']);
    }
  });
});

it.each(['override', 'copy', 'roll'] as const)(
  'completes the next occurrence each time: %s',
  async (habit) => {
    const d = desk(habit);
    for (const next of ['2026-11-16', '2026-11-23', '2026-11-30']) {
      await complete(d);
      expect(await openDates(d)).toEqual([next]);
    }
  },
);

it.each(['override', 'copy'] as const)('deletes what is done, and not the series: %s', async (habit) => {
  const d = desk(habit);
  await complete(d);
  await complete(d);
  const mutation = { operation: 'delete', type: 'task', filters: { status: 'done' }, each: true };
  expect((await d.write({ mutation })).data).toMatchObject({ outcome: 'applied', succeeded: 2 });
  expect(await openDates(d)).toEqual(['2026-11-23']);
});
