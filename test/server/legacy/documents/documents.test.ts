// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { LEGACY_PROFILES } from '../../../../src/server/legacy/profiles.js';
import { some } from '../../../cases.js';
import { call } from '../../connect.js';
import { withIds } from '../legacy-fixture.js';
import { eachOnNewServer, idsByTitle, type Json, open, server } from '../legacy-server.js';
import { misfit } from './misfit.js';

const json = z.record(z.unknown());

/** What a document states of its tools, the calls that show it, and what must hold in their answers. */
const row = z
  .object({
    says: z.string(),
    /** Tool, arguments and what must hold; `$0/a/b` is a part of the first answer. */
    calls: z.array(z.tuple([z.string(), json]).or(z.tuple([z.string(), json, json]))).min(1),
    policy: z.unknown().optional(),
    /** The last call is refused with this code, for the reason in the migration guide. */
    refused: z.object({ code: z.string(), guide: z.string() }).strict().optional(),
    /** Why it does not hold yet; once it does, this goes. */
    open: z.string().optional(),
  })
  .strict();

const document = z
  .object({ profiles: z.array(z.string()), policy: z.unknown().optional(), rows: z.array(row).min(40) })
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

/** Arguments with parts of earlier answers in place of their names. */
function withAnswers(value: unknown, answers: readonly Json[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withAnswers(one, answers));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withAnswers(one, answers)]));
  const [, index, path = ''] = /^\$(\d)\/(.+)$/.exec(String(value)) ?? [];
  if (index === undefined) return value;
  return path
    .split('/')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
      answers[Number(index)],
    );
}

describe.each(DOCUMENTS)('$name', ({ profiles, policy: usual, rows }) => {
  const aliases = profiles.flatMap((name) => LEGACY_PROFILES[name] ?? []);
  eachOnNewServer(aliases);
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ids = await idsByTitle();
  });

  it.each(some(rows).map((one) => [one.says, one] as const))('%s', async (_, { calls, ...one }) => {
    const { policy = usual, refused } = one;
    const { client } = policy === undefined ? server : await open(server.root, aliases, policy);
    await client.listTools();
    const answers: Json[] = [];
    const found: string[] = [];
    for (const [index, [name, args, wanted = {}]] of calls.entries()) {
      const given = withAnswers(withIds(args, ids), answers) as Json;
      const answer = await answerOf(client, name, given);
      answers.push(answer);
      const isRefused = refused !== undefined && index === calls.length - 1;
      const expected = {
        ...('isError' in answer && { isError: isRefused }),
        ...(isRefused && { code: refused.code }),
        ...(withAnswers(withIds(wanted, ids), answers) as Json),
      };
      const where = misfit(answer, expected);
      if (where !== undefined) found.push(`${name} ${JSON.stringify(given)} ${where}`);
    }
    expect(found).toEqual(one.open === undefined ? [] : [expect.any(String)]);
    if (refused !== undefined) expect(GUIDE).toContain(plain(refused.guide));
  });
});
