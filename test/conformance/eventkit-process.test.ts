// @module-tag programs
import { startOsascript } from '../../src/backends/eventkit/process/child.js';
import { standIn } from '../backends/eventkit/simulated/stand-in.js';
import { emptyKit } from '../backends/eventkit/simulated/state.js';
import { subjectOn } from '../backends/eventkit/simulated/subject.js';
import { EVENTKIT_REFUSES } from '../backends/eventkit/simulated/switches.js';
import { backendSuite } from './backend-suite.js';

backendSuite(
  'eventkit, through osascript',
  async () => {
    const osascript = await standIn(
      emptyKit(['Work', 'Home'], { ownItems: true, marked: true, restamps: true, boxed: true }),
    );
    const subject = await subjectOn(() => startOsascript(osascript.path));
    const close = async () => {
      await subject.close();
      osascript.remove();
    };
    return { ...subject, close };
  },
  // Files are no transactions: what several programs write at once is for EventKit itself.
  { refuses: EVENTKIT_REFUSES, races: { replace: 'kept in a file' } },
);
