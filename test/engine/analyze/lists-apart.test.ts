import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { deskOver, ics } from '../service-on-memory.js';

function task(uid: string, ...lines: readonly string[]): string {
  return ics(
    ...['BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', `SUMMARY:${uid}`, ...lines, 'END:VTODO'],
  );
}

function event(uid: string, start: string, end: string): string {
  return ics(
    ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', `SUMMARY:${uid}`],
    ...[`DTSTART:${start}`, `DTEND:${end}`, 'END:VEVENT'],
  );
}

/** Events and tasks in calendars of their own, as most CalDAV servers keep them. */
function deskApart() {
  const calendars = [
    {
      ...{ name: 'Work', components: ['VEVENT'] },
      objects: [event('review', '20261123T080000Z', '20261123T100000Z')],
    },
    {
      ...{ name: 'Family', components: ['VEVENT'] },
      objects: [event('dentist', '20261123T100000Z', '20261123T110000Z')],
    },
    {
      ...{ name: 'Tasks', components: ['VTODO'] },
      objects: [
        task('report', 'DUE:20261124T170000Z', 'PRIORITY:1'),
        task('slides', 'DUE:20261126T170000Z', 'CATEGORIES:office'),
      ],
    },
    { name: 'House', components: ['VTODO'], objects: [task('roof', 'DUE:20261125T170000Z')] },
  ];
  return deskOver([createMemoryBackend({ name: 'test', calendars })]);
}

interface Planned {
  readonly planned: readonly {
    readonly title: string;
    readonly times: readonly { readonly start: string }[];
  }[];
}

async function planned(scope: object): Promise<readonly string[]> {
  const { data } = await deskApart().analyze({ analysis: { type: 'plan_tasks', scope } });
  return (data as unknown as Planned).planned.map(
    ({ title, times }) => `${title} ${times[0]?.start.slice(11, 16)}`,
  );
}

it.each([
  ['all lists, around all events', {}, ['report 12:00', 'roof 12:30', 'slides 13:00']],
  ['a list that is named, around all events', { calendars: ['Tasks'] }, ['report 12:00', 'slides 12:30']],
  [
    'all lists around the calendar that is named',
    { calendars: ['Work'] },
    ['report 11:00', 'roof 11:30', 'slides 12:00'],
  ],
  ['a list around a calendar, both named', { calendars: ['House', 'Family'] }, ['roof 09:00']],
  ['a list that the filters name', { filters: { calendar: 'Tasks' } }, ['report 12:00', 'slides 12:30']],
  ['all lists but one', { filters: { calendar: { none: ['Tasks'] } } }, ['roof 12:00']],
  ['tasks of a priority', { filters: { priority: 'high' } }, ['report 12:00']],
  ['tasks with a tag', { filters: { tags: 'office' } }, ['slides 12:00']],
  [
    'tasks that are due by a day',
    { filters: { due: { before: 'thursday' } } },
    ['report 12:00', 'roof 12:30'],
  ],
  [
    'one task or another',
    { filters: { OR: [{ title: 'roof' }, { priority: 'high' }] } },
    ['report 12:00', 'roof 12:30'],
  ],
  [
    'in a period that the filters name',
    { filters: { when: 'tomorrow' } },
    ['report 09:00', 'roof 09:30', 'slides 10:00'],
  ],
])('plan_tasks plans %s', async (_, scope, times) => {
  expect(await planned(scope)).toEqual(times);
});

it.each([
  ['a calendar', { scope: { calendars: ['Nope'] } }, 'CALENDAR_NOT_FOUND', '/analysis/scope/calendars/0'],
  [
    'a zone of its working hours',
    { params: { workingHours: { start: '09:00', end: '17:00', timezone: 'Mars/Base' } } },
    'INVALID_TIMEZONE',
    '/analysis/params/workingHours/timezone',
  ],
])('plan_tasks says where %s stands that does not exist', async (_, asked, code, path) => {
  const failure = await failureOf(deskApart().analyze({ analysis: { type: 'plan_tasks', ...asked } }));
  expect(failure).toMatchObject({ code, info: { path } });
});

it.each([
  ['plan_tasks', { busy: true }],
  ['attention', { priority: 'high' }],
  ['conflicts', { OR: [{ overdue: true }, { title: 'x' }] }],
])('%s refuses filters of the other kind, with a call that runs', async (type, filters) => {
  const failure = await failureOf(deskApart().analyze({ analysis: { type, scope: { filters } } }));
  const { example } = (failure as CalendarError).info;
  expect((await deskApart().analyze(example)).success).toBe(true);
});

it.each([
  ['read', { query: { type: 'events', filters: { when: 'today' }, format: 'agenda' } }],
  ['read', { query: { type: 'events', mode: 'smart_suggest' } }],
  ['analyze', { analysis: { type: 'attention' } }],
] as const)('%s %j answers without a list that cannot be read, and names it', async (tool, call) => {
  const bad = breakable(
    createMemoryBackend({ name: 'bad', calendars: [{ name: 'Jobs', objects: [], components: ['VTODO'] }] }),
  );
  bad.failScan = new CalendarError('UNAVAILABLE', 'The server cannot be reached.', {});
  const work = createMemoryBackend({
    name: 'good',
    calendars: [
      {
        name: 'Work',
        objects: [event('review', '20261123T080000Z', '20261123T100000Z')],
        components: ['VEVENT'],
      },
    ],
  });
  const { meta } = await deskOver([work, bad.backend])[tool](call);
  expect(meta.sources).toMatchObject([{ calendar: 'Jobs', error: 'UNAVAILABLE' }]);
});

it('plan_tasks without a list that can be read is no empty plan', async () => {
  const bad = breakable(
    createMemoryBackend({ name: 'bad', calendars: [{ name: 'Jobs', objects: [], components: ['VTODO'] }] }),
  );
  bad.failScan = new CalendarError('UNAVAILABLE', 'The server cannot be reached.', {});
  const work = createMemoryBackend({
    name: 'good',
    calendars: [{ name: 'Work', objects: [], components: ['VEVENT'] }],
  });
  const failure = await failureOf(
    deskOver([work, bad.backend]).analyze({ analysis: { type: 'plan_tasks' } }),
  );
  expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
});

it.each([['attention'], ['schedule_health']])(
  '%s of calendars without tasks speaks of their events',
  async (type) => {
    const { success } = await deskApart().analyze({ analysis: { type, scope: { calendars: ['Work'] } } });
    expect(success).toBe(true);
  },
);

it.each([
  ['Work', ['review']],
  ['Tasks', []],
])('attention of %s names no event of another calendar', async (name) => {
  const { data } = await deskApart().analyze({
    analysis: { type: 'attention', scope: { calendars: [name] } },
  });
  expect(JSON.stringify(data)).not.toContain('dentist');
});

it('the agenda of a calendar without tasks is read', async () => {
  const { data } = await deskApart().read({
    query: { type: 'events', filters: { when: 'today', calendar: 'Work' }, format: 'agenda' },
  });
  expect(JSON.stringify(data)).toContain('review');
});

it('has what is late before what is due in an agenda of today, ten at most, and says of how many more', async () => {
  const late = Array.from({ length: 12 }, (_, n) => task(`late ${n}`, `DUE:202611${10 + n}T170000Z`));
  const calendars = [
    { name: 'Work', components: ['VEVENT'], objects: [] },
    { name: 'Tasks', components: ['VTODO'], objects: [...late, task('report', 'DUE:20261124T170000Z')] },
  ];
  const d = deskOver([createMemoryBackend({ name: 'test', calendars })]);
  const agenda = (when: string) => d.read({ query: { type: 'events', filters: { when }, format: 'agenda' } });
  const { data, meta } = await agenda('next 7 days');
  const lines = String(data.agenda)
    .split('\n')
    .filter((line) => line.includes(' | '));
  expect(lines.map((line) => line.split(' | ')[1])).toEqual([
    ...Array.from({ length: 10 }, (_, n) => `late ${n + 2}`),
    'report',
  ]);
  expect(meta.notes).toEqual(['And 2 more tasks are overdue: read type "tasks", filters {"overdue":true}.']);
  expect((await agenda('2026-11-25')).data.agenda).toBe('(no rows)');
});

it('names the lists for a task that is to go where only events are, and puts the call right', async () => {
  const data = { title: 'Slides', due: '2026-12-01', calendar: 'Work' };
  const d = deskApart();
  const { code, info } = await failureOf(d.write({ mutation: { operation: 'create', type: 'task', data } }));
  expect([code, info.path, info.didYouMean]).toEqual([
    'CALENDAR_NOT_FOUND',
    '/mutation/data/calendar',
    ['Tasks', 'House'],
  ]);
  expect(info.example).toMatchObject({
    mutation: { operation: 'create', data: { ...data, calendar: 'Tasks' } },
  });
  expect((await d.write(info.example as object)).data.outcome).toBe('applied');
});
