import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { corpusOf } from '../../fixtures/corpora.js';
import { normalised } from '../../fixtures/normalise.js';
import { memoryWorld, SIGNAL, serviceOf, type World } from '../../fixtures/world.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';

const intentSchema = z.object({
  arguments: z.record(z.unknown()),
  requiresConfirmation: z.boolean(),
  assumed: z.array(z.object({ field: z.string(), value: z.unknown(), reason: z.string() }).strict()),
  choices: z
    .array(z.object({ path: z.string(), values: z.array(z.object({ value: z.unknown() })) }))
    .default([]),
});

const requestSchema = z
  .object({
    text: z.string(),
    calls: z.array(z.record(z.unknown())),
    /** For each call, unless none is asked about. */
    asks: z.array(z.boolean()).optional(),
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

let world: World;
let diary: CalendarService;
beforeAll(async () => {
  world = await memoryWorld(corpusOf(corpus));
  diary = serviceOf(world, setting);
});

async function intentsOf(text: string, service = diary) {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const { data } = await service.analyze(call, { signal: SIGNAL });
  return z.object({ intents: z.array(intentSchema) }).parse(data).intents;
}

describe('a request becomes exactly these calls', () => {
  it.each(requests)('$text', async ({ text, calls, asks, assumed, choices }) => {
    const intents = await intentsOf(text);
    expect(intents.map((intent) => normalised(intent.arguments, world))).toEqual(calls);
    expect(intents.map(({ requiresConfirmation }) => requiresConfirmation)).toEqual(
      asks ?? calls.map(() => false),
    );
    const reasons = intents.flatMap((intent) => intent.assumed.map(printed));
    expect([...new Set(reasons)].sort()).toEqual(assumed);
    const offered = intents.flatMap((intent) =>
      intent.choices.map(({ path, values }) => [path, values.map(({ value }) => value)] as const),
    );
    expect(normalised(Object.fromEntries(offered), world)).toEqual(choices);
  });
});

/** `start: no day was given`, or with the words it is about. */
function printed({ field, value, reason }: z.infer<typeof intentSchema>['assumed'][0]): string {
  return `${field}${typeof value === 'string' ? ` ${value}` : ''}: ${reason}`;
}

it('declines an invitation, and never deletes it, where no own address is known', async () => {
  const calendars = corpusOf('diary').calendars.map(({ name, objects }) => ({
    name,
    objects: objects.map(({ ics }) => ics),
  }));
  const backend = createMemoryBackend({ name: 'fixtures', calendars, ownAddresses: [] });
  const service = serviceOf({ ...world, backend }, setting);
  for (const verb of ['Decline', 'Accept']) {
    const [intent] = await intentsOf(`${verb} the budget meeting`, service);
    expect(intent?.arguments).toMatchObject({ mutation: { operation: 'respond' } });
    const written = service.write(intent?.arguments, { signal: SIGNAL });
    await expect(written).rejects.toMatchObject({ code: 'CONFIGURATION' });
  }
});
