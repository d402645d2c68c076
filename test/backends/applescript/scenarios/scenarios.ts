import { expect } from 'vitest';
import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { calendarOf, titled } from '../../../conformance/events.js';
import { create, remove, replace, required, scan } from '../../../conformance/subject.js';
import { READS } from './reads.js';
import { put, refusesBoth, type Scenario, titlesOf, worldOf } from './world.js';
import { FULL, WRITES } from './writes.js';

/** What must hold whatever is changed in a script. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...READS,
  ...WRITES,
  'tells calendars apart by case and order': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'one', titled('one', 'mine'));
    expect(world.state.calendars.map(({ events }) => events.length)).toEqual([0, 1, 0, 0]);
    world.state.calendars.push({ id: 'new', name: 'Work', writable: true, events: [] });
    await expect(scan(world)).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  },
  'leaves calendars alone that cannot be written': async (sources) => {
    // Not every calendar says so by itself when it is changed.
    const world = await worldOf({ lenient: true }, sources);
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    required(world.state.calendars[1]).writable = false;
    await expect(create(world, 'two', titled('two', 'Lunch'))).rejects.toMatchObject({ code: 'READ_ONLY' });
    await refusesBoth(world, before, 'READ_ONLY');
    expect(titlesOf(world)).toEqual(['Breakfast']);
  },
  'asks no more than a few Apple events': async (sources) => {
    const world = await worldOf({}, sources);
    for (let n = 0; n < 30; n++) put(world, { summary: `event ${n}` });
    await scan(world);
    const made = await create(world, 'full', calendarOf('full', FULL));
    const lunch = await replace(world, made, made.ics.replace('Plan = 1', 'Lunch'));
    await remove(world, lunch);
    await scan(world);
    for (const script of Object.keys(SCRIPT_SOURCES) as ScriptName[]) {
      const counts = world.runner.runs.filter((run) => run.script === script);
      const most = Math.max(...counts.map(({ appleEvents }) => appleEvents));
      expect(most, script).toBeLessThanOrEqual(BUDGET[script]);
    }
  },
};

/** Apple events of one run of each script, at the most, with what the scenario above asks of it. */
const BUDGET: Readonly<Record<ScriptName, number>> = {
  'list-calendars': 2,
  'list-events': 7,
  // 30 events in full: 2 for the calendar, 18 for each.
  'read-events': 1 + 30 * 18,
  'create-event': 11,
  'update-event': 21,
  'delete-event': 21,
};
