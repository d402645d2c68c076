// @module-tag slow
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarService } from '../../../../src/engine/context/service.js';
import { corpusOf } from '../../../fixtures/corpora.js';
import { memoryWorld, SIGNAL, serviceOf } from '../../../fixtures/world.js';
import { alternativesOf } from './alternatives-of.js';
import { type Read, type Spoken, spokenSchema, verdictOn } from './judge.js';
import { outcomeOf } from './outcome.js';

const { now, timezone, corpus, requests } = z
  .object({
    title: z.string(),
    now: z.string(),
    timezone: z.string(),
    corpus: z.string(),
    requests: z.array(spokenSchema),
  })
  .strict()
  .parse(JSON.parse(readFileSync('fixtures/language/spoken.json', 'utf8')));

/** The counts of the kept requests. A change may raise these numbers, never lower them. */
const AT_LEAST = { right: 153, rightAtOnceOrAfterQuestion: 221 };

const intentSchema = z
  .object({
    tool: z.enum(['calendar_read', 'calendar_write', 'calendar_analyze']),
    arguments: z.record(z.unknown()),
    confidence: z.number(),
    requiresConfirmation: z.boolean(),
    assumed: z.array(z.object({ field: z.string() })),
    choices: z.array(z.object({ path: z.string() }).passthrough()).default([]),
  })
  .passthrough();
type Intent = z.infer<typeof intentSchema>;
type ReadIntent = Read & { readonly intent: Intent };

let service: CalendarService;
let nameOf: (email: string) => string;
/** Reads each request once, in the first test that needs it. */
const read = new Map<Spoken, Promise<readonly ReadIntent[]>>();

beforeAll(async () => {
  const { calendars } = corpusOf(corpus);
  // The requests were judged when action items of notes became events.
  service = serviceOf(await memoryWorld(corpusOf(corpus)), { now, timezone, weekStart: 1, tasks: false });
  nameOf = nameIn(calendars.flatMap(({ objects }) => objects.map(({ ics }) => ics)));
});

/** The full name of an address, or of a first name. */
function nameIn(objects: readonly string[]): (email: string) => string {
  const lines = objects.flatMap((ics) => [
    ...ics.replace(/\r?\n /g, '').matchAll(/CN=([^;:]+).*?mailto:(\S+)/g),
  ]);
  const people = lines.map(([, name = '', email = '']) => ({ name, email }));
  return (asked) =>
    people.find(({ name, email }) => email === asked || name === asked || name.startsWith(`${asked} `))
      ?.name ?? asked;
}

async function readsOf(text: string): Promise<readonly ReadIntent[]> {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const data = await service.analyze(call, { signal: SIGNAL }).then(
    (answer) => answer.data,
    (error: unknown) => {
      // A day that does not exist is asked about, and nothing is read.
      if (error instanceof CalendarError && error.code === 'INVALID_DATE') return { intents: [] };
      throw error;
    },
  );
  const reads: ReadIntent[] = [];
  for (const intent of z.object({ intents: z.array(intentSchema) }).parse(data).intents) {
    const outcomes = [];
    for (const args of [intent.arguments, ...alternativesOf(intent)])
      outcomes.push(await outcomeOf(service, { tool: intent.tool, arguments: args }, nameOf));
    reads.push({ intent, outcomes, requiresConfirmation: intent.requiresConfirmation });
  }
  return reads;
}

function readsFor(request: Spoken): Promise<readonly ReadIntent[]> {
  const known = read.get(request) ?? readsOf(request.text);
  read.set(request, known);
  return known;
}

const verdict = async (request: Spoken) => verdictOn(request, await readsFor(request));

describe('the way people talk', () => {
  it.each(requests)('$text', async (request) => {
    expect(await verdict(request)).toBe(request.miss ? 'misses' : request.question ? 'asks' : 'right');
  });

  it('is read no worse than before, and never wrong and sure', async () => {
    const counts = { right: 0, asks: 0, misses: 0, wrong: 0 };
    for (const request of requests) counts[await verdict(request)]++;
    const { right, asks, misses, wrong } = counts;
    const parts = [`${right} right`, `${asks} right after a question`, `${misses} ask about something else`];
    process.stdout.write(`${[...parts, `${wrong} wrong and sure`].join(', ')}\n`);
    expect(wrong).toBe(0);
    expect(right).toBeGreaterThanOrEqual(AT_LEAST.right);
    expect(right + asks).toBeGreaterThanOrEqual(AT_LEAST.rightAtOnceOrAfterQuestion);
  });

  it('becomes calls that run, with every choice, unless there is no such event or more than one', async () => {
    for (const request of requests) {
      for (const { intent, outcomes } of await readsFor(request)) {
        const [first, ...choices] = outcomes;
        const isOpen = intent.choices.some(
          ({ path }) => path === '/mutation/filters' || path === '/mutation',
        );
        const isUnknown =
          intent.tool === 'calendar_write' && intent.assumed.some(({ field }) => field === 'event');
        const error = isOpen ? 'AMBIGUOUS_TARGET' : isUnknown ? 'NOT_FOUND' : undefined;
        expect(first?.error, request.text).toBe(error);
        for (const choice of choices) expect(choice.error, request.text).toBeUndefined();
      }
    }
  });

  it('asks below 0.85, and before anything is deleted', async () => {
    for (const { intent } of (await Promise.all(requests.map(readsFor))).flat()) {
      const isDeletion = JSON.stringify(intent.arguments).includes('"delete"');
      expect(intent.requiresConfirmation).toBe(intent.confidence < 0.85 || isDeletion);
    }
  });
});
