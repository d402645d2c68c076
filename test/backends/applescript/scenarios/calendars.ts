import { titled } from '../../../conformance/events.js';
import { create, remove, replace, required, scan } from '../../../conformance/subject.js';
import { expectEqual, refused, type Scenario } from './expect-scenario.js';
import { eventsOf, put, whileRunning, worldOf } from './world.js';

/** What holds of calendars themselves. */
export const CALENDARS: Readonly<Record<string, Scenario>> = {
  'tells calendars apart by case and order': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'one', titled('one', 'mine'));
    expectEqual(
      'events',
      world.state.calendars.map(({ events }) => events.length),
      [0, 1, 0, 0],
    );
    world.state.calendars.push({ id: 'new', name: 'Work', writable: true, description: null, events: [] });
    await refused('scan', scan(world), 'CALENDAR_NOT_FOUND');
  },
  'says when a calendar changes while it is listed': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, {});
    put(world, {});
    const all = [...eventsOf(world)];
    // The list shrinks after the first column.
    const shrinking = (asked: number) => (asked === 0 ? all : all.slice(0, -1));
    whileRunning(world, 'list-events', shrinking, { runs: 4, after: all });
    await refused('scan', scan(world), 'UPSTREAM_ERROR');
  },
  'leaves calendars alone that cannot be written': async (sources) => {
    // Not every calendar says so by itself when it is changed.
    const world = await worldOf({ lenient: true }, sources);
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    required(world.state.calendars[1]).writable = false;
    await refused('create', create(world, 'two', titled('two', 'Lunch')), 'READ_ONLY');
    await refused('update', replace(world, before, titled('one', 'Lunch')), 'READ_ONLY');
    await refused('delete', remove(world, before), 'READ_ONLY');
    expectEqual(
      'titles',
      eventsOf(world).map(({ summary }) => summary),
      ['Breakfast'],
    );
  },
};
