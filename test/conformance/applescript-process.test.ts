import { osascriptRunner } from '../../src/backends/applescript/osascript-runner.js';
import { APPLESCRIPT_REFUSES } from '../applescript/refusals.js';
import { serveOsascript } from '../applescript/served-osascript.js';
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

for (const [name, oddities] of [
  ['as expected', {}],
  ['with every oddity', ODD],
] as const) {
  backendSuite(
    `osascript, ${name}`,
    async () => {
      const served = await serveOsascript(emptyCalendar(['Work', 'Home', 'work'], oddities));
      const subject = await subjectOn(osascriptRunner({ path: served.path }), 'UTC');
      const close = async () => {
        await subject.close();
        await served.close();
      };
      return { ...subject, close };
    },
    { refuses: APPLESCRIPT_REFUSES, races: {} },
  );
}
