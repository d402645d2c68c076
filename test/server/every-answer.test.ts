// @module-tag slow
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, it } from 'vitest';
import type { CalendarService } from '../../src/engine/context/service.js';
import { createToolRunner } from '../../src/server/run-tool.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { some } from '../cases.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { sentCalls } from '../fixtures/call-tables.js';
import { changedLines, storedLines } from '../fixtures/capture-writes.js';
import { corpusOf, onlyObjects } from '../fixtures/corpora.js';
import { fixtureFiles } from '../fixtures/fixture-file.js';
import {
  analysisFixtureSchema,
  mutationFixtureSchema,
  queryFixtureSchema,
} from '../fixtures/fixture-schema.js';
import { withIds } from '../fixtures/normalise.js';
import { memoryWorld, serviceOf, type World } from '../fixtures/world.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { answerFaults, jsonOf, type Run, type SentCall } from './answer-faults.js';

const log = createJsonLog({ level: 'silent', write: () => undefined });
const signal = new AbortController().signal;

function runOver(service: CalendarService): Run {
  const run = createToolRunner({ service, aliases: [], log });
  return (tool, args) => run(tool, args, { signal });
}

const QUESTIONS = [
  ...fixtureFiles('query', queryFixtureSchema).map((file) => ({ ...file, tool: 'calendar_read' })),
  ...fixtureFiles('analysis', analysisFixtureSchema).map((file) => ({ ...file, tool: 'calendar_analyze' })),
];

describe('an answer has no faults', () => {
  const worlds = new Map<string, Promise<World>>();
  function worldOf(corpus: string): Promise<World> {
    const world = worlds.get(corpus) ?? memoryWorld(corpusOf(corpus));
    worlds.set(corpus, world);
    return world;
  }

  it.each(some(QUESTIONS))('to the question $name', async ({ tool, fixture }) => {
    const world = await worldOf(fixture.corpus);
    const run = runOver(serviceOf(world, fixture));
    const call = { tool, args: withIds(fixture.input, world) };
    expect(await answerFaults(run, call, await run(call.tool, call.args))).toEqual([]);
  });

  const mutations = fixtureFiles('mutation', mutationFixtureSchema);
  it.each(some(mutations))('to the write $name, and undo takes it back', async ({ fixture }) => {
    const world = await memoryWorld(onlyObjects(corpusOf(fixture.corpus), fixture.objects));
    const run = runOver(serviceOf(world, fixture));
    for (const mutation of fixture.before ?? []) await run('calendar_write', withIds({ mutation }, world));
    const before = await storedLines(world.backend);
    const call = { tool: 'calendar_write', args: withIds(fixture.input, world) };
    const result = await run(call.tool, call.args);
    expect(await answerFaults(run, call, result)).toEqual([]);
    const { undoToken } = Object(jsonOf(result).data);
    if (undoToken === undefined) return;
    const undo = { tool: call.tool, args: { mutation: { operation: 'undo', undoToken } } };
    expect(await answerFaults(run, undo, await run(undo.tool, undo.args))).toEqual([]);
    expect(changedLines(before, await storedLines(world.backend))).toEqual([]);
  });
});

/** Tokens: the corrected call takes up to half of them, and a model reads them before it tries again. */
const MOST_IN_THE_MIDDLE = 90;
const MOST = 300;

/** Wrong calls as models send them, and the fixtures that each show one kind of mistake. */
const WRONG: Readonly<Record<string, readonly SentCall[]>> = Object.fromEntries(
  [['wrong-calls', sentCalls('wrong-calls')] as const, ['invalid', sentCalls('')] as const].map(
    ([name, calls]) => [name, calls.map(({ tool, sent }) => ({ tool, args: sent }))],
  ),
);

describe('the answers to wrong calls', () => {
  const lines: string[] = [];
  afterAll(() => void process.stdout.write(`${lines.join('\n')}\n`));

  it.each(Object.entries(WRONG))('%s have no faults and are short', async (name, calls) => {
    const calendars = [{ name: 'Work', objects: [] }];
    const run = runOver(serviceOver([createMemoryBackend({ name: 'test', calendars })]));
    const sizes: number[] = [];
    for (const call of calls) {
      const result = await run(call.tool, call.args);
      expect([call, await answerFaults(run, call, result)]).toEqual([call, []]);
      const text = JSON.stringify(jsonOf(result));
      if (result.isError === true) sizes.push(encode(text).length);
    }
    sizes.sort((a, b) => a - b);
    const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    lines.push(
      `${name}: ${sizes.length} errors, tokens: median ${median}, mean ${Math.round(mean)}, largest ${sizes.at(-1)}`,
    );
    expect(sizes.length).toBeGreaterThan(60);
    expect(median).toBeLessThanOrEqual(MOST_IN_THE_MIDDLE);
    expect(sizes.at(-1)).toBeLessThanOrEqual(MOST);
  });
});
