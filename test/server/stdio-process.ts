import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { PATIENT_ENV, patient } from '../patience.js';
import { builtMain } from './built-server.js';

export const NOW = '2026-11-24T08:00';

export interface Sandbox {
  readonly root: string;
  readonly env: Record<string, string>;
  remove(): void;
}

/** A home of its own for one server: nothing of the machine's configuration, a fixed clock. */
export function sandbox(env: Record<string, string> = {}): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'calendar-stdio-'));
  mkdirSync(join(root, 'calendars'));
  return {
    root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: root,
      XDG_CONFIG_HOME: join(root, 'config'),
      CALENDAR_DIR: join(root, 'calendars'),
      CALENDAR_STATE_DIR: join(root, 'state'),
      CALENDAR_NOW: NOW,
      CALENDAR_TIMEZONE: 'Europe/Berlin',
      ...PATIENT_ENV,
      ...env,
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The shipped program with a real client on its stdin and stdout. */
export async function connectStdio({ env }: Sandbox, args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtMain(), ...args],
    env,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const client = patient(new Client({ name: 'test', version: '0' }));
  await client.connect(transport);
  return { client, pid: transport.pid, stderr: () => stderr };
}

export interface RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  send(...messages: readonly object[]): void;
  /** Everything written so far. */
  output(): { stdout: string; stderr: string };
  /** Waits for the answer to a request. */
  answer(id: number): Promise<Record<string, unknown>>;
  exit(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** The shipped program spoken to in bytes. */
export function spawnRaw({ env }: Sandbox, args: readonly string[] = []): RawServer {
  const child = spawn(process.execPath, [builtMain(), ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
    child.emit('progress');
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = once(child, 'close');
  return {
    child,
    send: (...messages) => {
      child.stdin.write(
        messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
      );
    },
    output: () => ({ stdout, stderr }),
    async answer(id) {
      for (;;) {
        const lines = stdout.split('\n').slice(0, -1);
        const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id);
        if (found !== undefined) return found;
        await Promise.race([once(child, 'progress'), ended]);
        if (child.exitCode !== null && !stdout.includes(`"id":${id}`))
          throw new Error(`no answer ${id}: ${stderr}`);
      }
    },
    async exit() {
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}

/** What a client says first. */
export const HANDSHAKE: readonly object[] = [
  {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
  },
  { method: 'notifications/initialized' },
];

export function toolCall(id: number, name: string, args: unknown): object {
  return { id, method: 'tools/call', params: { name, arguments: args } };
}
