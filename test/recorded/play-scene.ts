import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { MACOS_CALENDAR } from '../../src/server/legacy/macos-calendar.js';
import { changedLines, storedLines } from '../fixtures/capture-writes.js';
import { type Setting, serviceOf, type World } from '../fixtures/world.js';
import { connect } from '../server/connect.js';
import type { RecordedResult, RecordedScene } from './recorded-file.js';
import { createStableNames, type StableNames } from './stable-names.js';

export interface PlayedScene {
  readonly results: readonly RecordedResult[];
  /** Every line that is not as it was. */
  readonly stored: readonly string[];
}

/** Makes the calls of a scene, one after the other, as an MCP client does. */
export async function playScene(
  scene: RecordedScene,
  world: World,
  setting: Setting,
  places: ReadonlyMap<string, string>,
): Promise<PlayedScene> {
  const before = await storedLines(world.backend);
  const { client } = await connect(
    serviceOf(withReadOnly(world, scene.readOnly ?? []), setting),
    MACOS_CALENDAR,
  );
  // From now on the client checks structured content against the output schemas.
  await client.listTools();
  const names = createStableNames(world, places);
  const answers: unknown[] = [];
  const results: RecordedResult[] = [];
  for (const call of scene.calls) {
    const { answer, ...told } = await resultOf(
      client,
      call.tool,
      withAnswers(call.arguments, answers, names),
    );
    answers.push(answer);
    results.push({ ...told, answer: names.stable(answer) });
  }
  await client.close();
  const after = await storedLines(world.backend);
  // New objects are shown with all their lines.
  const old = new Map([
    ...[...after.keys()].map((name): [string, readonly string[]] => [name, []]),
    ...before,
  ]);
  return { results, stored: changedLines(old, after) };
}

async function resultOf(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<RecordedResult> {
  try {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const { content, structuredContent, isError, ...more } = result;
    const [item] = content;
    if (item?.type !== 'text' || content.length > 1) throw new Error('expected exactly one text item');
    expect(more).toEqual({});
    if (structuredContent !== undefined) expect(item.text).toBe(JSON.stringify(structuredContent));
    return {
      ...(isError === true && { isError }),
      ...(structuredContent === undefined && { textOnly: true }),
      answer: JSON.parse(item.text),
    };
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    return { isError: true, textOnly: true, answer: { protocolError: error.code, message: error.message } };
  }
}

/** Arguments in which `$3.data.undoToken` is what the third call of the scene answered there. */
function withAnswers(
  args: Record<string, unknown>,
  answers: readonly unknown[],
  names: StableNames,
): Record<string, unknown> {
  return JSON.parse(JSON.stringify(args), (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const [whole, call, path] = /^\$(\d+)\.([\w.]+)$/.exec(value) ?? [];
    if (whole === undefined || path === undefined) return names.real(value);
    const found = path.split('.').reduce<unknown>(memberOf, answers[Number(call) - 1]);
    if (found === undefined) throw new Error(`${whole} is not in what was answered`);
    return found;
  });
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** The same world, some of whose calendars can only be read. */
function withReadOnly(world: World, readOnly: readonly string[]): World {
  if (readOnly.length === 0) return world;
  const { backend } = world;
  return {
    ...world,
    backend: {
      ...backend,
      calendars: async (signal) =>
        (await backend.calendars(signal)).map((calendar) =>
          readOnly.includes(calendar.name)
            ? { ...calendar, writable: false, readOnlyReason: 'It is shared for reading only.' }
            : calendar,
        ),
    },
  };
}
