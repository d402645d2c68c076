import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod/v3';
import { LEGACY_PROFILES } from '../../../src/server/legacy/profiles.js';
import { printRows } from '../../fixtures/print/print-rows.js';
import type { Json } from './legacy-server.js';

/** The arguments of an old call; `@Title` in them is the id of an event, or of the first occurrence of a series. */
const legacyRow = z
  .object({
    args: z.record(z.unknown()),
    /** The arguments of the call that does the same; generated. Without `fields` where they are the usual ones. */
    call: z.record(z.record(z.unknown())).optional(),
    /** The code of the error, where the call is refused. */
    refused: z.string().optional(),
    /** The rows of the answer are not those of the call, one by one; another test says what they are. */
    regrouped: z.literal(true).optional(),
  })
  .strict();

/** A profile as its users knew it: what the guide says of it, and a row for every argument of every tool. */
const legacyFixture = z
  .object({
    system: z.string(),
    /** Differences that the guide does not list for all profiles. */
    differences: z.array(z.string()),
    /** Which calls the guide shows: those with another choice instead of those with another argument. */
    shows: z.literal('kinds').optional(),
    /** Fields of the replacing call that the old answer has no place for. */
    leftOut: z.array(z.string()).optional(),
    /** By old tool, the fields that most of its calls ask for. */
    fields: z.record(z.string()),
    tools: z.record(z.array(legacyRow)),
  })
  .strict();

export interface BuilderCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
}

/** A row with its tool, and with the tool that its call belongs to. */
export interface LegacyCase extends Omit<z.infer<typeof legacyRow>, 'call'> {
  readonly tool: string;
  readonly call?: BuilderCall;
}

const BUILDERS: Json = { query: 'calendar_read', mutation: 'calendar_write', analysis: 'calendar_analyze' };

/** The profiles with their aliases and `fixtures/legacy/{name}.json`, which a new profile needs, too. */
export const PROFILES = Object.entries(LEGACY_PROFILES).map(([name, aliases]) => {
  const path = new URL(`../../../fixtures/legacy/${name}.json`, import.meta.url);
  const fixture = legacyFixture.parse(JSON.parse(readFileSync(path, 'utf8')));
  const cases = Object.entries(fixture.tools).flatMap(([tool, rows]) =>
    rows.map(({ call, ...row }): LegacyCase => ({ tool, ...row, ...(call && { call: withName(call) }) })),
  );
  /** Writes the calls as they are now. */
  const save = (calls: ReadonlyMap<LegacyCase, BuilderCall>) => {
    const tools: Record<string, Json[]> = {};
    for (const row of cases) {
      const { tool, args, call, ...rest } = row;
      const made = calls.get(row) ?? call;
      tools[tool] ??= [];
      tools[tool].push({ args, ...(made && { call: made.arguments }), ...rest });
    }
    writeFileSync(path, `${printRows({ ...fixture, tools })}\n`);
  };
  return { name, aliases, fixture: { ...fixture, cases }, rows: cases.length, save };
});

function withName(made: BuilderCall['arguments']): BuilderCall {
  return { name: String(BUILDERS[Object.keys(made).join()]), arguments: made };
}

/** A call without the fields that are usual for its old tool. */
export function withoutUsual({ name, arguments: made }: BuilderCall, usual = ''): BuilderCall {
  const entries = Object.entries(made).map(([key, inner]) => {
    const { fields, ...rest } = inner;
    return [key, Array.isArray(fields) && fields.join() === usual ? rest : inner] as const;
  });
  return { name, arguments: Object.fromEntries(entries) };
}

/** Arguments with the ids of a server in place of titles. */
export function withIds(args: Json, ids: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(args).replace(/"@([^"]+)"/g, (_, title) => JSON.stringify(ids.get(title)));
  return JSON.parse(text) as Json;
}
