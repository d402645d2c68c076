import { bench, describe } from 'vitest';
import { split } from '../../compilers/pushdown/split.js';
import type { StartChild } from '../../src/backends/eventkit/process/child.js';
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

/** The same questions get the answers they got first, so that the script and the simulation take time only once. */
function replayed(start: StartChild): StartChild {
  const answers = new Map<string, { readonly n: number; readonly answer: string }>();
  return (...given) => {
    const child = start(...given);
    return {
      ...child,
      ask: async (line, ...rest) => {
        const { n, ...question } = JSON.parse(line) as { n: number };
        const key = JSON.stringify(question);
        const known = answers.get(key);
        if (known !== undefined) return known.answer.replace(`"n":${known.n}`, `"n":${n}`);
        const answer = await child.ask(line, ...rest);
        answers.set(key, { n, answer });
        return answer;
      },
    };
  };
}

type Served = Awaited<ReturnType<typeof subjectOn>>;
const whole = await subjectOn(startSimulated(state));
const own = await subjectOn(replayed(startSimulated(state)));

async function ask({ backend, calendar }: Served): Promise<number> {
  const where = { kind: 'time', field: 'when', ...WEEK } as const;
  const call = backend.target.compileRead(
    split({ range: WEEK, where }, backend.target.capabilities),
    calendar,
  );
  return (await backend.scan(call, { signal: never })).objects.length;
}

/** A program that found nothing, or asked the simulation again, would be measured wrongly. */
const expected = await ask(whole);
const found = await ask(own);
const askedBefore = state.asked.length;
await ask(own);
if (found === 0 || found !== expected || state.asked.length !== askedBefore)
  throw new Error('the week is not answered from what was recorded');

describe(`${EVENTS} events in EventKit`, () => {
  bench('a week, script and simulation included', async () => void (await ask(whole)), {
    time: 3000,
    warmupIterations: 1,
  });
  bench('a week, the program alone', async () => void (await ask(own)), { time: 3000, warmupIterations: 5 });
});
