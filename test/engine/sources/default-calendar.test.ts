import { expect, it } from 'vitest';
import type { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';

const account = (name: string, ...calendars: readonly string[]) =>
  createMemoryBackend({ name, calendars: calendars.map((one) => ({ name: one, objects: [] })) });
const NOTE = [expect.stringContaining('No calendar was named')];

const CASES = [
  ['one calendar', [account('a', 'Work')], {}, 'Work', undefined],
  ['several of one account', [account('a', 'Work', 'Home')], {}, 'Work', NOTE],
  ['several and a setting', [account('a', 'Work', 'Home')], { defaultCalendar: 'home' }, 'Home', undefined],
  ['several accounts', [account('a', 'Work'), account('b', 'Home')], {}, undefined, undefined],
  [
    'several accounts and a setting',
    [account('a', 'Work'), account('b', 'Home')],
    { defaultCalendar: 'b/Home' },
    'Home',
    undefined,
  ],
  [
    'a setting that names none',
    [account('a', 'Work', 'Home')],
    { defaultCalendar: 'Hone' },
    undefined,
    undefined,
  ],
] as const;

it.each(CASES)(
  '%s: the one that is called default gets new events',
  async (_, backends, settings, goes, notes) => {
    const desk = deskOver(backends, settings);
    const { data } = await desk.read({ query: { type: 'calendars' } });
    const marked = (data.calendars as { name: string; default?: true }[]).filter((one) => one.default);
    expect(marked.map(({ name }) => name)).toEqual(goes === undefined ? [] : [goes]);
    const create = (dryRun: boolean, title: string) =>
      desk.write({ mutation: { operation: 'create', dryRun, data: { title, start: '2026-11-24T12:00' } } });
    for (const dryRun of [true, false]) {
      const made = await create(dryRun, 'Lunch').catch((error: unknown) => error);
      if (goes === undefined) {
        expect(made).toMatchObject({ code: expect.stringMatching(/AMBIGUOUS_TARGET|CALENDAR_NOT_FOUND/) });
        continue;
      }
      expect(made).toMatchObject({ data: { event: { calendar: goes } } });
      expect((made as { meta: { notes?: unknown } }).meta.notes).toEqual(notes);
    }
  },
);

it('a setting that names none is told as what is wrong', async () => {
  const desk = deskOver([account('a', 'Work', 'Home')], { defaultCalendar: 'Hone' });
  const create = { operation: 'create', data: { title: 'Lunch', start: '2026-11-24T12:00' } };
  const { info } = await failureOf(desk.write({ mutation: create }));
  expect(info.suggestion).toContain('defaultCalendar');
  const named = { ...create, data: { ...create.data, calendar: 'Hone' } };
  expect((await failureOf(desk.write({ mutation: named }))).info.suggestion).not.toContain('defaultCalendar');
});

const LISTS = [
  { name: 'Work', objects: [], components: ['VEVENT'] },
  { name: 'Tasks', objects: [], components: ['VTODO'] },
  { name: 'House', objects: [], components: ['VTODO'] },
];

it.each([
  ['the list of the setting', LISTS, { defaultTaskList: 'house' }, 'House'],
  [
    'that list beside a default for events',
    LISTS,
    { defaultCalendar: 'Work', defaultTaskList: 'Tasks' },
    'Tasks',
  ],
  ['no list of several', LISTS, { defaultCalendar: 'Work' }, 'AMBIGUOUS_TARGET'],
  ['the only list', LISTS.slice(0, 2), {}, 'Tasks'],
  ['no list that the setting misnames', LISTS, { defaultTaskList: 'Hose' }, 'CALENDAR_NOT_FOUND'],
  ['no calendar of events', LISTS, { defaultTaskList: 'Work' }, 'CALENDAR_NOT_FOUND'],
])('new tasks go to %s', async (_, calendars, settings, goes) => {
  const desk = deskOver([createMemoryBackend({ name: 'a', calendars })], settings);
  const made = await desk
    .write({ mutation: { operation: 'create', type: 'task', data: { title: 'Paint' } } })
    .then(({ data }) => (data as unknown as { event: { list: string } }).event.list)
    .catch(({ code, info }: CalendarError) => {
      expect(info.suggestion).toContain('defaultTaskList');
      return code;
    });
  expect(made).toBe(goes);
});
