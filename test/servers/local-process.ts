import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '../patience.js';

/** Wait in ms before a program that does not end is killed. */
const STOPPING_MS = PATIENCE_MS / 10;

/** User and group ids for a program. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

interface StartOptions {
  readonly user?: SystemUser;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Ids of a system user that a package created. */
export async function systemUser(name: string): Promise<SystemUser> {
  const number = async (flag: string): Promise<number> =>
    Number((await promisify(execFile)('id', [flag, name])).stdout.trim());
  return { uid: await number('-u'), gid: await number('-g') };
}

/** Runs a program to its end; returns its output. */
export async function run(
  command: string,
  args: readonly string[],
  { user, env, cwd }: StartOptions = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, ...(cwd === undefined ? {} : { cwd }), ...user };
  return (await promisify(execFile)(command, args, options)).stdout;
}

/** Starts a program and its later children as a process group; the output goes to the log file. */
export function start(
  command: string,
  args: readonly string[],
  log: string,
  { user, env, cwd }: StartOptions = {},
): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    ...user,
  });
  closeSync(output);
  return child;
}

/** Waits until `ready` returns true. Fails with the end of the log if the program ends or takes too long. */
export async function untilReady(
  child: ChildProcess,
  log: string,
  ready: () => Promise<boolean>,
): Promise<void> {
  const stop = performance.now() + PATIENCE_MS;
  while (!isGone(child) && performance.now() < stop) {
    if (await ready().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(`${child.spawnfile} did not come up:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Ends a program that we started, with its children, and waits for it. */
export async function end(
  child: ChildProcess,
  signalled: (signal: NodeJS.Signals) => void = (signal) => signalGroup(child, signal),
): Promise<void> {
  if (isGone(child)) return;
  const gone = once(child, 'exit');
  signalled('SIGTERM');
  const killing = setTimeout(() => signalled('SIGKILL'), STOPPING_MS);
  await gone;
  clearTimeout(killing);
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Signals a program that we started and all its children. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has already ended.
  }
}

/** True if a collection answers PROPFIND for a user; use `status` 401 for a server without Basic. */
export async function answersPropfind(
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
  status = 207,
): Promise<boolean> {
  const response = await fetch(url, {
    method: 'PROPFIND',
    headers: { Depth: '0', Authorization: `Basic ${btoa(`${username}:${password}`)}` },
  });
  await response.text();
  return response.status === status;
}
