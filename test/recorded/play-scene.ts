import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { POLICIES } from '../../schemas/model/policy.js';
import { LEGACY_PROFILES } from '../../src/server/legacy/profiles.js';
import { changedLines, storedLines } from '../fixtures/capture-writes.js';
import { type Setting, serviceOf, type World } from '../fixtures/world.js';
import { connect } from '../server/connect.js';
import type { RecordedResult, RecordedScene } from './recorded-file.js';
import { createStableNames, type StableNames } from './stable-names.js';

export interface PlayedScene {
  readonly results: readonly RecordedResult[];
  /** Every stored line that changed, if the scene asks for them. */
  readonly stored: readonly string[] | undefined;
}

/** Makes the calls of a scene in order, as an MCP client does. */
export async function playScene(scene: RecordedScene, world: World, setting: Setting): Promise<PlayedScene> {
  const before = await storedLines(world.backend);
  const service = serviceOf(
    withReadOnly(world, scene.readOnly ?? []),
    setting,
    POLICIES[scene.policy ?? 'trusted'],
  );
  const { client } = await connect(service, scene.older === undefined ? [] : LEGACY_PROFILES[scene.older]);
  // Once tools are listed, the client checks structured content against the output schemas.
  await client.listTools();
  const names = createStableNames(world);
  const answers: unknown[] = [];
  const results: RecordedResult[] = [];
  for (const call of scene.calls) {
    const { answer, ...kind } = await resultOf(
      client,
      call.tool,
      withAnswers(call.arguments, answers, names),
    );
    answers.push(answer);
    results.push({ ...kind, answer: names.stable(answer) });
  }
  await client.close();
  if (scene.stored === undefined) return { results, stored: undefined };
  const after = await storedLines(world.backend);
  // A new object differs from nothing in all its lines.
  const old = new Map([...[...after.keys()].map((name) => [name, [] as string[]] as const), ...before]);
  return { results, stored: changedLines(old, after) };
}

async function resultOf(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<RecordedResult> {
  try {
    if (name === 'resources/read') {
      return { textOnly: true, answer: await client.readResource({ uri: String(args.uri) }) };
    }
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

/** Replaces names by ids, and `$3.data.undoToken` by that value of the third answer. */
function withAnswers(
  args: Record<string, unknown>,
  answers: readonly unknown[],
  names: StableNames,
): Record<string, unknown> {
  return JSON.parse(JSON.stringify(args), (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const [whole, call, path] = /^\$(\d+)\.([\w.]+)$/.exec(value) ?? [];
    if (path === undefined) return names.real(value);
    const found = path
      .split('.')
      .reduce<unknown>((part, key) => Object(part)[key], answers[Number(call) - 1]);
    if (found === undefined) throw new Error(`no answer has ${whole}`);
    return found;
  });
}

/** Makes some calendars read-only. */
function withReadOnly(world: World, readOnly: readonly string[]): World {
  const { backend } = world;
  const calendars: typeof backend.calendars = async (signal) =>
    (await backend.calendars(signal)).map((calendar) =>
      readOnly.includes(calendar.name)
        ? { ...calendar, writable: false, readOnlyReason: 'It is shared for reading only.' }
        : calendar,
    );
  return readOnly.length === 0 ? world : { ...world, backend: { ...backend, calendars } };
}
