// @module-tag slow
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { runs } from '../../cases.js';
import { corpusOf } from '../../fixtures/corpora.js';
import { memoryWorld, SIGNAL, serviceOf } from '../../fixtures/world.js';
import { contextAt } from '../compile-context.js';
import { planOf } from '../plan-of.js';
import { alternativesOf } from './spoken/alternatives-of.js';

const UNKNOWN = ['florble', 'quizzically', 'purple', 'zwölfender', 'nonetheless', 'Gregor', '43', 'éclair'];
const { now, timezone, corpus, requests } = z
  .object({
    now: z.string(),
    timezone: z.string(),
    corpus: z.string(),
    requests: z.array(z.object({ text: z.string(), kind: z.string(), miss: z.boolean().optional() })),
  })
  .parse(JSON.parse(readFileSync('fixtures/language/spoken.json', 'utf8')));
const texts = requests.map(({ text }) => text);
const intentsSchema = z.array(
  z
    .object({
      tool: z.enum(['calendar_read', 'calendar_write', 'calendar_analyze']),
      arguments: z.record(z.unknown()),
      confidence: z.number(),
      requiresConfirmation: z.boolean(),
    })
    .passthrough(),
);

let service: CalendarService;
beforeAll(async () => {
  service = serviceOf(await memoryWorld(corpusOf(corpus)), { now, timezone, weekStart: 1 });
});

async function intentsOf(text: string) {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const answer = service.analyze(call, { signal: SIGNAL });
  const { data } = await answer.catch((error: unknown) => {
    // A day that does not exist is asked about.
    if (error instanceof CalendarError && error.code === 'INVALID_DATE') return { data: { intents: [] } };
    throw error;
  });
  return z.object({ intents: intentsSchema }).parse(data).intents;
}

/** Words of all requests in any order, with what may stand between them; and halves of requests. */
const words = [...new Set(texts.flatMap((text) => text.split(/\s+/)))];
const joint = fc.constantFrom(' ', ' ', ' ', ', ', '. ', '\n', ' and ', ': ');
const shuffled = fc
  .array(fc.tuple(fc.constantFrom(...words), joint), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.flat().join(''));
const half = fc
  .tuple(fc.constantFrom(...texts), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, part]) => text.slice(0, Math.ceil(text.length * part)));
const halves = fc.tuple(half, fc.constantFrom(' ', ', ', ' and ', '\n'), half).map((parts) => parts.join(''));

it('makes valid calls of words in any order, and asks before it deletes', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(shuffled, halves), async (text) => {
      fc.pre(text.trim() !== '');
      for (const intent of await intentsOf(text)) {
        for (const args of [intent.arguments, ...alternativesOf(intent)])
          expect(() => planOf(intent.tool, args, contextAt(now))).not.toThrow();
        const isDeletion = JSON.stringify(intent.arguments).includes('"operation":"delete"');
        expect(intent.requiresConfirmation).toBe(isDeletion || intent.confidence < 0.85);
        kinds.add(isDeletion ? 'delete' : intent.tool);
      }
    }),
    // Fewer cases do not reach every kind.
    { numRuns: Math.max(400, runs(900)) },
  );
  expect([...kinds].sort()).toEqual(['calendar_analyze', 'calendar_read', 'calendar_write', 'delete']);
});

const understood = requests.filter(
  ({ kind, miss, text }) => !miss && kind !== 'nothing' && kind !== 'notes' && !/["“”]/.test(text),
);

it('is never sure of a request with an unknown word, unless the call holds the word', async () => {
  let sure = 0;
  const cases = fc.record({
    request: fc.constantFrom(...understood),
    word: fc.constantFrom(...UNKNOWN),
    at: fc.nat(12),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ request, word, at }) => {
      // Reads the name as a part of the name of the person who gets the answer.
      fc.pre(!(request.kind === 'answer' && word === 'Gregor'));
      const parts = request.text.split(' ');
      const said = parts.toSpliced(at % (parts.length + 1), 0, word).join(' ');
      const intents = await intentsOf(said);
      if (intents.some(({ requiresConfirmation }) => requiresConfirmation)) return;
      sure += intents.length;
      const calls = JSON.stringify(intents.map((intent) => intent.arguments)).toLowerCase();
      if (intents.length > 0) expect(calls, said).toContain(word.toLowerCase());
    }),
    { numRuns: runs(400) },
  );
  expect(sure).toBeGreaterThan(0);
});
