import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Alias } from '../../src/server/legacy/alias.js';
import { call } from './connect.js';
import { everything, type Json, legacy, open, server } from './legacy-server.js';

/** A tool and its arguments, where `@Title` stands for the id of an event or of the first occurrence of a series. */
export type LegacyCase = readonly [tool: string, args: Json];

/** The profile's tools are the recorded ones, and every tool with every argument does what its example does. */
export function legacyMatrix(
  profile: string,
  aliases: readonly Alias[],
  cases: readonly LegacyCase[],
  refused: readonly LegacyCase[] = [],
): void {
  const golden = new URL(`../../fixtures/tools/legacy-${profile}.json`, import.meta.url);

  it('lists the recorded tools', async () => {
    const tools = (await server.client.listTools()).tools.slice(5);
    if (process.env.UPDATE_FIXTURES) await writeFile(golden, JSON.stringify(tools, undefined, 2));
    expect(tools).toEqual(JSON.parse(await readFile(golden, 'utf8')));
  });

  describe('the matrix', () => {
    it.each(aliases.map(({ tool }) => [tool.name, argumentsIn(tool.inputSchema)]))(
      'has every argument of %s',
      (name, names) => {
        const tried = [...cases, ...refused]
          .filter(([tool]) => tool === name)
          .flatMap(([, args]) => pathsOf(args));
        expect(tried).toEqual(expect.arrayContaining([...names]));
      },
    );

    it.each(cases)('%s %j does what its example does', async (name, given) => {
      await server.client.listTools();
      const twin = await open(server.root);
      const before = await everything(server.client);
      const { failed, json } = await legacy(name, await withIds(given));
      expect(failed, JSON.stringify(json)).toBe(false);
      const { replacement, example } = json._migration as {
        replacement: string;
        example: { name: string; arguments: Json };
      };
      expect(example.name).toBe(replacement);
      const same = await call(twin.client, example.name, example.arguments);
      const after = await everything(server.client);
      expect(after).toEqual(await everything(twin.client));
      const { mutation } = example.arguments as { mutation?: Json };
      if (mutation !== undefined && mutation.operation !== 'sync') expect(after).not.toEqual(before);
      const data = same.json.data as Json;
      const rows = data.events ?? data.busy;
      if (rows !== undefined) expect(rowsIn(json.events ?? json.slots ?? json.result)).toEqual(rowsIn(rows));
    });
  });
}

function rowsIn(list: unknown) {
  return [list as Json[]]
    .flat()
    .map((row) => [row.startAt ?? row.startISO ?? row.start, row.title ?? row.summary]);
}

/** Names of arguments, and of those in a patch; an agreement needs a server that asks for it. */
function argumentsIn({ properties = {} }: { properties?: object | undefined }): readonly string[] {
  return Object.entries(properties as Record<string, { properties?: object }>)
    .filter(([name]) => name !== 'confirmationToken' && name !== 'confirmed')
    .flatMap(([name, inner]) => [name, ...argumentsIn(inner).map((below) => `${name}/${below}`)]);
}

function pathsOf(args: Json): string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [name, ...pathsOf(value as Json).map((below) => `${name}/${below}`)]
      : [name],
  );
}

async function withIds(args: Json): Promise<Json> {
  const titles = [...JSON.stringify(args).matchAll(/"@([^"]+)"/g)].map(([, title = '']) => title);
  let text = JSON.stringify(args);
  for (const title of titles) {
    const filters = { title: { equals: title }, when: { between: ['2026-11-23', '2026-12-31'] } };
    const { json } = await call(server.client, 'calendar_read', { query: { type: 'events', filters } });
    const [row] = (json.data as { events: Json[] }).events;
    text = text.replaceAll(`"@${title}"`, JSON.stringify(row?.id));
  }
  return JSON.parse(text) as Json;
}
