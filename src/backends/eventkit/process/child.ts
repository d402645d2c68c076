import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import SCRIPT from '../script/main.jxa';
import { KitFailure } from './kit-failure.js';

/** A running script that answers one request at a time. */
export interface Child {
  /** Sends and returns one line of ASCII without its line end. After a failure the child is useless. */
  ask(line: string, deadlineMs: number): Promise<string>;
  close(): void;
}

export type StartChild = () => Child;

const MOST_OUTPUT = 64 * 1024 * 1024;
const OSASCRIPT = '/usr/bin/osascript';

/** Escapes non-ASCII characters, so length in bytes equals length in characters and none is split. */
export function asciiJson(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The script comes on standard input before the requests, as a JSON string for `eval`. Arguments over 1 kB
 * kill osascript on some managed Macs, and other programs could change a file.
 */
export const SOURCE = asciiJson(JSON.stringify(SCRIPT));
export const LOADER = `eval(JSON.parse(ObjC.unwrap($.NSString.alloc.initWithDataEncoding($.NSFileHandle.fileHandleWithStandardInput.readDataOfLength(${SOURCE.length}),1))))`;

/** Runs the script in osascript, in its own process group, which is killed as a whole. */
export function startOsascript(path = OSASCRIPT): Child {
  let failure: KitFailure | undefined;
  let settle: ((outcome: string | KitFailure) => void) | undefined;
  let received: Buffer[] = [];
  let size = 0;
  const fail = (cause: KitFailure): void => {
    failure ??= cause;
    killGroup(child);
    settle?.(failure);
  };
  const child = spawn(path, ['-l', 'JavaScript', '-e', LOADER], { detached: true, stdio: 'pipe' });
  child.on('error', ({ code }: NodeJS.ErrnoException) =>
    fail(new KitFailure(code === 'ENOENT' || code === 'EACCES' ? 'missing' : 'died')),
  );
  child.on('close', () => fail(new KitFailure('died')));
  child.stdin.on('error', () => fail(new KitFailure('died')));
  // Drained, so that a child with much output does not block.
  child.stderr.resume();
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    const end = chunk.indexOf(10);
    if (size > MOST_OUTPUT || settle === undefined || (end >= 0 && end < chunk.length - 1)) {
      fail(new KitFailure('garbled'));
      return;
    }
    received.push(chunk);
    if (end < 0) return;
    const line = Buffer.concat(received).toString('latin1').trimEnd();
    received = [];
    size = 0;
    settle(line);
  });
  // Lets the program exit.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) unrefStream(stream);
  child.stdin.write(SOURCE);
  return {
    ask: (line, deadlineMs) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure);
          return;
        }
        const timer = setTimeout(() => fail(new KitFailure('deadline')), deadlineMs);
        settle = (outcome) => {
          clearTimeout(timer);
          settle = undefined;
          if (typeof outcome === 'string') resolve(outcome);
          else reject(outcome);
        };
        child.stdin.write(`${line}\n`);
      }),
    close: () => fail(new KitFailure('died')),
  };
}

function unrefStream(stream: object): void {
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
}

/** Kills a program and its children. */
export function killGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It exited meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
