import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, ics } from '../service-on-memory.js';

const NEXTCLOUD = '-//Nextcloud Tasks v0.18.1';

function task(uid: string, ...lines: readonly string[]): string {
  const text = ics('BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VTODO');
  return text.replace(/PRODID:.*/, `PRODID:${NEXTCLOUD}`);
}

const weekly = (uid: string, ...lines: readonly string[]) =>
  task(uid, `SUMMARY:${uid}`, 'DUE;VALUE=DATE:20261117', 'RRULE:FREQ=WEEKLY', ...lines);

/** A list that Nextcloud Tasks keeps. */
function desk(...objects: readonly string[]) {
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects }] });
  const { read, write } = deskOver([backend]);
  return {
    write: (mutation: Readonly<Record<string, unknown>>) => write({ mutation }),
    tasks: async (filters: Readonly<Record<string, unknown>> = {}) => {
      const query = { type: 'tasks', filters, fields: ['id', 'title', 'due', 'status'] };
      const { data } = await read({ query });
      return data.tasks as { id: string; title: string; due: string; status: string }[];
    },
  };
}

const report = { filters: { title: 'report' }, type: 'task' };
const DONE = { status: ['done'] };

describe('a list that moves its series on', () => {
  it('does so for a series that was created here, and after an occurrence was done apart', async () => {
    const d = desk(weekly('report'), weekly('bins'));
    const data = { title: 'Plants', due: '2026-11-23', recurrence: { frequency: 'weekly' } };
    await d.write({ operation: 'create', type: 'task', data });
    await d.write({ operation: 'complete', filters: { title: 'plants' } });
    const [bins] = await d.tasks({ title: 'bins' });
    const later = `${bins?.id.split('/')[0]}/20261124`;
    await d.write({ operation: 'complete', id: later });
    await d.write({ operation: 'complete', filters: { title: 'report' } });
    expect((await d.tasks(DONE)).map(({ title, due }) => [title, due])).toEqual([['bins', '2026-11-24']]);
    expect((await d.tasks({ title: 'plants' }))[0]?.due).toBe('2026-11-30');
    expect((await d.tasks({ title: 'report' }))[0]?.due).toBe('2026-11-24');
  });

  it.each([{ status: 'done' }, { percent: 100 }])(
    'does so for an occurrence changed to %o',
    async (changes) => {
      const d = desk(weekly('report'));
      const [row] = await d.tasks();
      const { meta } = await d.write({ operation: 'update', id: row?.id, scope: 'this', changes });
      expect(meta.notes?.join()).toContain('moved on');
      expect(await d.tasks()).toMatchObject([{ due: '2026-11-24' }]);
      const [next] = await d.tasks();
      const both = { ...changes, description: 'x' };
      const { code } = await failureOf(
        d.write({ operation: 'update', id: next?.id, scope: 'this', changes: both }),
      );
      expect(code).toBe('INVALID_ARGUMENT');
      expect(await d.tasks()).toMatchObject([{ due: '2026-11-24' }]);
    },
  );

  it('does so for sub-tasks that repeat', async () => {
    const d = desk(
      task('move', 'SUMMARY:Move house'),
      weekly('water', 'RELATED-TO:move'),
      task('boxes', 'SUMMARY:boxes', 'RELATED-TO:move'),
    );
    await d.write({ operation: 'complete', filters: { title: 'move house' }, children: true });
    expect(await d.tasks()).toMatchObject([{ title: 'water', due: '2026-11-24' }]);
  });
});

describe('progress of a whole series', () => {
  it.each([{ percent: 100 }, { percent: 50 }, { status: 'started' }, { status: 'done' }])(
    'is refused for %o with a call that works',
    async (changes) => {
      const d = desk(weekly('report'));
      const failure = await failureOf(d.write({ operation: 'update', ...report, changes }));
      expect([failure.code, failure.info.outcome]).toEqual(['SCOPE_REQUIRED', 'not_applied']);
      const { mutation } = failure.info.example as { mutation: Record<string, unknown> };
      expect((await d.write(mutation)).data.outcome).toBe('applied');
      const open = await d.tasks();
      expect(open.map(({ due }) => due)).toContain(
        mutation.operation === 'complete' ? '2026-11-24' : '2026-11-17',
      );
    },
  );

  it('is taken back where none of it is left', async () => {
    const d = desk(weekly('report'));
    expect((await d.write({ operation: 'update', ...report, changes: { percent: null } })).data.outcome).toBe(
      'applied',
    );
  });
});

describe('a series that is cancelled', () => {
  const cancelled = () => desk(weekly('report', 'STATUS:CANCELLED'));

  it('is opened as a whole, and the answer says so', async () => {
    const { data } = await cancelled().write({ operation: 'reopen', ...report });
    expect(data).toMatchObject({ series: { scope: 'all' }, changed: { status: ['cancelled', 'open'] } });
  });

  it('is not said to be done', async () => {
    const { meta } = await cancelled().write({ operation: 'complete', ...report });
    expect(meta.notes?.join()).toContain('cancelled');
  });
});

it('an answer about a series shows the occurrence that waits', async () => {
  const done = [
    'BEGIN:VTODO',
    'UID:report',
    'DTSTAMP:20261101T000000Z',
    'SUMMARY:report',
    'STATUS:COMPLETED',
  ];
  const series = weekly('report').replace(
    'END:VCALENDAR',
    [
      ...done,
      'RECURRENCE-ID;VALUE=DATE:20261124',
      'DUE;VALUE=DATE:20261124',
      'END:VTODO',
      'END:VCALENDAR',
    ].join('\r\n'),
  );
  const d = desk(series);
  const { data } = await d.write({ operation: 'update', ...report, changes: { title: 'Renamed' } });
  expect(data.event).toMatchObject({ due: '2026-11-17' });
  expect(data.event).not.toHaveProperty('completed');
});

it('a reminder before no date is refused', async () => {
  const d = desk();
  const { code, info } = await failureOf(
    d.write({ operation: 'create', type: 'task', data: { title: 'Call', reminders: [30] } }),
  );
  expect([code, info.path]).toEqual(['INVALID_ARGUMENT', '/mutation/data/reminders']);
});

it('a series created with its due date on the rule keeps both dates', async () => {
  const d = desk();
  const data = { title: 'Report', start: '2026-11-25', due: '2026-11-27' };
  const recurrence = { frequency: 'weekly', daysOfWeek: ['fri'], count: 3 };
  await d.write({ operation: 'create', type: 'task', data: { ...data, recurrence } });
  const days: string[] = [];
  for (let count = 0; count < 3; count++) {
    days.push((await d.tasks())[0]?.due ?? '');
    await d.write({ operation: 'complete', filters: { title: 'report' } });
  }
  expect(days).toEqual(['2026-11-27', '2026-12-04', '2026-12-11']);
  expect(await d.tasks()).toEqual([]);
});
