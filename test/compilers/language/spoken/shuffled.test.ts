// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod/v3';
import type { CalendarService } from '../../../../src/engine/context/service.js';
import { runs } from '../../../cases.js';
import { corpusOf } from '../../../fixtures/corpora.js';
import { memoryWorld, SIGNAL, serviceOf } from '../../../fixtures/world.js';
import { contextAt } from '../../compile-context.js';
import { planOf } from '../../plan-of.js';
import { alternativesOf } from './alternatives-of.js';

const NOW = '2027-03-10T09:20:00Z';
const FOLDER = 'fixtures/language';
const setSchema = z.object({
  requests: z.array(z.object({ text: z.string() })).default([]),
  sentences: z.array(z.object({ text: z.string() })).default([]),
  heldOut: z.array(z.object({ text: z.string() })).default([]),
});
const texts = readdirSync(FOLDER)
  .filter((name) => name !== 'date-phrases.json')
  .map((name) => setSchema.parse(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'))))
  .flatMap(({ requests, heldOut, sentences }) =>
    [...requests, ...heldOut, ...sentences].map(({ text }) => text),
  );
const words = [...new Set(texts.flatMap((text) => text.split(/\s+/)))];
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
  service = serviceOf(await memoryWorld(corpusOf('spring')), {
    now: NOW,
    timezone: 'Europe/Berlin',
    weekStart: 1,
  });
});

/** Words of all requests in any order, with what may stand between them; and halves of requests. */
const shuffled = fc
  .array(
    fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', ' ', ', ', '. ', '\n', ' and ', ': ')),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((parts) => parts.flat().join(''));
const half = fc
  .tuple(fc.constantFrom(...texts), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, part]) => text.slice(0, Math.ceil(text.length * part)));
const halves = fc.tuple(half, fc.constantFrom(' ', ', ', ' and ', '\n'), half).map((parts) => parts.join(''));

it('becomes calls that are valid, and asks before it deletes, whatever the order of the words', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(shuffled, halves), async (text) => {
      fc.pre(text.trim() !== '');
      const { data } = await service.analyze(
        { analysis: { type: 'parse_text', params: { text } } },
        { signal: SIGNAL },
      );
      const { intents } = z.object({ intents: intentsSchema }).parse(data);
      for (const intent of intents) {
        for (const args of [intent.arguments, ...alternativesOf(intent)])
          expect(() => planOf(intent.tool, args, contextAt(NOW))).not.toThrow();
        const isDeletion = JSON.stringify(intent.arguments).includes('"operation":"delete"');
        expect(intent.requiresConfirmation).toBe(isDeletion || intent.confidence < 0.85);
        kinds.add(isDeletion ? 'delete' : intent.tool);
      }
    }),
    // Fewer do not come to every kind.
    { numRuns: Math.max(900, runs(900)) },
  );
  expect([...kinds].sort()).toEqual(['calendar_analyze', 'calendar_read', 'calendar_write', 'delete']);
});
