import { describe, expect, it } from 'vitest';
import { failureOf } from '../../thrown.js';
import { desk, event, ics } from '../service-on-memory.js';

const timed = (title: string, start: string, end: string, ...lines: readonly string[]) =>
  ics(
    ...event(
      `UID:${title}@x`,
      `SUMMARY:${title}`,
      `DTSTART:20261127T${start}00Z`,
      `DTEND:20261127T${end}00Z`,
      ...lines,
    ),
  );

async function conflictsOf(objects: readonly string[], mutation: object) {
  const { data } = await desk(objects).write({ mutation: { operation: 'update', ...mutation } });
  return (data.conflicts as readonly { title: string; hadBefore?: boolean }[]).map(({ title, hadBefore }) => [
    title,
    hadBefore ?? false,
  ]);
}

it('an update says which conflicts the event had at its time before', async () => {
  const objects = [
    timed('Moved', '1000', '1100'),
    timed('Old', '1030', '1130'),
    timed('New', '1100', '1200'),
  ];
  const changes = { shiftMinutes: 30 };
  expect(await conflictsOf(objects, { filters: { title: 'Moved', when: '2026-11-27' }, changes })).toEqual([
    ['Old', true],
    ['New', false],
  ]);
});

it('of one occurrence the others of its series count, too', async () => {
  const series = timed('Series', '1000', '1100', 'RRULE:FREQ=DAILY;COUNT=3');
  const next = ics(
    ...event('UID:Next@x', 'SUMMARY:Next', 'DTSTART:20261128T103000Z', 'DTEND:20261128T110000Z'),
  );
  const filters = { title: 'Series', when: '2026-11-27' };
  const changes = { start: '2026-11-28T10:15Z' };
  expect(await conflictsOf([series, next], { filters, scope: 'this', changes })).toEqual([
    ['Series', false],
    ['Next', false],
  ]);
});

it('a new event has none of before', async () => {
  const { data } = await desk([timed('There', '1000', '1100')]).write({
    mutation: {
      operation: 'create',
      data: { title: 'New', start: '2026-11-27T10:00Z', durationMinutes: 30 },
    },
  });
  expect(data.conflicts).toEqual([expect.not.objectContaining({ hadBefore: true })]);
});

interface Result {
  readonly index: number;
  readonly conflicts?: readonly { readonly title: string; readonly hadBefore?: boolean }[];
}

async function conflictsOfEach(objects: readonly string[], mutation: object, dryRun: boolean) {
  const { data } = await desk(objects).write({ mutation: { ...mutation, dryRun } });
  return (data.results as readonly Result[])
    .toSorted((a, b) => a.index - b.index)
    .map(({ conflicts = [] }) => conflicts.map(({ title }) => title));
}

it.each([true, false])(
  'each operation of a batch names its conflicts once all are done: dryRun %s',
  async (dryRun) => {
    const objects = [timed('There', '1000', '1100'), timed('Leaves', '1400', '1500')];
    const create = (title: string, start: string) => ({
      operation: 'create',
      data: { title, start: `2026-11-27T${start}Z`, durationMinutes: 30 },
    });
    const operations = [
      create('Beside', '10:30'),
      // Its time becomes free by the last operation.
      create('Instead', '14:00'),
      create('Free', '17:00'),
      create('Same', '17:00'),
      {
        operation: 'update',
        filters: { title: 'Leaves', when: '2026-11-27' },
        changes: { shiftMinutes: 60 },
      },
    ];
    expect(await conflictsOfEach(objects, { operation: 'batch', operations }, dryRun)).toEqual([
      ['There'],
      [],
      ['Same'],
      ['Free'],
      [],
    ]);
  },
);

it.each([true, false])('of each match as well: dryRun %s', async (dryRun) => {
  const objects = [
    timed('One', '1000', '1100'),
    timed('Two', '1200', '1300'),
    timed('There', '1330', '1400'),
  ];
  const mutation = {
    operation: 'update',
    filters: { OR: [{ title: 'One' }, { title: 'Two' }], when: '2026-11-27' },
    each: true,
    changes: { extendMinutes: 45 },
  };
  expect(await conflictsOfEach(objects, mutation, dryRun)).toEqual([[], ['There']]);
});

describe('a series is checked a year ahead', () => {
  const late = timed('Late', '0930', '1030').replaceAll('20261127T', '20271008T');
  const weekly = (more: object, allowConflicts?: false) => ({
    mutation: {
      operation: 'create',
      data: {
        title: 'Weekly',
        start: '2026-11-27T10:00Z',
        durationMinutes: 60,
        recurrence: { frequency: 'weekly', ...more },
      },
      ...(allowConflicts === false && { allowConflicts }),
    },
  });
  const told = async (objects: readonly string[], call: object) => {
    const { data, meta } = await desk(objects).write(call);
    const { conflicts = [] } = data as Pick<Result, 'conflicts'>;
    return [conflicts.map(({ title }) => title), (meta.notes ?? []).filter((note) => note.includes('until'))];
  };

  it('and what is in its way then is named, or refused', async () => {
    expect(await told([late], weekly({ count: 50 }))).toEqual([['Late'], []]);
    expect((await failureOf(desk([late]).write(weekly({ count: 50 }, false)))).code).toBe('HAS_CONFLICTS');
  });

  it('and says so where it goes on, unless it never ends and may conflict', async () => {
    const note = ['Conflicts were checked until 2027-11-26.'];
    expect(await told([], weekly({ count: 60 }))).toEqual([[], note]);
    expect(await told([], weekly({ count: 60 }, false))).toEqual([[], note]);
    expect(await told([], weekly({}, false))).toEqual([[], note]);
    expect(await told([], weekly({}))).toEqual([[], []]);
    expect(await told([], weekly({ count: 50 }))).toEqual([[], []]);
  });
});
