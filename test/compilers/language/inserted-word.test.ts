import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { runs } from '../../cases.js';
import { corpusOf } from '../../fixtures/corpora.js';
import { memoryWorld, SIGNAL, serviceOf } from '../../fixtures/world.js';

const WORDS = ['florble', 'quizzically', 'purple', 'zwölfender', 'nonetheless', 'Gregor', '43', 'éclair'];
const intentsSchema = z.array(
  z.object({ arguments: z.record(z.unknown()), requiresConfirmation: z.boolean() }).passthrough(),
);
const setSchema = z.object({
  requests: z.array(z.object({ text: z.string(), kind: z.string(), miss: z.boolean().optional() })),
});
const texts = readdirSync('fixtures/language')
  .filter((name) => name.startsWith('spoken'))
  .flatMap((name) => setSchema.parse(JSON.parse(readFileSync(`fixtures/language/${name}`, 'utf8'))).requests)
  .filter(({ kind, miss, text }) => !miss && kind !== 'nothing' && kind !== 'notes' && !/["“”]/.test(text))
  .map(({ text }) => text);

let service: CalendarService;

beforeAll(async () => {
  const world = await memoryWorld(corpusOf('spring'));
  service = serviceOf(world, { now: '2027-03-10T09:20:00Z', timezone: 'Europe/Berlin', weekStart: 1 });
});

/** The calls of a text, if all of them are sure. */
async function sureOf(text: string) {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const answer = service.analyze(call, { signal: SIGNAL });
  const { data } = await answer.catch((error: unknown) => {
    if (error instanceof CalendarError && error.code === 'INVALID_DATE') return { data: { intents: [] } };
    throw error;
  });
  const { intents } = z.object({ intents: intentsSchema }).parse(data);
  return intents.some(({ requiresConfirmation }) => requiresConfirmation) ? [] : intents;
}

const cases = fc.record({ text: fc.constantFrom(...texts), word: fc.constantFrom(...WORDS), at: fc.nat(12) });

it('is never sure of a request with an unknown word, unless the word stands in the call', async () => {
  let sure = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ text, word, at }) => {
      const words = text.split(' ');
      const said = words.toSpliced(at % (words.length + 1), 0, word).join(' ');
      const intents = await sureOf(said);
      sure += intents.length;
      const calls = JSON.stringify(intents.map((intent) => intent.arguments)).toLowerCase();
      if (intents.length > 0) expect(calls, said).toContain(word.toLowerCase());
    }),
    { numRuns: runs(400) },
  );
  expect(sure).toBeGreaterThan(0);
});
