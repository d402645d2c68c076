// @module-tag slow
import { APPLESCRIPT_REFUSES, REFUSED_IN_BERLIN } from '../backends/applescript/simulated/refusals.js';
import { simulatedRunner } from '../backends/applescript/simulated/simulated-runner.js';
import { emptyCalendar } from '../backends/applescript/simulated/simulated-state.js';
import { subjectOn } from '../backends/applescript/simulated/subject.js';
import { SWITCHES } from '../backends/applescript/simulated/switches.js';
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
