import { startSimulated } from '../backends/eventkit/simulated/in-process.js';
import { emptyKit } from '../backends/eventkit/simulated/state.js';
import { subjectOn } from '../backends/eventkit/simulated/subject.js';
import { EVENTKIT_REFUSES, SWITCHES } from '../backends/eventkit/simulated/switches.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';

for (const [name, oddities] of SWITCHES) {
  const open = () => subjectOn(startSimulated(emptyKit(['Work', 'Home', 'work'], oddities)));
  backendSuite(`eventkit, ${name}`, open, { refuses: EVENTKIT_REFUSES, races: {} });
}

calendarSuite('eventkit', () => subjectOn(startSimulated(emptyKit(['Work', 'Home']))), {
  description: 'EventKit has no description of a calendar',
});
