// @module-tag slow
import { describe, expect, it } from 'vitest';
import { ANALYSIS_TYPES } from '../../../schemas/input/analysis.js';
import { filterSchema } from '../../../schemas/input/filter.js';
import { eventChangesSchema, mutationSchema } from '../../../schemas/input/mutation.js';
import { EVENT_FIELDS, SORT_FIELDS } from '../../../schemas/input/query.js';
import { bare, knownKeys } from '../../../schemas/input/schema-walk.js';
import { createToolRunner, type ToolRunner } from '../../../src/server/run-tool.js';
import { some } from '../../cases.js';
import { PROFILES } from '../../server/legacy/legacy-fixture.js';
import { ASKING, CANARY, CONTEXT, TRIALS, type Trial, type World, worldOf } from './two-worlds.js';
import {
  analysing,
  answers,
  type Call,
  PARAMS,
  PROBES,
  probing,
  reading,
  underEarlierNames,
} from './ways-in.js';
import { CHANGED, PARTED, writing } from './writes-in.js';

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const ALIASES = PROFILES.flatMap(({ aliases }) => aliases);

async function runnerIn(world: World, trial: Trial): Promise<ToolRunner> {
  return createToolRunner({ service: await worldOf(world, trial), aliases: ALIASES, log: SILENT });
}

/** The same calls in both worlds give the same answers, byte for byte. */
async function expectSame(trial: Trial, calls: readonly Call[]): Promise<void> {
  const [a, b] = await Promise.all((['a', 'b'] as const).map((world) => runnerIn(world, trial)));
  if (a === undefined || b === undefined) return;
  const [first, second] = [await answers(a, calls), await answers(b, calls)];
  const differing = first.flatMap((answer, at) =>
    answer === second[at] ? [] : [{ a: answer, b: second[at] }],
  );
  expect(differing).toEqual([]);
}

/**
 * The half of some calls that a trial is tried with. Two trials that hide the same kind of thing share all calls.
 * The count of ones in the position decides, because calls alternate in more than one rhythm.
 */
function dealt<T>({ half }: Trial, all: readonly T[]): readonly T[] {
  return all.filter((_, at) => at.toString(2).replaceAll('0', '').length % 2 === half);
}

/** The id of the calendar that both worlds have. */
async function sharedIn(trial: Trial): Promise<string> {
  const { data } = await (await worldOf('a', trial)).read({ query: { type: 'calendars' } }, CONTEXT);
  const calendars = data.calendars as { id: string; name: string }[];
  return calendars.find(({ name }) => name === 'Shared')?.id ?? '';
}

describe.each(TRIALS)('what the policy hides ($name)', (trial) => {
  it('is not found by filters', () => expectSame(trial, dealt(trial, probing())));

  it('is not in rows, lists, exports, documents, nor in their order', () =>
    expectSame(trial, dealt(trial, reading(EVENT_FIELDS, SORT_FIELDS))));

  it('is not in analyses', () => expectSame(trial, dealt(trial, analysing())));
});

// Old names are other words for the same calls: one trial is enough.
describe.each(TRIALS.slice(0, 1))('what the policy hides under old names ($name)', (trial) => {
  it.each(some(PROFILES))('is not in answers of $name', ({ fixture }) =>
    expectSame(trial, underEarlierNames(fixture.cases)),
  );
});

/** The first lists have a part of the changes under each trial; the others are whole, and shared out among the trials. */
function listsFor(trial: Trial): readonly number[] {
  const lists = [...writing('').keys()];
  const shared = lists.slice(PARTED);
  return [...lists.slice(0, PARTED), ...(ASKING.includes(trial) ? shared : dealt(trial, shared))];
}

describe.each([...TRIALS, ...ASKING])('writes under the policy ($name)', (trial) => {
  it.each(some(listsFor(trial)))('show nothing of what they do not change (%i)', async (at) => {
    await expectSame(trial, writing(await sharedIn(trial), (all) => dealt(trial, all))[at] ?? []);
  });
});

describe('these tests', () => {
  it('try every filter', () => {
    const keys = knownKeys(bare(filterSchema)).filter((key) => !['AND', 'OR', 'NOT'].includes(key));
    expect(Object.keys(PROBES).toSorted()).toEqual(keys.toSorted());
  });

  it('try every operation, and every change', () => {
    const calls = writing('x')
      .flat()
      .map(({ args }) => (args as { mutation?: { operation: string } }).mutation);
    const tried = new Set(calls.flatMap((mutation) => mutation?.operation ?? []));
    expect([...tried].toSorted()).toEqual(
      mutationSchema.options.map(({ shape }) => shape.operation.value).toSorted(),
    );
    expect([...CHANGED].toSorted()).toEqual(knownKeys(bare(eventChangesSchema)).toSorted());
  });

  it('try every analysis', () => {
    expect([...Object.keys(PARAMS), 'status', 'help'].toSorted()).toEqual(ANALYSIS_TYPES.toSorted());
  });

  it('see the difference where nothing is hidden', async () => {
    const [trial] = TRIALS;
    if (trial === undefined) return;
    const shown = {
      ...trial,
      policy: { ...trial.policy, read: { assistant: 'full', others: 'full' } },
    } as const;
    for (const { fixture } of PROFILES) {
      const calls = underEarlierNames(fixture.cases).slice(0, 10);
      const [here, there] = [
        await answers(await runnerIn('a', shown), calls),
        await answers(await runnerIn('b', shown), calls),
      ];
      expect(here.filter((answer, at) => answer !== there[at]).length).toBeGreaterThan(0);
    }
    const all = [...probing(), ...reading(EVENT_FIELDS, SORT_FIELDS), ...analysing()].filter(
      (_, at) => at % 8 === 0,
    );
    const [a, b] = [
      await answers(await runnerIn('a', shown), all),
      await answers(await runnerIn('b', shown), all),
    ];
    const differing = a.filter((answer, at) => answer !== b[at]);
    expect(differing.length).toBeGreaterThan(all.length / 4);
    expect(a.join('')).toContain(`Room ${CANARY.a}`);
    const [, , , ...writes] = writing(await sharedIn(shown), (all) => all.slice(0, 9));
    const counts = writes.map(async (calls) => {
      const [first, second] = [
        await answers(await runnerIn('a', shown), calls),
        await answers(await runnerIn('b', shown), calls),
      ];
      return first.filter((answer, at) => answer !== second[at]).length;
    });
    expect((await Promise.all(counts)).filter((count) => count > 0).length).toBeGreaterThan(
      writes.length / 2,
    );
  });
});
