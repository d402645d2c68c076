// @module-tag slow
import { readFile, writeFile } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Perform } from '../../../../src/server/legacy/alias.js';
import { some } from '../../../cases.js';
import { printCompact } from '../../../fixtures/print/print-json.js';
import { call } from '../../connect.js';
import { type BuilderCall, type LegacyCase, PROFILES, withIds, withoutUsual } from '../legacy-fixture.js';
import { eachOnNewServer, idsByTitle, type Json, legacy, open, server, stored } from '../legacy-server.js';
import { newRows, shownRows } from '../shown-rows.js';
import { argumentsIn, pathsOf, type Schema } from './argument-paths.js';
import { listedShape } from './listed-shape.js';
import { migrationGuide, migrationPage, plainCall } from './migration-guide.js';
import { otherForms } from './other-forms.js';

const isDotted = ({ name }: { readonly name: string }) => name.includes('.');
const UPDATING = Boolean(process.env.UPDATE_FIXTURES);

describe.each(PROFILES)('$name: $rows rows of old calls', ({ name, aliases, fixture, save }) => {
  const { cases, fields, leftOut = [] } = fixture;
  const aliasOf = (tool: string) => aliases.find((alias) => alias.tool.name === tool);
  const accepted = cases.filter(({ refused }) => refused === undefined);
  const reads = accepted.filter(({ tool }) => aliasOf(tool)?.writes !== true);
  const writes = accepted.filter(({ tool }) => aliasOf(tool)?.writes === true);
  const refused = cases.filter((one) => one.refused !== undefined);
  const titled = (rows: readonly LegacyCase[]) =>
    some(rows).map((row) => [`${row.tool} ${JSON.stringify(row.args)}`, row] as const);
  eachOnNewServer(aliases, 'once');
  let ids: ReadonlyMap<string, string>;
  let before: Awaited<ReturnType<typeof stored>>;
  const found = new Map<LegacyCase, BuilderCall>();
  beforeAll(async () => {
    ids = await idsByTitle();
    before = await stored(server);
    await server.client.listTools();
  });
  afterAll(() => {
    if (UPDATING) save(found);
  });

  it('lists the recorded tools', async () => {
    const golden = new URL(`../../../../fixtures/tools/legacy-${name}.json`, import.meta.url);
    const tools = (await server.client.listTools()).tools.slice(5);
    expect(tools).toHaveLength(aliases.length);
    const [dotted, others] = [tools.filter(isDotted), tools.filter((tool) => !isDotted(tool))];
    const shapes = (dotted.length === 0 ? others : dotted).map(listedShape);
    if (UPDATING) await writeFile(golden, `${printCompact(shapes)}\n`);
    expect(shapes).toEqual(JSON.parse(await readFile(golden, 'utf8')));
    // Names without dots are listed as the others.
    for (const tool of dotted) expect(others).toContainEqual({ ...tool, name: tool.name.replace('.', '_') });
    for (const { title } of tools) expect(title).toBeDefined();
  });

  it.each(aliases.map(({ tool }) => [tool.name, argumentsIn(tool.inputSchema as Schema)]))(
    'has every argument of %s',
    (tool, names) => {
      const tried = [...cases, ...cases.flatMap(otherForms)]
        .filter((row) => row.tool === tool)
        .flatMap(({ args }) => pathsOf(args));
      expect(names.filter((one) => !tried.includes(one))).toEqual([]);
    },
  );

  it('takes the other forms of each call for the same call', async () => {
    for (const row of cases)
      for (const { tool, args, callOf } of otherForms(row)) {
        const made = await translated(row.tool, row.args);
        expect(await translated(tool, args)).toEqual(typeof made === 'string' ? made : callOf(made));
      }
  });

  it.each(titled(reads))('%s answers as its example', async (_, row) => {
    const { failed, json } = await legacy(row.tool, withIds(row.args, ids));
    expect(failed, JSON.stringify(json)).toBe(false);
    await sameRows(row, json, server.client);
  });

  it.each(titled(refused))('%s is refused, and nothing changes', async (_, { tool, args, refused: code }) => {
    const { failed, json } = await legacy(tool, withIds(args, ids));
    expect(failed).toBe(true);
    const { error } = json as { error: unknown };
    const said = typeof error === 'string' ? { ...json, message: error } : error;
    const outcome = aliasOf(tool)?.writes ? { outcome: 'not_applied' } : {};
    expect(said).toMatchObject({ code, message: expect.any(String), ...outcome });
    expect(await stored(server)).toEqual(before);
  });

  it.each(titled(writes))('%s does what its example does', async (_, row) => {
    const [own, twin] = [await open(aliases), await open(aliases)];
    const { failed, json } = await call(own.client, row.tool, withIds(row.args, ids));
    expect(failed, JSON.stringify(json)).toBe(false);
    await sameRows(row, json, twin.client);
    const after = await stored(own);
    expect(after).toEqual(await stored(twin));
    const mutation = row.call?.arguments.mutation;
    if (mutation !== undefined && mutation.operation !== 'sync' && mutation.dryRun !== true)
      expect(after).not.toEqual(before);
  });

  /** The call that an old one comes to, or the code of the error. */
  async function translated(tool: string, args: Json): Promise<BuilderCall | string> {
    const context = { signal: new AbortController().signal };
    const look: Perform = ({ arguments: given }) => server.service.read(given, context);
    try {
      const made = await aliasOf(tool)?.translate(withIds(args, ids), look);
      return made?.call as BuilderCall;
    } catch (error) {
      if (error instanceof CalendarError) return error.code;
      throw error;
    }
  }

  /** The example of an answer is the recorded one, and returns the same rows to `client`. */
  async function sameRows(row: LegacyCase, json: Json, client: Client) {
    const { _migration, ...answer } = json;
    const { replacement, example, also } = _migration as {
      replacement: string;
      example: BuilderCall;
      also?: BuilderCall[];
    };
    expect(example.name).toBe(replacement);
    const usual = withoutUsual(example, fields[row.tool]);
    if (UPDATING) found.set(row, usual);
    else expect(usual).toEqual(row.call);
    const same: Json[] = [];
    for (const { name: tool, arguments: given } of [example, ...(also ?? [])])
      same.push((await call(client, tool, given)).json);
    const { mutation } = example.arguments;
    const isShown = mutation === undefined || mutation.fields !== undefined;
    if (!isShown || row.regrouped || same.flatMap(({ data }) => newRows(data as Json)).length === 0) return;
    const shown = shownRows({ old: answer, now: same }, leftOut, new Set(ids.values()));
    expect(shown.old).toEqual(shown.now);
  }
});

describe('the guide', () => {
  eachOnNewServer(
    PROFILES.flatMap(({ aliases }) => aliases),
    'once',
  );

  it.each(PROFILES)('has a page for $name that shows each of its tools', async (profile) => {
    const page = await recorded(`migration/${profile.name}.md`, migrationPage(profile, await idsByTitle()));
    const headings = page.split('\n').filter((line) => line.startsWith('## '));
    for (const { tool } of profile.aliases) expect(headings.join()).toContain(`\`${tool.name}\``);
  });

  it('links to the page of every profile', async () => {
    await recorded('migration.md', migrationGuide(PROFILES));
  });

  async function recorded(path: string, text: string): Promise<string> {
    const file = new URL(`../../../../docs/guide/${path}`, import.meta.url);
    if (UPDATING) await writeFile(file, text);
    expect(await readFile(file, 'utf8')).toBe(text);
    return text;
  }

  it('has calls that work without what it leaves out', async () => {
    const calls = PROFILES.flatMap(({ fixture }) => fixture.cases.flatMap((row) => row.call ?? []));
    for (const one of calls) {
      const { mutation, ...args } = plainCall(one);
      const dry = mutation === undefined ? {} : { mutation: { ...(mutation as Json), dryRun: true } };
      const { failed, json } = await call(server.client, one.name, { ...args, ...dry });
      expect(failed, JSON.stringify([one, json])).toBe(false);
    }
  });
});
