import { createMemoryStore } from '../../src/state/memory-store.js';
import { openMirrored } from '../backends/applescript/mirror/mirrored.js';
import type { Oddities } from '../backends/applescript/simulated/oddities.js';
import { APPLESCRIPT_REFUSES, REFUSED_IN_BERLIN } from '../backends/applescript/simulated/refusals.js';
import { simulatedRunner } from '../backends/applescript/simulated/simulated-runner.js';
import { emptyCalendar } from '../backends/applescript/simulated/simulated-state.js';
import { SWITCH_SETS } from '../backends/applescript/simulated/switches.js';
import { openStore } from '../state/mirror/open-store.js';
import { backendSuite } from './backend-suite.js';
import { never, required, type Subject, scan } from './subject.js';

const CLOCK = { now: () => Date.now(), timeZone: () => 'UTC' };
/** Compared with Calendar at every read. */
const COMPARED = 0;
/** Answered by the mirror alone. */
const FRESH = 60_000;

async function mirroredSubject(oddities: Oddities, freshnessMs: number, zone = 'UTC'): Promise<Subject> {
  const runner = simulatedRunner(emptyCalendar(['Work', 'Home', 'work'], oddities));
  const state = createMemoryStore(CLOCK);
  const opened = await openStore();
  const second = await opened.again();
  const connect = (store: typeof second) =>
    openMirrored({ runner, state, store, zone, mirror: { freshnessMs } });
  const backend = connect(opened.store);
  const calendars = await backend.calendars({ signal: never });
  const [calendar, other] = ['Work', 'Home'].map((name) => calendars.find((info) => info.name === name));
  const subject = { backend, calendar: required(calendar), other: required(other) };
  // From here on the mirror answers, not Calendar.
  await scan(subject);
  await scan({ backend, calendar: subject.other });
  const close = async () => {
    await backend.close();
    opened.close();
  };
  return { ...subject, rival: () => connect(second), close };
}

for (const [name, oddities] of SWITCH_SETS) {
  backendSuite(`applescript, ${name}, mirrored`, () => mirroredSubject(oddities, COMPARED), {
    refuses: APPLESCRIPT_REFUSES,
    races: {},
  });
}

backendSuite('applescript, mirrored and fresh', () => mirroredSubject({}, FRESH), {
  refuses: APPLESCRIPT_REFUSES,
  races: {},
});

backendSuite(
  'applescript, on a Mac in Berlin, mirrored',
  () => mirroredSubject({}, COMPARED, 'Europe/Berlin'),
  { refuses: REFUSED_IN_BERLIN, races: {} },
);
