// @module-tag programs
import { osascriptRunner } from '../../src/backends/applescript/scripts/osascript-runner.js';
import { APPLESCRIPT_REFUSES } from '../backends/applescript/simulated/refusals.js';
import { serveOsascript } from '../backends/applescript/simulated/served-osascript.js';
import { emptyCalendar } from '../backends/applescript/simulated/simulated-state.js';
import { subjectOn } from '../backends/applescript/simulated/subject.js';
import { SWITCH_SETS } from '../backends/applescript/simulated/switches.js';
import { backendSuite } from './backend-suite.js';

/** Oddities show in what the scripts do, which applescript.test.ts tries with all sets: one of them is enough here. */
const SETS = SWITCH_SETS.slice(0, 2);

for (const [name, oddities] of SETS) {
  const open = async () => {
    const served = await serveOsascript(emptyCalendar(['Work', 'Home', 'work'], oddities));
    const subject = await subjectOn(osascriptRunner({ path: served.path }), 'UTC');
    const close = async () => {
      await subject.close();
      await served.close();
    };
    return { ...subject, close };
  };
  backendSuite(`osascript, ${name}`, open, { refuses: APPLESCRIPT_REFUSES, races: {} });
}
