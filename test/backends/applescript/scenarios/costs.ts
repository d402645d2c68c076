import { expect } from 'vitest';
import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { calendarOf } from '../../../conformance/events.js';
import { create, remove, replace, scan } from '../../../conformance/subject.js';
import { put, type Scenario, worldOf } from './world.js';
import { FULL } from './writes.js';

/** What a script may cost. */
export const COSTS: Readonly<Record<string, Scenario>> = {
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
