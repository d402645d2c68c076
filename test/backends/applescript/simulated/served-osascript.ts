import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptError } from '../interpreter/values.js';
import { runOn } from './simulated-runner.js';
import type { SimulatedState } from './simulated-state.js';

/** Hands its arguments and its input to a port, and prints and ends as it is told: a process that starts quickly. */
const LAUNCHER = `#!/bin/bash
[ "$2" = AppleScript ] || exit 64
exec 3<>/dev/tcp/127.0.0.1/PORT
source_text=$(cat)
printf '%s\\0' "$#" "$@" "$source_text" >&3
read -r code <&3
if [ "$code" = 0 ]; then cat <&3; else cat <&3 >&2; fi
exit "$code"
`;

export type ServedOsascript = Awaited<ReturnType<typeof serveOsascript>>;

/** An osascript in a process of its own whose Calendar lives in this one. */
export async function serveOsascript(state: SimulatedState) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const parts = received.toString('utf8').split('\0');
      if (received.at(-1) === 0 && parts.length === Number(parts[0]) + 3)
        answer(state, parts.slice(1, -1), socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dir = mkdtempSync(join(tmpdir(), 'osascript-'));
  const path = join(dir, 'osascript');
  writeFileSync(path, LAUNCHER.replace('PORT', String(port)), { mode: 0o755 });
  return {
    path,
    close: async () => {
      rmSync(dir, { recursive: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(state: SimulatedState, parts: readonly string[], socket: Socket): void {
  const [source = '', ...rest] = parts.toReversed();
  const args = rest.toReversed();
  if (args.slice(0, 3).join(' ') !== '-l AppleScript -') {
    socket.end('64\nusage: osascript -l AppleScript - [argument ...]\n');
    return;
  }
  try {
    const { output } = runOn(state, source, args.slice(3));
    socket.end(`0\n${output}\n`);
  } catch (error) {
    const number = error instanceof ScriptError ? error.number : -2741;
    const message = error instanceof Error ? error.message : 'failed';
    socket.end(`1\n-:12:34: execution error: ${message} (${number})\n`);
  }
}
