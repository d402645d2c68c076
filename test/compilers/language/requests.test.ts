import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import { corpusOf } from '../../fixtures/corpora.js';
import { normalised, withIds } from '../../fixtures/normalise.js';
import { contextOf, memoryWorld, SIGNAL, serviceOf, type World } from '../../fixtures/world.js';
import { planOf } from '../plan-of.js';

const intentSchema = z.object({
  tool: z.enum(['calendar_read', 'calendar_write', 'calendar_analyze']),
  arguments: z.record(z.unknown()),
  confidence: z.number(),
  requiresConfirmation: z.boolean(),
  assumed: z.array(z.object({ field: z.string(), value: z.unknown(), reason: z.string() }).strict()),
  event: z.record(z.unknown()).optional(),
  choices: z
    .array(
      z.object({ path: z.string(), values: z.array(z.object({ value: z.unknown(), event: z.unknown() })) }),
    )
    .optional(),
});
type Intent = z.infer<typeof intentSchema>;

const requestSchema = z
  .object({
    text: z.string(),
    calls: z.array(z.record(z.unknown())),
    asks: z.union([z.boolean(), z.array(z.boolean())]).optional(),
    assumed: z.array(z.string()).default([]),
    choices: z.record(z.array(z.unknown())).default({}),
  })
  .strict();

const { now, timezone, corpus, requests } = z
  .object({
    title: z.string(),
    now: z.string(),
    timezone: z.string(),
    corpus: z.string(),
    requests: z.array(requestSchema),
  })
  .strict()
  .parse(JSON.parse(readFileSync('fixtures/language/requests.json', 'utf8')));

const setting = { now, timezone, weekStart: 1 };
const ROOTS = { calendar_read: 'query', calendar_write: 'mutation', calendar_analyze: 'analysis' };
let world: World;

beforeAll(async () => {
  world = await memoryWorld(corpusOf(corpus));
});

async function intentsOf(text: string): Promise<readonly Intent[]> {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const { data } = await serviceOf(world, setting).analyze(call, { signal: SIGNAL });
  return z.object({ intents: z.array(intentSchema) }).parse(data).intents;
}

/** What a dry run of a write answers. */
async function outcomeOf(args: unknown): Promise<string> {
  const { mutation } = z.object({ mutation: z.record(z.unknown()) }).parse(args);
  try {
    const call = { mutation: { ...mutation, dryRun: true } };
    const { success } = await serviceOf(world, setting).write(call, { signal: SIGNAL });
    return success ? 'runs' : 'fails';
  } catch (error) {
    return error instanceof CalendarError ? error.code : String(error);
  }
}

/** Nothing has been written that could be undone. */
function isUndo(args: unknown): boolean {
  return JSON.stringify(args).includes('"undo"');
}

/** The arguments with each of the values that can be meant at the place of a choice. */
function alternatives({ arguments: args, choices = [] }: Intent): readonly unknown[] {
  return choices.flatMap(({ path, values }) =>
    values.map(({ value }) => withValue(args, path.split('/').slice(1), value)),
  );
}

function withValue(part: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const record = z.record(z.unknown()).parse(part ?? {});
  return { ...record, [key]: withValue(record[key], rest, value) };
}

describe('requests in plain language', () => {
  it.each(requests)('$text', async ({ text, calls, asks, assumed, choices }) => {
    const intents = await intentsOf(text);
    const shown = intents.map((intent) => normalised(intent.arguments, world));
    expect(shown).toEqual(calls);
    expect(
      [...new Set(intents.flatMap((intent) => intent.assumed.map(({ field }) => field)))].sort(),
    ).toEqual([...assumed].sort());
    expect(
      Object.fromEntries(
        intents.flatMap((intent) =>
          (intent.choices ?? []).map(({ path, values }) => [
            path,
            normalised(
              values.map(({ value }) => value),
              world,
            ),
          ]),
        ),
      ),
    ).toEqual(choices);
    if (asks !== undefined)
      expect(intents.map((intent) => intent.requiresConfirmation)).toEqual([asks].flat());
  });

  it('become calls that are complete, with every choice', async () => {
    const texts = requests.filter(({ calls }) => calls.length > 0).map(({ text }) => text);
    for (const text of texts) {
      for (const intent of await intentsOf(text)) {
        expect(Object.keys(intent.arguments)).toEqual([ROOTS[intent.tool]]);
        for (const args of [intent.arguments, ...alternatives(intent)])
          expect(() => planOf(intent.tool, args, contextOf(setting)), text).not.toThrow();
      }
    }
  });

  it('become calls that run, unless nothing or more than one event is meant', async () => {
    const outcomes = new Set<string>();
    for (const { text } of requests) {
      for (const intent of await intentsOf(text)) {
        if (intent.tool !== 'calendar_write') continue;
        for (const args of [intent.arguments, ...alternatives(intent)]) {
          const outcome = await outcomeOf(args);
          outcomes.add(outcome);
          const isOpen =
            args === intent.arguments &&
            (intent.choices ?? []).some(({ path }) => path === '/mutation/filters');
          const isUnknown = intent.assumed.some(({ field }) => field === 'event');
          const expected = isOpen
            ? 'AMBIGUOUS_TARGET'
            : isUnknown
              ? 'NOT_FOUND'
              : isUndo(args)
                ? 'NOT_FOUND'
                : 'runs';
          expect(outcome, `${text} ${JSON.stringify(args)}`).toBe(expected);
        }
      }
    }
    expect([...outcomes].sort()).toEqual(['AMBIGUOUS_TARGET', 'NOT_FOUND', 'runs']);
  });

  it('ask before anything is deleted', async () => {
    const deletions = requests.filter(({ calls }) => JSON.stringify(calls).includes('"delete"'));
    expect(deletions.length).toBeGreaterThan(8);
    for (const { text } of deletions) {
      const intents = await intentsOf(text);
      const found = intents.filter((intent) => JSON.stringify(intent.arguments).includes('"delete"'));
      expect(
        found.every((intent) => intent.requiresConfirmation),
        text,
      ).toBe(true);
    }
  });

  it('holds what it expects as it is written', () => {
    expect(requests.length).toBeGreaterThanOrEqual(120);
    for (const { calls } of requests) expect(withIds(calls, world)).toBeDefined();
  });
});
