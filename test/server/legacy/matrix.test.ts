// @module-tag slow
import { readFile, writeFile } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../../cases.js';
import { call } from '../connect.js';
import { argumentsIn, pathsOf, type Schema } from './argument-paths.js';
import { type LegacyCase, PROFILES, withIds } from './legacy-fixture.js';
import { eachOnNewServer, everything, idsByTitle, type Json, legacy, open, server } from './legacy-server.js';
import { migrationGuide, migrationPage, plainCall } from './migration-guide.js';
import { newRows, shownRows } from './shown-rows.js';

describe.each(PROFILES)('$name: $rows rows of old calls', ({ name, aliases, fixture, save }) => {
  const { cases, leftOut = [] } = fixture;
  const isWriting = (name: string) => aliases.some(({ tool, writes }) => writes && tool.name === name);
  const accepted = cases.filter(({ refused }) => refused === undefined);
  const reads = accepted.filter(({ tool }) => !isWriting(tool));
  const writes = accepted.filter(({ tool }) => isWriting(tool));
  const refused = cases.filter((one) => one.refused !== undefined);
  const titled = (rows: readonly LegacyCase[]) =>
    some(rows).map((row) => [`${row.tool} ${JSON.stringify(row.args)}`, row] as const);
  eachOnNewServer(aliases, 'once');
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ids = await idsByTitle();
  });
  afterAll(() => {
    if (process.env.UPDATE_FIXTURES) save();
  });

  it('lists the recorded tools', async () => {
    const golden = new URL(`../../../fixtures/tools/legacy-${name}.json`, import.meta.url);
    const tools = (await server.client.listTools()).tools.slice(5);
    if (process.env.UPDATE_FIXTURES) await writeFile(golden, JSON.stringify(tools, undefined, 2));
    expect(tools).toEqual(JSON.parse(await readFile(golden, 'utf8')));
    for (const { title } of tools) expect(title).toBeDefined();
  });

  it.each(aliases.map(({ tool }) => [tool.name, argumentsIn(tool.inputSchema as Schema)]))(
    'has every argument of %s',
    (tool, names) => {
      const tried = cases.filter((row) => row.tool === tool).flatMap(({ args }) => pathsOf(args));
      expect(tried).toEqual(expect.arrayContaining([...names]));
    },
  );

  it.each(titled(reads))('%s answers as its example', async (_, row) => {
    await server.client.listTools();
    const { failed, json } = await legacy(row.tool, withIds(row.args, ids));
    expect(failed, JSON.stringify(json)).toBe(false);
    await sameRows(row, json, server.client);
  });

  it.each(titled(refused))('%s is refused, and nothing changes', async (_, { tool, args, refused: code }) => {
    await server.client.listTools();
    const before = await everything(server.client);
    const { failed, json } = await legacy(tool, withIds(args, ids));
    expect(failed).toBe(true);
    const { error } = json as { error: unknown };
    const said = typeof error === 'string' ? { ...json, message: error } : error;
    const outcome = isWriting(tool) ? { outcome: 'not_applied' } : {};
    expect(said).toMatchObject({ code, message: expect.any(String), ...outcome });
    expect(await everything(server.client)).toEqual(before);
  });

  describe('on a server of its own', () => {
    eachOnNewServer(aliases);

    it.each(titled(writes))('%s does what its example does', async (_, row) => {
      await server.client.listTools();
      const twin = await open(server.root);
      const before = await everything(server.client);
      const { failed, json } = await legacy(row.tool, withIds(row.args, ids));
      expect(failed, JSON.stringify(json)).toBe(false);
      await sameRows(row, json, twin.client);
      const after = await everything(server.client);
      expect(after).toEqual(await everything(twin.client));
      const { mutation } = (row.call?.arguments ?? {}) as { mutation?: Json };
      if (mutation !== undefined && mutation.operation !== 'sync' && mutation.dryRun !== true)
        expect(after).not.toEqual(before);
    });
  });

  /** The example of an answer is the recorded one, and returns the same rows to `client`. */
  async function sameRows(row: LegacyCase, json: Json, client: Client) {
    const { _migration, ...answer } = json;
    const { replacement, example, also } = _migration as {
      replacement: string;
      example: { name: string; arguments: Json };
      also?: (typeof example)[];
    };
    expect(example.name).toBe(replacement);
    if (process.env.UPDATE_FIXTURES) row.call = example;
    expect(example).toEqual(row.call);
    const same: Json[] = [];
    for (const { name: tool, arguments: given } of [example, ...(also ?? [])])
      same.push((await call(client, tool, given)).json);
    const { mutation } = example.arguments as { mutation?: Json };
    const isShown = mutation === undefined || mutation.fields !== undefined;
    if (!isShown || row.regrouped || same.flatMap(({ data }) => newRows(data as Json)).length === 0) return;
    const shown = shownRows({ old: answer, now: same }, leftOut, new Set(ids.values()));
    expect(shown.old).toEqual(shown.now);
  }
});

describe('the guide', () => {
  eachOnNewServer(PROFILES.flatMap(({ aliases }) => aliases));

  it.each(PROFILES)('has a page for $name that shows each of its tools', async (profile) => {
    const page = await recorded(`migration/${profile.name}.md`, migrationPage(profile, await idsByTitle()));
    const headings = page.split('\n').filter((line) => line.startsWith('## '));
    for (const { tool } of profile.aliases) expect(headings.join()).toContain(`\`${tool.name}\``);
  });

  it('links to the page of every profile', async () => {
    await recorded('migration.md', migrationGuide(PROFILES));
  });

  async function recorded(path: string, text: string): Promise<string> {
    const file = new URL(`../../../docs/guide/${path}`, import.meta.url);
    if (process.env.UPDATE_FIXTURES) await writeFile(file, text);
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
