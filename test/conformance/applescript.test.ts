import { expect, it } from 'vitest';
import { APPLESCRIPT_REFUSES, REFUSED_IN_BERLIN } from '../backends/applescript/simulated/refusals.js';
import { simulatedRunner } from '../backends/applescript/simulated/simulated-runner.js';
import { emptyCalendar } from '../backends/applescript/simulated/simulated-state.js';
import { subjectOn } from '../backends/applescript/simulated/subject.js';
import { SWITCH_SETS, SWITCHES } from '../backends/applescript/simulated/switches.js';
import { backendSuite } from './backend-suite.js';

for (const [name, oddities] of SWITCHES) {
  const open = () => subjectOn(simulatedRunner(emptyCalendar(['Work', 'Home', 'work'], oddities)), 'UTC');
  backendSuite(`applescript, ${name}`, open, { refuses: APPLESCRIPT_REFUSES, races: {} });
}

backendSuite(
  'applescript, on a Mac in Berlin',
  () => subjectOn(simulatedRunner(emptyCalendar(['Work', 'Home', 'work'])), 'Europe/Berlin'),
  { refuses: REFUSED_IN_BERLIN, races: {} },
);

it('has every switch in the sets that are run through a process', () => {
  const named = (sets: typeof SWITCHES) =>
    [...new Set(sets.flatMap(([, oddities]) => Object.keys(oddities)))].sort();
  expect(named(SWITCH_SETS)).toEqual(named(SWITCHES));
  expect(SWITCHES).toHaveLength(13);
});
