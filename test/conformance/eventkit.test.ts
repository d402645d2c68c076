// @module-tag slow
import { afterEach, beforeEach, describe } from 'vitest';
import { startSimulated } from '../backends/eventkit/simulated/in-process.js';
import { emptyKit, type Oddities } from '../backends/eventkit/simulated/state.js';
import { subjectOn } from '../backends/eventkit/simulated/subject.js';
import { EVENTKIT_REFUSES, HABITS } from '../backends/eventkit/simulated/switches.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';
import { createCases } from './cases/create-cases.js';
import { keptCases } from './cases/kept-cases.js';
import { moveCases } from './cases/move-cases.js';
import { replaceCases } from './cases/replace-cases.js';
import type { Subject } from './subject.js';

const open = (oddities: Oddities = {}) =>
  subjectOn(startSimulated(emptyKit(['Work', 'Home', 'work'], oddities)));

backendSuite('eventkit', open, { refuses: EVENTKIT_REFUSES, races: {} });

calendarSuite('eventkit', open, { description: 'EventKit has no description of a calendar' });

const SETS = {
  'with every habit': HABITS,
  'without external identifiers and exceptions': { unsynced: true, losesExceptions: true },
} as const;

describe.each(Object.entries<Oddities>(SETS))('eventkit, %s', (name, oddities) => {
  keptCases(
    name,
    () => open(oddities),
    (what) => EVENTKIT_REFUSES[what] === undefined,
  );

  describe('writes', () => {
    let subject: Subject;
    beforeEach(async () => {
      subject = await open(oddities);
    });
    afterEach(() => subject.close());

    createCases(() => subject, {});
    replaceCases(() => subject, {});
    moveCases(() => subject);
  });
});
