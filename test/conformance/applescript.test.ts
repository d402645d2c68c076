// @module-tag slow
import { afterEach, beforeEach, describe } from 'vitest';
import type { Oddities } from '../backends/applescript/simulated/oddities.js';
import { APPLESCRIPT_REFUSES, REFUSED_IN_BERLIN } from '../backends/applescript/simulated/refusals.js';
import { simulatedRunner } from '../backends/applescript/simulated/simulated-runner.js';
import { emptyCalendar } from '../backends/applescript/simulated/simulated-state.js';
import { subjectOn } from '../backends/applescript/simulated/subject.js';
import { HABITS } from '../backends/applescript/simulated/switches.js';
import { backendSuite } from './backend-suite.js';
import { keptCases } from './cases/kept-cases.js';
import { replaceCases } from './cases/replace-cases.js';
import type { Subject } from './subject.js';

const open = (zone: string, oddities: Oddities = {}) =>
  subjectOn(simulatedRunner(emptyCalendar(['Work', 'Home', 'work'], oddities)), zone);

backendSuite('applescript', () => open('UTC'), { refuses: APPLESCRIPT_REFUSES, races: {} });

keptCases(
  'applescript, on a Mac in Berlin',
  () => open('Europe/Berlin', HABITS['another order']),
  (what) => REFUSED_IN_BERLIN[what] === undefined,
);

// Oddities affect the order of rows and how changes are detected.
describe.each(Object.entries(HABITS))('applescript, %s', (_, oddities) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await open('UTC', oddities);
  });
  afterEach(() => subject.close());

  replaceCases(() => subject, {});
});
