import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { patient } from '../../../patience.js';
import { builtMain } from '../../../server/built-server.js';
import { sandbox } from '../../../server/stdio-process.js';
import { standIn } from './stand-in.js';
import type { KitState } from './state.js';

/** Says that this is a Mac, and where osascript is. The program is the shipped one. */
const LIKE_A_MAC = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const processes = createRequire(import.meta.url)('node:child_process');
const { spawn } = processes;
processes.spawn = (path, ...others) => spawn(path === '/usr/bin/osascript' ? 'osascript' : path, ...others);
syncBuiltinESMExports();
Object.defineProperty(process, 'platform', { value: 'darwin' });
`;

interface MacOptions {
  readonly applescript?: string;
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The shipped program, as on a Mac on which nothing is configured; `applescript` runs what is not JavaScript, `node` are its own options. */
export async function onMac(kit: KitState, { applescript = '', node = [], env: more = {} }: MacOptions = {}) {
  const osascript = await standIn(kit, applescript);
  const place = sandbox({ TZ: 'Europe/Berlin' });
  const folder = mkdtempSync(join(tmpdir(), 'like-a-mac-'));
  const preload = join(folder, 'like-a-mac.mjs');
  writeFileSync(preload, LIKE_A_MAC);
  const { CALENDAR_DIR: _, ...env } = place.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...node, '--import', preload, builtMain()],
    env: { ...env, ...more, PATH: `${dirname(osascript.path)}${delimiter}${process.env.PATH}` },
    stderr: 'pipe',
  });
  const client = patient(new Client({ name: 'test', version: '0' }));
  await client.connect(transport);
  return {
    client,
    osascript,
    pid: transport.pid,
    close: async () => {
      await client.close();
      rmSync(folder, { recursive: true });
      place.remove();
      osascript.remove();
    },
  };
}
