import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a program in the background; what it prints goes to the log file. */
export function start(command: string, args: readonly string[], log: string): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(command, args, { stdio: ['ignore', output, output] });
  closeSync(output);
  return child;
}

/** Waits until `ready` answers true; fails with the end of the log when the program ends or takes too long. */
export async function untilReady(
  child: ChildProcess,
  log: string,
  ready: () => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await ready().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(`${child.spawnfile} did not come up:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Ends one program that we started and waits until it is gone. */
export async function end(
  child: ChildProcess,
  signalled: (signal: 'SIGTERM' | 'SIGKILL') => void,
): Promise<void> {
  const gone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  signalled('SIGTERM');
  for (let tries = 0; tries < 50 && !gone(); tries++) await sleep(100);
  if (!gone()) signalled('SIGKILL');
  for (let tries = 0; tries < 50 && !gone(); tries++) await sleep(100);
}

/** Whether a calendar collection answers for a user. */
export async function answersPropfind(url: string, username: string, password: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'PROPFIND',
    headers: { Depth: '0', Authorization: `Basic ${btoa(`${username}:${password}`)}` },
  });
  await response.text();
  return response.status === 207;
}
