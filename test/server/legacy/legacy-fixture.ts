import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod/v3';
import { LEGACY_PROFILES } from '../../../src/server/legacy/profiles.js';
import type { Json } from './legacy-server.js';

const call = z.object({ name: z.string(), arguments: z.record(z.unknown()) }).strict();

/** A call of an older tool; `@Title` in it stands for the id of an event, or of the first occurrence of a series. */
const legacyCase = z
  .object({
    tool: z.string(),
    args: z.record(z.unknown()),
    /** The call that does the same; generated. */
    call: call.optional(),
    /** The code of the error, where the call is refused. */
    refused: z.string().optional(),
    /** The rows of the answer are not those of the call, one by one; another test says what they are. */
    regrouped: z.literal(true).optional(),
  })
  .strict();
export type LegacyCase = z.infer<typeof legacyCase>;

/** A profile as its users knew it: what the guide says of it, and every tool with every argument. */
const legacyFixture = z
  .object({
    system: z.string(),
    /** What is not as it was, beside what the guide says of all profiles. */
    differences: z.array(z.string()),
    /** Which calls the guide shows: those with another choice instead of those with another argument. */
    shows: z.literal('kinds').optional(),
    /** Fields of the replacing call that the old answer has no place for. */
    leftOut: z.array(z.string()).optional(),
    cases: z.array(legacyCase).min(1),
  })
  .strict();

/** The profiles with their aliases and `fixtures/legacy/{name}.json`, which a new profile needs, too. */
export const PROFILES = Object.entries(LEGACY_PROFILES).map(([name, aliases]) => {
  const path = new URL(`../../../fixtures/legacy/${name}.json`, import.meta.url);
  const fixture = legacyFixture.parse(JSON.parse(readFileSync(path, 'utf8')));
  const save = () => writeFileSync(path, JSON.stringify(fixture, undefined, 2));
  return { name, aliases, fixture, rows: fixture.cases.length, save };
});

/** Arguments with the ids of a server in place of titles. */
export function withIds(args: Json, ids: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(args).replace(/"@([^"]+)"/g, (_, title) => JSON.stringify(ids.get(title)));
  return JSON.parse(text) as Json;
}
