import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { osascriptRunner } from '../../src/backends/applescript/osascript-runner.js';
import { compileFake, installFake } from '../applescript/fake-osascript.js';
import { APPLESCRIPT_REFUSES } from '../applescript/refusals.js';
import { emptyCalendar, type Oddities } from '../applescript/simulated-calendar.js';
import { subjectOn } from '../applescript/subject.js';
import { backendSuite } from './backend-suite.js';

/** Everything that can be odd at once. Each switch alone is tried in process: here every run is a process of its own. */
const ODD: Oddities = {
  emptyText: true,
  skipsMissing: true,
  rulesRewritten: true,
  lastSecondEnds: true,
  reordered: true,
  staleReads: true,
  carriageReturns: true,
  defaultAlarm: -15,
};

let compiled = '';
beforeAll(() => {
  compiled = compileFake();
});
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

backendSuite(
  'osascript, with every oddity',
  async () => {
    const fake = installFake(compiled, emptyCalendar(['Work', 'Home', 'work'], ODD));
    const subject = await subjectOn(osascriptRunner({ path: fake.path }), 'UTC');
    const close = async () => {
      await subject.close();
      fake.remove();
    };
    return { ...subject, close };
  },
  { refuses: APPLESCRIPT_REFUSES, races: {} },
);
