import { titled } from '../../../conformance/events.js';
import { create, never, remove, replace, required, scan } from '../../../conformance/subject.js';
import type { SimulatedEvent } from '../simulated/simulated-state.js';
import { subjectOn } from '../simulated/subject.js';
import { expectEqual, refused, type Scenario } from './expect-scenario.js';
import { eventsOf, put, worldOf } from './world.js';

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
    const { run } = world.runner;
    let left = 4;
    const events = eventsOf(world);
    world.runner.run = async (script, argv, signal) => {
      if (script !== 'list-events' || left-- <= 0) return run(script, argv, signal);
      const all = [...events];
      // The list shrinks after the first column.
      Object.defineProperty(required(world.state.calendars[1]), 'events', {
        configurable: true,
        get: shrinking(all),
      });
      return run(script, argv, signal).finally(() => {
        Object.defineProperty(required(world.state.calendars[1]), 'events', {
          configurable: true,
          writable: true,
          value: all,
        });
      });
    };
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
  'tells what people see of calendars, as far as Calendar tells it': async (sources) => {
    for (const [noColors, color] of [
      [undefined, '#12ab9f'],
      ['refused', undefined],
    ] as const) {
      const world = await worldOf(noColors === undefined ? {} : { noColors }, sources);
      Object.assign(required(world.state.calendars.find(({ name }) => name === 'Home')), {
        description: 'Ours',
        color: [0x1212, 0xabab, 0x9f9f],
      });
      const { backend } = await subjectOn(world.runner, 'UTC');
      const told = await backend.calendars({ signal: never });
      const home = told.find(({ name }) => name === 'Home');
      expectEqual('labels', [home?.description, home?.color], ['Ours', color]);
      expectEqual('others', told.filter((info) => info.description === 'Ours').length, 1);
      expectEqual(
        'colours',
        told.filter((info) => info.color === '#12ab9f').length,
        color === undefined ? 0 : 1,
      );
    }
  },
};

/** A list of events that loses its last one after it was asked for once. */
function shrinking(all: readonly SimulatedEvent[]): () => readonly SimulatedEvent[] {
  let asked = 0;
  return () => (asked++ === 0 ? all : all.slice(0, -1));
}
