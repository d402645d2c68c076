import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { patient } from '../../patience.js';
import { builtMain } from '../built-server.js';
import { startProgram } from '../http/http-program.js';
import type { Sandbox } from '../stdio-process.js';

/** What a script needs of a client, whatever its revision. */
export interface AnyClient {
  readonly revision: string | undefined;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<unknown>;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string };
    argument: { name: string; value: string };
  }): Promise<unknown>;
  listTools(): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  listResources(): Promise<unknown>;
  listResourceTemplates(): Promise<unknown>;
  close(): Promise<void>;
}

/** A client of each revision over each transport, with a program and a home of its own. */
export const WAYS: readonly (readonly [string, (box: Sandbox) => Promise<AnyClient>])[] = [
  ['2025-11-25 over stdio', (box) => old(new OldStdio(command(box)))],
  ['2026-07-28 over stdio', (box) => modern(new StdioClientTransport(command(box)))],
  ['2025-11-25 over HTTP', async (box) => old(new OldHttp(await served(box)))],
  ['2026-07-28 over HTTP', async (box) => modern(new StreamableHTTPClientTransport(await served(box)))],
];

/** Ways to a program for a client of revision 2026-07-28. */
export const MODERN_WAYS: readonly (readonly [
  string,
  (box: Sandbox) => Promise<StdioClientTransport | StreamableHTTPClientTransport>,
])[] = [
  ['stdio', async (box) => new StdioClientTransport(command(box))],
  ['HTTP', async (box) => new StreamableHTTPClientTransport(await served(box))],
];

const NAME = { name: 'test', version: '0' };

async function old(transport: OldStdio | OldHttp): Promise<AnyClient> {
  const client = patient(new OldClient(NAME));
  await client.connect(transport);
  return Object.assign(client, { revision: '2025-11-25' });
}

async function modern(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<AnyClient> {
  const client = patient(new Client(NAME, { versionNegotiation: { mode: 'auto' } }));
  await client.connect(transport);
  return Object.assign(client, { revision: client.getNegotiatedProtocolVersion() });
}

function command({ env }: Sandbox) {
  return { command: process.execPath, args: [builtMain()], env, stderr: 'ignore' as const };
}

async function served(box: Sandbox): Promise<URL> {
  const { url } = await startProgram(box);
  return new URL('/mcp', url);
}
