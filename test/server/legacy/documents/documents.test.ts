// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { LEGACY_PROFILES } from '../../../../src/server/legacy/profiles.js';
import { some } from '../../../cases.js';
import { call } from '../../connect.js';
import { withIds } from '../legacy-fixture.js';
import { eachOnNewServer, idsByTitle, type Json, open } from '../legacy-server.js';
import { wholeCall, withAnswers } from './document-calls.js';
import { misfit } from './misfit.js';

const json = z.record(z.unknown());
const rowCall = z
  .string()
  .or(z.tuple([z.string(), z.unknown()]).or(z.tuple([z.string(), z.unknown(), json])));
const calls = z.array(rowCall).min(1);

/** By what a document states of its tools, the calls that show it. */
const row = z
  .object({
    calls,
    policy: z.string().optional(),
    /** The last call is refused with this code, for the reason in the migration guide. */
    refused: z.object({ code: z.string(), guide: z.string() }).strict().optional(),
  })
  .strict();

const document = z
  .object({
    profiles: z.array(z.string()),
    policy: z.unknown().optional(),
    /** Policies that rows name. */
    policies: json.default({}),
    /** Calls that rows name, each with the path of the arguments that rows add. */
    named: z.record(z.tuple([z.string(), json]).or(z.tuple([z.string(), json, z.string()]))),
    rows: z.record(row.or(calls.transform((all) => ({ calls: all, policy: undefined, refused: undefined })))),
  })
  .strict();

const FOLDER = new URL('../../../../fixtures/legacy/documents/', import.meta.url);
const plain = (text: string) => text.replace(/\s+/g, ' ');
const PAGES = new URL('../../../../docs/guide/migration/', import.meta.url);
const GUIDE = plain(
  ['../migration.md', ...readdirSync(PAGES)]
    .map((page) => readFileSync(new URL(page, PAGES), 'utf8'))
    .join(' '),
);
const DOCUMENTS = readdirSync(FOLDER).map((file) => ({
  name: file.replace('.json', ''),
  ...document.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))),
}));

/** A tool, one of its listings, or a resource. */
async function answerOf(client: Client, name: string, args: Json): Promise<Json> {
  if (name === 'tools/list')
    return { ...(await client.listTools()).tools.find((tool) => tool.name === args.name) };
  if (name === 'resources/read') return { ...(await client.readResource({ uri: String(args.uri) })) };
  const { failed, json: answer } = await call(client, name, args);
  const { error } = answer;
  const said = typeof error === 'object' && error !== null && 'code' in error ? error.code : answer.code;
  return { ...answer, isError: failed, ...(failed && { code: said }) };
}

describe.each(DOCUMENTS)('$name', ({ profiles, policy: usual, policies, named, rows }) => {
  const aliases = profiles.flatMap((name) => LEGACY_PROFILES[name] ?? []);
  eachOnNewServer(aliases, 'once');
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ids = await idsByTitle();
  });

  it.each(some(Object.entries(rows)))('%s', async (_, { calls: made, policy, refused }) => {
    const { client } = await open(aliases, policy === undefined ? usual : policies[policy]);

    const answers: Json[] = [];
    const found: string[] = [];
    for (const [index, one] of made.entries()) {
      const { tool, args, wanted } = wholeCall(one, named);
      const given = withAnswers(withIds(args, ids), answers) as Json;
      const answer = await answerOf(client, tool, given);
      answers.push(answer);
      const isRefused = refused !== undefined && index === made.length - 1;
      const expected = {
        ...('isError' in answer && { isError: isRefused }),
        ...(isRefused && { code: refused.code }),
        ...(withAnswers(withIds(wanted, ids), answers) as Json),
      };
      const where = misfit(answer, expected);
      if (where !== undefined) found.push(`${tool} ${JSON.stringify(given)} ${where}`);
    }
    expect(found).toEqual([]);
    if (refused !== undefined) expect(GUIDE).toContain(plain(refused.guide));
  });
});
