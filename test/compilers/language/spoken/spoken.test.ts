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

const corpusSchema = z
  .object({
    title: z.string(),
    now: z.string(),
    timezone: z.string(),
    corpus: z.string(),
    requests: z.array(spokenSchema),
    /** How they were read the first time, before anything was changed for them. */
    unseen: z.object({ right: z.number(), asked: z.number(), wrong: z.number() }).strict().optional(),
    /** Others of the first set that were measured before they were looked at. */
    heldOut: z.array(spokenSchema).default([]),
  })
  .strict();
const SETS = [
  'spoken',
  'spoken-typed',
  'spoken-walking',
  'spoken-last',
  'spoken-office',
  'spoken-forms',
  'spoken-forms-2',
  'spoken-classes',
  'spoken-tradespeople',
  'spoken-students-parents',
  'spoken-mixed',
  'spoken-strangers',
  'spoken-strangers-2',
  'spoken-strangers-3',
  'spoken-strangers-4',
  'spoken-strangers-5',
  'spoken-strangers-6',
  'spoken-strangers-7',
  'spoken-three-people',
].map((name) => corpusSchema.parse(JSON.parse(readFileSync(`fixtures/language/${name}.json`, 'utf8'))));
const [first = corpusSchema.parse({})] = SETS;
const { now, timezone, corpus } = first;
const all = SETS.flatMap(({ requests, heldOut }) => [...requests, ...heldOut]);

const intentSchema = z
  .object({
    tool: z.enum(['calendar_read', 'calendar_write', 'calendar_analyze']),
    arguments: z.record(z.unknown()),
    confidence: z.number(),
    requiresConfirmation: z.boolean(),
    assumed: z.array(z.object({ field: z.string() })),
    choices: z.array(z.object({ path: z.string() }).passthrough()).optional(),
  })
  .passthrough();
type Intent = z.infer<typeof intentSchema>;

let service: CalendarService;
let nameOf: (email: string) => string;
const read = new Map<Spoken, readonly (Read & { readonly intent: Intent })[]>();

beforeAll(async () => {
  const world = await memoryWorld(corpusOf(corpus));
  // The sets were judged when the action items of notes were entries on their days.
  service = serviceOf(world, { now, timezone, weekStart: 1, tasks: false });
  nameOf = nameIn(corpusOf(corpus).calendars.flatMap(({ objects }) => objects.map(({ ics }) => ics)));
  for (const request of all) read.set(request, await readsOf(request.text));
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

async function readsOf(text: string): Promise<readonly (Read & { readonly intent: Intent })[]> {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const data = await service.analyze(call, { signal: SIGNAL }).then(
    (answer) => answer.data,
    (error: unknown) => {
      // A day that does not exist is asked about, and nothing is read.
      if (error instanceof CalendarError && error.code === 'INVALID_DATE') return { intents: [] };
      throw error;
    },
  );
  const { intents } = z.object({ intents: z.array(intentSchema) }).parse(data);
  const reads: (Read & { readonly intent: Intent })[] = [];
  for (const intent of intents) {
    const outcomes = [];
    for (const args of [intent.arguments, ...alternativesOf(intent)])
      outcomes.push(await outcomeOf(service, { tool: intent.tool, arguments: args }, nameOf));
    reads.push({ intent, outcomes, requiresConfirmation: intent.requiresConfirmation });
  }
  return reads;
}

const readsFor = (request: Spoken) => read.get(request) ?? [];
const verdict = (request: Spoken) => verdictOn(request, readsFor(request));

/** Of several that are asked about, the words of the call find none: they name a person. */
const BY_PERSON = new Set(['move my review with Sam to 4']);

describe('the way people talk', () => {
  it.each(all)('$text', (request) => {
    // What is asked about or not read is marked, so that the marks stay true; none of it would be run unasked.
    expect(verdict(request)).toBe(request.miss ? 'misses' : request.question ? 'asks' : 'right');
  });

  it('is read as a person expects at once 60 times of 100, and with a question 75 times', () => {
    expect(all.length).toBeGreaterThanOrEqual(1000);
    const share = (...verdicts: readonly string[]) =>
      all.filter((request) => verdicts.includes(verdict(request))).length / all.length;
    expect(share('right')).toBeGreaterThan(0.6);
    expect(share('right', 'asks')).toBeGreaterThan(0.75);
  });

  it('would run nothing that was not asked for', () => {
    const counts = { right: 0, asks: 0, misses: 0, wrong: 0 };
    for (const request of all) counts[verdict(request)]++;
    const { right, asks, misses, wrong } = counts;
    const parts = [`${right} right`, `${asks} right after a question`, `${misses} ask about something else`];
    process.stdout.write(`${[...parts, `${wrong} wrong and sure`].join(', ')}\n`);
    expect(wrong).toBe(0);
  });

  it('has requests of every kind, and in four languages', () => {
    const count = (...kinds: readonly string[]) => all.filter(({ kind }) => kinds.includes(kind)).length;
    expect(count('de', 'fr', 'es')).toBeGreaterThanOrEqual(40);
    for (const kind of ['create', 'ask', 'change', 'answer', 'delete', 'several', 'notes', 'trap', 'nothing'])
      expect(count(kind), kind).toBeGreaterThanOrEqual(10);
  });

  it('becomes calls that run, with every choice, unless there is no such event or more than one', () => {
    const failures = new Set<string>();
    for (const { text } of all) {
      for (const { intent, outcomes } of readsFor(all.find((one) => one.text === text) as Spoken)) {
        const [first, ...choices] = outcomes;
        const isOpen = (intent.choices ?? []).some(
          ({ path }) => path === '/mutation/filters' || path === '/mutation',
        );
        const isUnknown =
          intent.tool === 'calendar_write' && intent.assumed.some(({ field }) => field === 'event');
        const several = BY_PERSON.has(text) ? 'NOT_FOUND' : 'AMBIGUOUS_TARGET';
        expect(first?.error, text).toBe(isOpen ? several : isUnknown ? 'NOT_FOUND' : undefined);
        for (const choice of choices) expect(choice.error, text).toBeUndefined();
        if (first?.error !== undefined) failures.add(first.error);
      }
    }
    expect(failures).toContain('AMBIGUOUS_TARGET');
  });

  it('asks below 0.85, and before anything is deleted', () => {
    const intents = all.flatMap((request) => readsFor(request).map(({ intent }) => intent));
    for (const { confidence, requiresConfirmation, arguments: args } of intents) {
      const isDeletion = JSON.stringify(args).includes('"delete"');
      expect(requiresConfirmation).toBe(confidence < 0.85 || isDeletion);
    }
  });
});
