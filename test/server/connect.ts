import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { CalendarService } from '../../src/engine/context/service.js';
import { createServer } from '../../src/server/create-server.js';
import type { Alias } from '../../src/server/legacy/alias.js';
import { listedTools } from '../../src/server/listed-tools.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { patient } from '../patience.js';
import { KNOWN_VALIDATORS } from './known-validators.js';

const NO_ALIASES: readonly Alias[] = [];
/** Builds a list of tools once: no server changes it. */
const lists = new WeakMap<readonly Alias[], ReturnType<typeof listedTools>>();

/** A real client connected to the server in memory; `lines` is everything the server logged. */
export async function connect(
  service: CalendarService,
  aliases = NO_ALIASES,
  listed: () => void = () => undefined,
) {
  const lines: string[] = [];
  const log = createJsonLog({ level: 'debug', write: (line) => lines.push(line) });
  const tools = lists.get(aliases) ?? listedTools(aliases);
  lists.set(aliases, tools);
  const { server, settled } = createServer({
    service,
    log,
    aliases,
    tools,
    version: '0.0.0',
    listed,
    logLines: log.lines,
  });
  const client = patient(
    new Client({ name: 'test', version: '0' }, { jsonSchemaValidator: KNOWN_VALIDATORS }),
  );
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, server, settled, lines, log };
}

/** A tool's answer: whether it failed, its one text item as JSON, and the structured content. */
export async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [item, ...more] = result.content;
  if (item?.type !== 'text' || more.length > 0) throw new Error('expected exactly one text item');
  return {
    failed: result.isError === true,
    json: JSON.parse(item.text) as Record<string, unknown>,
    structured: result.structuredContent,
  };
}
