// @module-tag programs
import { startOsascript } from '../../src/backends/eventkit/process/child.js';
import { standIn } from '../backends/eventkit/simulated/stand-in.js';
import { emptyKit } from '../backends/eventkit/simulated/state.js';
import { subjectOn } from '../backends/eventkit/simulated/subject.js';
import { EVENTKIT_REFUSES } from '../backends/eventkit/simulated/switches.js';
import { keptCases } from './cases/kept-cases.js';

// Only texts and their length pass through the process; eventkit.test.ts covers the rest.
keptCases(
  'eventkit, through osascript',
  async () => {
    const osascript = await standIn(emptyKit(['Work', 'Home'], { boxed: true }));
    const subject = await subjectOn(() => startOsascript(osascript.path));
    const close = async () => {
      await subject.close();
      osascript.remove();
    };
    return { ...subject, close };
  },
  (what) => EVENTKIT_REFUSES[what] === undefined,
);
