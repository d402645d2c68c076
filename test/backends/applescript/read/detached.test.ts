import { beforeEach, describe, expect, it } from 'vitest';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import type { CalendarObject } from '../../../../src/ports/backend.js';
import { textOf } from '../../../conformance/events.js';
import { only, remove, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { eventsOf, put, type World, wall, worldOf } from '../scenarios/world.js';
import type { SimulatedEvent } from '../simulated/simulated-state.js';

const RULE = 'FREQ=DAILY;COUNT=5';
const DETACHED = [expect.objectContaining({ reason: expect.stringContaining('changed in Calendar') })];

/** What the user does in Calendar: "change this event only". The occurrence stands before or behind its series. */
function detach(world: World, series: SimulatedEvent, first: boolean): void {
  const moved = wall('2026-03-12T15:00:00');
  put(world, { uid: series.uid, summary: 'Moved', 'start date': moved, 'end date': moved + 1000 });
  const events = eventsOf(world);
  if (first) events.unshift(required(events.pop()));
}

/** The rows that the last script of a kind was told to look at. */
function rowsAsked(world: Pick<World, 'runner'>, script: string): readonly string[] {
  const run = required(world.runner.runs.findLast((one) => one.script === script));
  return run.argv.slice(3).filter((_, at) => at % 2 === 0);
}

let world: World;
let series: SimulatedEvent;

beforeEach(async () => {
  world = await worldOf();
  series = put(world, { recurrence: RULE });
});

describe.each([
  ['behind it', false],
  ['in its place', true],
])('an occurrence that is changed in Calendar after the calendar was listed, and stands %s', (_, first) => {
  it('is told when the series is read by its id', async () => {
    const { href } = await only(world);
    detach(world, series, first);
    const { objects, unreadable, missing } = await scanHrefs(world, [href]);
    expect(objects.map(({ ics }) => [textOf(ics, 'SUMMARY'), textOf(ics, 'RRULE')])).toEqual([
      ['Lunch', RULE],
    ]);
    expect(unreadable).toEqual(DETACHED);
    expect(missing).toEqual([]);
  });

  it('is told also where nothing else tells that the calendar has changed', async () => {
    const other = put(world, { uid: 'OTHER' });
    const href = `${world.calendar.href}/${series.uid}`;
    expect((await scan(world)).objects).toHaveLength(2);
    eventsOf(world).splice(eventsOf(world).indexOf(other), 1);
    detach(world, series, first);
    expect((await scanHrefs(world, [href])).unreadable).toEqual(DETACHED);
  });

  it('keeps the series from being changed or deleted', async () => {
    const before = await only(world);
    detach(world, series, first);
    const stored = structuredClone(eventsOf(world));
    const changed = before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner');
    for (const write of [() => replace(world, before, changed), () => remove(world, before)]) {
      await expect(write()).rejects.toMatchObject({
        code: 'UNSUPPORTED',
        message: expect.stringContaining('changed in Calendar itself'),
        info: { outcome: 'not_applied' },
      });
    }
    expect(eventsOf(world)).toEqual(stored);
  });

  it.each(['update-event', 'delete-event'])(
    'keeps it also between the look and the script: %s',
    async (written) => {
      const before = await only(world);
      const { run } = world.runner;
      world.runner.run = async (script, argv, signal) => {
        if (script === written) detach(world, series, first);
        return run(script, argv, signal);
      };
      const changed = before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner');
      const write = written === 'delete-event' ? remove(world, before) : replace(world, before, changed);
      await expect(write).rejects.toMatchObject({ code: 'UNSUPPORTED', info: { outcome: 'not_applied' } });
      expect(
        eventsOf(world)
          .map(({ summary }) => summary)
          .sort(),
      ).toEqual(['Lunch', 'Moved']);
    },
  );

  describe('of an event that was none of a series when it was listed', () => {
    async function becomeSeries(): Promise<CalendarObject> {
      series.recurrence = null;
      const before = await only(world);
      Object.assign(series, { recurrence: RULE, 'stamp date': wall('2026-02-01T09:00:00') });
      detach(world, series, first);
      return before;
    }

    it('is told, and never read as the series', async () => {
      const { href } = await becomeSeries();
      const { objects, unreadable } = await scanHrefs(world, [href]);
      expect(objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toEqual(['Lunch']);
      expect(unreadable).toEqual(DETACHED);
    });

    it('is never read as the series where our last write could not be looked at', async () => {
      series.recurrence = null;
      const before = await only(world);
      const { run } = world.runner;
      let written = false;
      world.runner.run = async (script, argv, signal) => {
        if (written && script === 'read-events') throw new ScriptFailure('deadline');
        written ||= script === 'update-event';
        return run(script, argv, signal);
      };
      const changed = before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner');
      await expect(replace(world, before, changed)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      world.runner.run = run;
      series.recurrence = RULE;
      detach(world, series, first);
      const { objects } = await scanHrefs(world, [before.href]);
      expect(objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toEqual(['Dinner']);
    });

    it('is never changed or deleted in place of the series', async () => {
      const { href, etag } = await becomeSeries();
      const stored = structuredClone(eventsOf(world));
      const read = (await scanHrefs(world, [href])).objects;
      for (const one of [{ href, etag }, ...read]) {
        await expect(remove(world, one)).rejects.toMatchObject({ info: { outcome: 'not_applied' } });
      }
      expect(eventsOf(world)).toEqual(stored);
    });
  });

  it('keeps an occurrence from being changed by us before anything is made', async () => {
    const before = await only(world);
    detach(world, series, first);
    const occurrence = [
      'BEGIN:VEVENT',
      `UID:${series.uid}`,
      'DTSTAMP:20260101T000000Z',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260311T090000',
      'DTSTART;TZID=Europe/Berlin:20260311T110000',
      'DTEND;TZID=Europe/Berlin:20260311T120000',
      'SUMMARY:This one',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ];
    const changed = before.ics.replace('END:VCALENDAR\r\n', occurrence.join('\r\n'));
    await expect(replace(world, before, changed)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied' },
    });
    expect(world.runner.runs.filter(({ script }) => /create|update|delete/.test(script))).toEqual([]);
  });
});

it('stops being told, and lets the series be changed, once it is gone', async () => {
  const { href } = await only(world);
  detach(world, series, false);
  await scanHrefs(world, [href]);
  eventsOf(world).pop();
  const before = required((await scanHrefs(world, [href])).objects[0]);
  eventsOf(world).reverse();
  await replace(world, before, before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner'));
  expect(series.summary).toBe('Dinner');
});

it('costs an event that is no series nothing: it is asked by its row', async () => {
  const plain = put(world, { uid: 'PLAIN' });
  const hrefs = [series, plain].map(({ uid }) => `${world.calendar.href}/${uid}`);
  await scan(world);
  const counts: (number | undefined)[] = [];
  for (const some of [hrefs.slice(1), hrefs.slice(0, 1), hrefs]) {
    await scanHrefs(world, some);
    counts.push(world.runner.runs.at(-1)?.appleEvents);
  }
  // Names of calendars, number of events, each event; of a series the uids of all events instead of one.
  expect(counts).toEqual([2 + 19, 2 + 19, 2 + 2 * 19]);
  expect(rowsAsked(world, 'read-events')).toEqual(['=0', '=2']);
});

it('costs the write of a series a look at the uids of all events before it, and one in its script', async () => {
  const before = await only(world);
  const asked = world.runner.runs.length;
  const rows = () =>
    world.runner.runs.slice(asked).map(({ script, argv }) => {
      const row = script === 'read-events' ? argv.slice(3).filter((_, at) => at % 2 === 0) : [argv[3]];
      return [script, ...row];
    });
  await replace(world, before, before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner'));
  const change = [
    ['read-events', '=0'],
    ['update-event', '=0'],
    ['read-events', '=1'],
  ];
  expect(rows()).toEqual(change);
  await remove(world, required((await scanHrefs(world, [before.href])).objects[0]));
  const deletion = [
    ['read-events', '=0'],
    ['delete-event', '=0'],
    ['read-events', '=1'],
  ];
  expect(rows()).toEqual([...change, ['read-events', '=0'], ...deletion]);
});
