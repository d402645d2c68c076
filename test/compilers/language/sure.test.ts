import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { corpusOf } from '../../fixtures/corpora.js';
import { normalised } from '../../fixtures/normalise.js';
import { memoryWorld, SIGNAL, serviceOf, type World } from '../../fixtures/world.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';

const sentenceSchema = z
  .object({
    text: z.string(),
    /** A part of each call. */
    calls: z.array(z.record(z.unknown())).optional(),
    /** A part of each call's `assumed`. */
    assumed: z.array(z.record(z.unknown())).optional(),
    /** Values that are offered for `start`. */
    starts: z.array(z.string()).optional(),
    /** A person is asked first, or nothing is read. */
    asks: z.boolean(),
  })
  .strict();

const setSchema = z
  .object({ title: z.string(), now: z.string(), timezone: z.string(), sentences: z.array(sentenceSchema) })
  .strict();
const [sure, unseen] = ['sure', 'unseen'].map((name) =>
  setSchema.parse(JSON.parse(readFileSync(`fixtures/language/${name}.json`, 'utf8'))),
) as [z.infer<typeof setSchema>, z.infer<typeof setSchema>];
const { now, timezone } = sure;
const sentences = [...sure.sentences, ...unseen.sentences];

const intentSchema = z.object({
  arguments: z.record(z.unknown()),
  requiresConfirmation: z.boolean(),
  assumed: z.array(z.record(z.unknown())),
  choices: z
    .array(z.object({ path: z.string(), values: z.array(z.object({ value: z.unknown() })) }))
    .default([]),
});

let world: World;

beforeAll(async () => {
  world = await memoryWorld(corpusOf('diary'));
});

async function intentsOf(text: string) {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const { data } = await serviceOf(world, { now, timezone, weekStart: 1 }).analyze(call, { signal: SIGNAL });
  return z.object({ intents: z.array(intentSchema) }).parse(data).intents;
}

describe('being sure means that all of a request was used', () => {
  it.each(sentences)('$text', async ({ text, calls, assumed, starts, asks }) => {
    const intents = await intentsOf(text);
    expect(intents.every(({ requiresConfirmation }) => requiresConfirmation)).toBe(asks);
    if (!asks) expect(intents).not.toEqual([]);
    if (calls !== undefined) {
      expect(intents).toHaveLength(calls.length);
      expect(intents.map((intent) => normalised(intent.arguments, world))).toMatchObject(calls);
    }
    for (const one of assumed ?? [])
      expect(intents.flatMap((intent) => intent.assumed)).toContainEqual(expect.objectContaining(one));
    if (starts !== undefined) {
      const offered = intents.flatMap(({ choices }) => choices.filter(({ path }) => path.endsWith('/start')));
      expect(offered.map(({ values }) => values.map(({ value }) => value))).toEqual([starts]);
    }
  });
});

it('declines an invitation, and never deletes it, where no own address is known', async () => {
  const [{ name, objects }] = corpusOf('diary').calendars as [ReturnType<typeof corpusOf>['calendars'][0]];
  const ics = objects.map((object) => object.ics);
  const calendars = [{ name, objects: ics }];
  const backend = createMemoryBackend({ name: 'fixtures', calendars, ownAddresses: [] });
  const service = serviceOf({ ...world, backend }, { now, timezone, weekStart: 1 });
  for (const verb of ['Decline', 'Accept']) {
    const call = { analysis: { type: 'parse_text', params: { text: `${verb} the budget meeting` } } };
    const { data } = await service.analyze(call, { signal: SIGNAL });
    const [intent] = z.object({ intents: z.array(intentSchema) }).parse(data).intents;
    expect(intent?.arguments).toMatchObject({ mutation: { operation: 'respond' } });
    const written = service.write(intent?.arguments, { signal: SIGNAL });
    await expect(written).rejects.toMatchObject({ code: 'CONFIGURATION' });
  }
});
