import { bench, describe } from 'vitest';
import { split } from '../../compilers/pushdown/split.js';
import { WEEKLY } from '../backends/eventkit/scenario-world.js';
import { startSimulated } from '../backends/eventkit/simulated/in-process.js';
import { emptyKit, kitEvent } from '../backends/eventkit/simulated/state.js';
import { subjectOn } from '../backends/eventkit/simulated/subject.js';
import { never } from '../conformance/subject.js';

const EVENTS = 20_000;
const WEEK = { from: Date.UTC(2026, 10, 16), to: Date.UTC(2026, 10, 23) };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One in a hundred is a weekly series; the rest are spread over twelve years. */
const state = emptyKit(['Work', 'Home']);
for (let n = 0; n < EVENTS; n++) {
  const start = Date.UTC(2015, 0, 1) + ((n * 7) % 4400) * DAY + (8 + (n % 9)) * HOUR;
  const rules = n % 100 === 0 ? [WEEKLY] : [];
  state.events.push(
    kitEvent(state, {
      title: `Event ${n}`,
      place: `Room ${n % 40}`,
      notes: 'Some words. '.repeat(n % 60),
      start,
      end: start + HOUR,
      rules,
    }),
  );
}

const subject = await subjectOn(startSimulated(state));
const ask = async (): Promise<number> => {
  const { backend, calendar } = subject;
  const where = { kind: 'time', field: 'when', ...WEEK } as const;
  const call = backend.target.compileRead(
    split({ range: WEEK, where }, backend.target.capabilities),
    calendar,
  );
  return (await backend.scan(call, { signal: never })).objects.length;
};

describe(`${EVENTS} events in EventKit`, () => {
  bench(
    'a week, script and simulation included',
    async () => {
      await ask();
    },
    { time: 3000, warmupIterations: 1 },
  );
});
