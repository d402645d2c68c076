import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { builtMain } from '../../server/built-server.js';

/** A person's home with two clients in it, and a calendar server that wants a password. */
export interface SetupHome {
  readonly root: string;
  readonly env: Record<string, string>;
  readonly dav: FaultServer;
  /** A file of the home, with the folders above it. */
  put(path: string, text: string): string;
  remove(): Promise<void>;
}

export const USER = 'ana';
export const PASSWORD = 'right horse';

export const CURSOR = `// mine
{
  "mcpServers": {
    // not yours
    "other": { "command": "x" },
  },
}
`;

export async function setupHome(): Promise<SetupHome> {
  const root = mkdtempSync(join(tmpdir(), 'setup-home-'));
  const dav = await startFaultServer();
  dav.fault = ({ request, answer }) => {
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    if (request.headers.authorization === expected) return false;
    answer({ status: 401 });
    return true;
  };
  const put = (path: string, text: string): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };
  put('.cursor/mcp.json', CURSOR);
  put('.codex/config.toml', 'model = "o3" # fast\n');
  return {
    root,
    // Few, as a desktop passes them on: neither a keychain nor a display.
    env: { PATH: process.env.PATH ?? '', HOME: root, TERM: 'xterm-256color', TZ: 'Europe/Berlin' },
    dav,
    put,
    async remove() {
      await dav.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What a person types once the screen shows something, after what was typed before. */
export type Step = readonly [shown: RegExp, typed: string];

export const ENTER = '\r';
export const CTRL_C = '\u0003';

/** The program in a pseudo terminal of 80 columns, and a person who answers; what was on the screen, without its codes. */
export async function conversation(
  { env }: Pick<SetupHome, 'env'>,
  args: readonly string[],
  steps: readonly Step[],
  answerFor?: (screen: string) => Promise<string>,
): Promise<{
  readonly code: number | null;
  readonly screen: string;
  readonly raw: string;
  readonly left: number;
}> {
  const command = [process.execPath, builtMain(), ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols 80 rows 50; echo pid=$$; exec ${command}`, '/dev/null'], {
    env,
  });
  const waiting = [...steps];
  let raw = '';
  let since = 0;
  child.stdout.on('data', (chunk) => {
    raw += String(chunk);
    const [next] = waiting;
    if (next === undefined || !next[0].test(plain(raw.slice(since)))) return;
    waiting.shift();
    since = raw.length;
    if (next[1] !== '') child.stdin.write(next[1]);
    else if (answerFor !== undefined) void answerFor(plain(raw)).then((typed) => child.stdin.write(typed));
  });
  const [code] = await once(child, 'close');
  return { code, raw, screen: plain(raw), left: waiting.length };
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what terminals are sent.
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '');
}
