import { expect } from 'vitest';
import { titled } from '../../../conformance/events.js';
import { create, remove, replace, required, scan } from '../../../conformance/subject.js';
import { eventsOf, put, type Scenario, titlesOf, whileRunning, worldOf } from './world.js';

/** What holds of calendars themselves. */
export const CALENDARS: Readonly<Record<string, Scenario>> = {
  'tells calendars apart by case and order': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'one', titled('one', 'mine'));
    expect(world.state.calendars.map(({ events }) => events.length)).toEqual([0, 1, 0, 0]);
    world.state.calendars.push({ id: 'new', name: 'Work', writable: true, events: [] });
    await expect(scan(world)).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  },
  'says when a calendar changes while it is listed': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, {});
    put(world, {});
    const all = [...eventsOf(world)];
    // The list shrinks after the first column.
    const shrinking = (asked: number) => (asked === 0 ? all : all.slice(0, -1));
    whileRunning(world, 'list-events', shrinking, { runs: 4, after: all });
    await expect(scan(world)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  },
  'leaves calendars alone that cannot be written': async (sources) => {
    // Not every calendar says so by itself when it is changed.
    const world = await worldOf({ lenient: true }, sources);
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    required(world.state.calendars[1]).writable = false;
    await expect(create(world, 'two', titled('two', 'Lunch'))).rejects.toMatchObject({ code: 'READ_ONLY' });
    await expect(replace(world, before, titled('one', 'Lunch'))).rejects.toMatchObject({ code: 'READ_ONLY' });
    await expect(remove(world, before)).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(titlesOf(world)).toEqual(['Breakfast']);
  },
};
