import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** Servers of other authors may take minutes for what the bench asks. */
const PATIENCE = { timeout: 900_000 } as const;

export interface StdioClient {
  /** Milliseconds from the start of the process to its list of tools. */
  readonly startMs: number;
  /** The text of an answer. */
  call(name: string, args: Record<string, unknown>): Promise<string>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A server of MCP on its stdin and stdout, through the client that real programs use. */
export async function startStdio(script: string, env: Record<string, string>): Promise<StdioClient> {
  const begin = performance.now();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(transport);
  await client.listTools();
  return {
    startMs: performance.now() - begin,
    async call(name, args) {
      const { content, isError } = await client.callTool({ name, arguments: args }, undefined, PATIENCE);
      const text = Array.isArray(content) ? content.map((part) => String(part.text ?? '')).join('') : '';
      if (isError === true) throw new Error(`${name}: ${text.slice(0, 300)}`);
      return text;
    },
    ping: async () => void (await client.ping(PATIENCE)),
    close: () => client.close(),
  };
}
