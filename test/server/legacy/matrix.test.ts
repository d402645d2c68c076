import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../connect.js';
import { type LegacyCase, PROFILES, withIds } from './legacy-fixture.js';
import { eachOnNewServer, everything, idsByTitle, type Json, legacy, open, server } from './legacy-server.js';
import { migrationGuide, plainCall } from './migration-guide.js';
import { newRows, shownRows } from './shown-rows.js';

describe.each(PROFILES)('$name: $rows rows of old calls', ({ name, aliases, fixture, save }) => {
  const { cases, leftOut = [] } = fixture;
  const accepted = cases.filter(({ refused }) => refused === undefined);
  const refused = cases.filter((one) => one.refused !== undefined);
  const titled = (rows: readonly LegacyCase[]) =>
    rows.map((row) => [`${row.tool} ${JSON.stringify(row.args)}`, row] as const);
  eachOnNewServer(aliases);
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
    for (const { title, outputSchema } of tools) expect([title, outputSchema]).not.toContain(undefined);
  });

  it.each(aliases.map(({ tool }) => [tool.name, argumentsIn(tool.inputSchema)]))(
    'has every argument of %s',
    (tool, names) => {
      const tried = cases.filter((row) => row.tool === tool).flatMap(({ args }) => pathsOf(args));
      expect(tried).toEqual(expect.arrayContaining([...names]));
    },
  );

  it.each(titled(accepted))('%s does what its example does', async (_, row) => {
    const { tool, args } = row;
    await server.client.listTools();
    const twin = await open(server.root);
    const before = await everything(server.client);
    const { failed, json } = await legacy(tool, withIds(args, ids));
    expect(failed, JSON.stringify(json)).toBe(false);
    const { _migration, ...answer } = json;
    const { replacement, example, also } = _migration as {
      replacement: string;
      example: { name: string; arguments: Json };
      also?: typeof example;
    };
    expect(example.name).toBe(replacement);
    if (process.env.UPDATE_FIXTURES) row.call = example;
    expect(example).toEqual(row.call);
    const same: Json[] = [];
    for (const { name: tool, arguments: given } of [example, ...(also ? [also] : [])])
      same.push((await call(twin.client, tool, given)).json);
    const after = await everything(server.client);
    expect(after).toEqual(await everything(twin.client));
    const { mutation } = example.arguments as { mutation?: Json };
    if (mutation !== undefined && mutation.operation !== 'sync') expect(after).not.toEqual(before);
    const isShown = mutation === undefined || mutation.fields !== undefined;
    if (!isShown || same.flatMap(({ data }) => newRows(data as Json)).length === 0) return;
    const shown = shownRows({ old: answer, now: same }, leftOut, new Set(ids.values()));
    expect(shown.old).toEqual(shown.now);
  });

  if (refused.length > 0) {
    it.each(titled(refused))(
      '%s is refused, and nothing changes',
      async (_, { tool, args, refused: code }) => {
        await server.client.listTools();
        const before = await everything(server.client);
        const { failed, json } = await legacy(tool, withIds(args, ids));
        expect(failed).toBe(true);
        expect(json).toMatchObject({ code, error: expect.any(String), outcome: 'not_applied' });
        expect(await everything(server.client)).toEqual(before);
      },
    );
  }
});

describe('the guide', () => {
  eachOnNewServer();

  it('shows every profile and each of its tools', async () => {
    const path = new URL('../../../docs/guide/migration.md', import.meta.url);
    const guide = migrationGuide(PROFILES, await idsByTitle());
    if (process.env.UPDATE_FIXTURES) await writeFile(path, guide);
    expect(await readFile(path, 'utf8')).toBe(guide);
    const headings = guide.split('\n').filter((line) => line.startsWith('### '));
    for (const { tool } of PROFILES.flatMap(({ aliases }) => aliases))
      expect(headings.join()).toContain(`\`${tool.name}\``);
  });

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

/** Names of arguments, and of those in a patch; an agreement needs a server that asks for it. */
function argumentsIn({ properties = {} }: { properties?: object | undefined }): readonly string[] {
  return Object.entries(properties as Record<string, { properties?: object }>)
    .filter(([name]) => !AGREEMENT.includes(name))
    .flatMap(([name, inner]) => [name, ...argumentsIn(inner).map((below) => `${name}/${below}`)]);
}

const AGREEMENT = ['confirmToken', 'confirmationToken', 'confirmed'];

function pathsOf(args: Json): string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [name, ...pathsOf(value as Json).map((below) => `${name}/${below}`)]
      : [name],
  );
}
