import { osascriptRunner } from '../../src/backends/applescript/scripts/osascript-runner.js';
import { APPLESCRIPT_REFUSES, CALENDAR_LABELS } from '../applescript/refusals.js';
import { serveOsascript } from '../applescript/served-osascript.js';
import { emptyCalendar } from '../applescript/simulated-calendar.js';
import { subjectOn } from '../applescript/subject.js';
import { SWITCH_SETS } from '../applescript/switches.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';

for (const [name, oddities] of SWITCH_SETS) {
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
  calendarSuite(`osascript, ${name}`, open, CALENDAR_LABELS);
}
