import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtMain } from './built-server.js';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly env: Record<string, string>;
  readonly stdin?: string;
  /** Presses Ctrl-C when it comes. */
  readonly interrupt?: Promise<unknown>;
}

/** Runs the shipped program to its end. */
export async function runProgram(
  args: readonly string[],
  { env, stdin = '', interrupt }: Running,
): Promise<Ended> {
  const child = spawn(process.execPath, [builtMain(), ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  child.stdin.end(stdin);
  const stop = () => child.kill('SIGINT');
  interrupt?.then(stop, stop);
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
