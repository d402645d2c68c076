import { beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../conformance/events.js';
import { only, remove, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { around, eventsOf, put, type World, wall, worldOf } from '../scenarios/world.js';
import type { SimulatedEvent } from '../simulated/simulated-state.js';

const RULE = 'FREQ=DAILY;COUNT=5';
const DETACHED = [expect.objectContaining({ reason: expect.stringContaining('changed in Calendar') })];
const REFUSED = {
  code: 'UNSUPPORTED',
  message: expect.stringContaining('changed in Calendar itself'),
  info: { outcome: 'not_applied', suggestion: expect.stringContaining('doctor --permission') },
};

let world: World;
let series: SimulatedEvent;
let href = '';
beforeEach(async () => {
  world = await worldOf();
  series = put(world, { recurrence: RULE });
  href = `${world.calendar.href}/${series.uid}`;
});

const dinner = (ics: string): string => ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner');
const titles = () => eventsOf(world).map(({ summary }) => summary);

describe.each([
  ['behind it', false],
  ['in its place', true],
])('an occurrence that is changed in Calendar after the calendar was listed, and stands %s', (_, first) => {
  /** What the user does in Calendar: "change this event only". */
  function detach(): void {
    const moved = wall('2026-03-12T15:00:00');
    put(world, { uid: series.uid, summary: 'Moved', 'start date': moved, 'end date': moved + 1000 });
    if (first) eventsOf(world).unshift(required(eventsOf(world).pop()));
  }

  it('is told when the series is read by its id, also where the number of events stays', async () => {
    const other = put(world, { uid: 'OTHER' });
    await scan(world);
    eventsOf(world).splice(eventsOf(world).indexOf(other), 1);
    detach();
    const { objects, unreadable, missing } = await scanHrefs(world, [href]);
    const told = objects.map(({ ics }) => [textOf(ics, 'SUMMARY'), textOf(ics, 'RRULE')]);
    expect([told, unreadable, missing]).toEqual([[['Lunch', RULE]], DETACHED, []]);
  });

  it.each(['', 'update-event', 'delete-event'])(
    'keeps the series from being changed or deleted, also between the look and the script: %s',
    async (during) => {
      const before = await only(world);
      if (during === '') detach();
      around(world, async (script, run) => {
        if (script === during) detach();
        return run();
      });
      if (during !== 'delete-event')
        await expect(replace(world, before, dinner(before.ics))).rejects.toMatchObject(REFUSED);
      if (during !== 'update-event') await expect(remove(world, before)).rejects.toMatchObject(REFUSED);
      expect(titles().sort()).toEqual(['Lunch', 'Moved']);
      expect(eventsOf(world)).toContainEqual(series);
    },
  );

  it('of an event that was none of a series when it was listed: is told, and nothing is written in its place', async () => {
    series.recurrence = null;
    const before = await only(world);
    Object.assign(series, { recurrence: RULE, 'stamp date': wall('2026-02-01T09:00:00') });
    detach();
    const stored = structuredClone(eventsOf(world));
    const { objects, unreadable } = await scanHrefs(world, [href]);
    expect([objects.map(({ ics }) => textOf(ics, 'SUMMARY')), unreadable]).toEqual([['Lunch'], DETACHED]);
    for (const one of [before, ...objects])
      await expect(remove(world, one)).rejects.toMatchObject({ info: { outcome: 'not_applied' } });
    expect(eventsOf(world)).toEqual(stored);
  });

  it('stops being told, and lets the series be changed, once it is gone', async () => {
    detach();
    await scanHrefs(world, [href]);
    eventsOf(world).splice(first ? 0 : 1, 1);
    const before = required((await scanHrefs(world, [href])).objects[0]);
    await replace(world, before, dinner(before.ics));
    expect(titles()).toEqual(['Dinner']);
  });
});
