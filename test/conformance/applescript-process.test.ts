import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { osascriptRunner } from '../../src/backends/applescript/osascript-runner.js';
import { compileFake, installFake } from '../applescript/fake-osascript.js';
import { APPLESCRIPT_REFUSES } from '../applescript/refusals.js';
import { emptyCalendar, type Oddities } from '../applescript/simulated-calendar.js';
import { subjectOn } from '../applescript/subject.js';
import { backendSuite } from './backend-suite.js';

/** Everything that can be odd at once. */
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

for (const [name, oddities] of [
  ['as expected', {}],
  ['with every oddity', ODD],
] as const) {
  backendSuite(
    `osascript, ${name}`,
    async () => {
      const fake = installFake(compiled, emptyCalendar(['Work', 'Home', 'work'], oddities));
      const subject = await subjectOn(osascriptRunner({ path: fake.path }), 'UTC');
      const close = async () => {
        await subject.close();
        fake.remove();
      };
      return { ...subject, close };
    },
    { refuses: APPLESCRIPT_REFUSES, races: {} },
  );
}
