import { expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.js';
import { checkRestriction, type Seen } from '../../src/doctor/check-named-calendars.js';
import type { Examination } from '../../src/doctor/examination.js';
import type { CalendarInfo } from '../../src/ports/backend.js';
import type { ProbeFinding } from '../../src/ports/probe.js';

const calendar = (name: string, components: readonly string[], writable = true) =>
  ({ id: name, name, account: 'mine', components, writable }) as unknown as CalendarInfo;

const SEEN = [
  { calendars: [calendar('Work', ['VEVENT']), calendar('Tasks', ['VTODO'])] },
  { calendars: [calendar('Both', ['VEVENT', 'VTODO']), calendar('Holidays', ['VEVENT', 'VTODO'], false)] },
] as unknown as readonly Seen[];

/** What is said of each calendar that the settings name. */
async function verdicts(settings: object): Promise<Record<string, string | undefined>> {
  const said: Record<string, string | undefined> = {};
  const check = async (
    name: string,
    look: () => Promise<unknown>,
    verdict: (found: unknown) => ProbeFinding,
  ) => {
    said[name] = verdict(await look()).detail;
  };
  const examination = { options: {}, ofSettings: () => ({ check }) } as unknown as Examination;
  await checkRestriction(examination, settings as Settings, SEEN);
  return said;
}

it.each([
  [{ defaultCalendar: 'Work', defaultTaskList: 'mine/Tasks' }, 'Found.', 'Found.'],
  [{ defaultCalendar: 'Both', defaultTaskList: 'Both' }, 'Found.', 'Found.'],
  [
    { defaultCalendar: 'Tasks', defaultTaskList: 'Work' },
    'It holds no events, only tasks.',
    'It holds no tasks, only events.',
  ],
  [
    { defaultCalendar: 'Holidays', defaultTaskList: 'Holidays' },
    'Nothing can be written to it.',
    'Nothing can be written to it.',
  ],
  [{ defaultCalendar: 'Wrok' }, 'No calendar has the configured name.', undefined],
])('%j can take what is new, or it is said why not', async (settings, events, tasks) => {
  expect(await verdicts(settings)).toEqual({
    'the default calendar': events,
    ...(tasks !== undefined && { 'the default task list': tasks }),
  });
});

it('is not said of the only calendar, which may be there to be read', async () => {
  expect(await verdicts({ calendar: 'Holidays' })).toEqual({ 'the only calendar': 'Found.' });
});
