import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from '../../at-end.js';
import { builtMain } from '../built-server.js';
import type { Sandbox } from '../stdio-process.js';

/** The shipped program, listening on a port of its choice until the end of the test. */
export async function startProgram({ env }: Pick<Sandbox, 'env'>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [builtMain(), '--http', '0', ...args], { env });
  atEnd(() => child.kill('SIGKILL'));
  let stderr = '';
  let stdout = '';
  child.stdout.on('data', (part) => {
    stdout += String(part);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (part) => {
      stderr += String(part);
      const at = /Serving MCP at (http:\/\/\S+)\/mcp/.exec(stderr)?.[1];
      if (at !== undefined) resolve(at);
    });
    child.once('close', () => reject(new Error(stderr)));
  });
  const ended = once(child, 'close');
  return {
    url,
    port: Number(new URL(url).port),
    child,
    output: () => ({ stdout, stderr }),
    exit: async (): Promise<number | null> => (await ended)[0],
  };
}
