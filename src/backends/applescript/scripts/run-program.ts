import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { ScriptFailure } from './script-failure.js';

const MOST_OUTPUT = 64 * 1024 * 1024;

/** What is run, and for how long at most. */
interface Program {
  readonly path: string;
  readonly argv: readonly string[];
  /** What it reads from its standard input. */
  readonly input?: string;
  readonly deadlineMs: number;
}

/** Runs a program without a shell, in its own process group, which is killed as a whole when it has to stop. */
export function runProgram(
  { path, argv, input = '', deadlineMs }: Program,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new ScriptFailure('cancelled'));
      return;
    }
    let failure: ScriptFailure | undefined;
    const child = start(path, argv);
    const stop = (kind: 'deadline' | 'cancelled' | 'garbled'): void => {
      failure ??= new ScriptFailure(kind);
      killGroup(child);
    };
    const timer = setTimeout(() => stop('deadline'), deadlineMs);
    const cancel = (): void => stop('cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_OUTPUT) stop('garbled');
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < 100) errors.push(chunk);
    });
    // A program that ends before it has read its script says why in its exit code.
    child.stdin.on('error', (error) => {
      failure ??=
        (error as NodeJS.ErrnoException).code === 'EPIPE' ? undefined : new ScriptFailure('crashed');
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      failure ??= new ScriptFailure(startFailure(error.code));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      if (failure !== undefined) reject(failure);
      else if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(reported(Buffer.concat(errors).toString('utf8')));
    });
    child.stdin.end(input);
  });
}

/** Too many arguments throw at once instead of emitting an event. */
function start(path: string, argv: readonly string[]): ChildProcessWithoutNullStreams {
  try {
    return spawn(path, argv, { detached: true, stdio: 'pipe' });
  } catch (error) {
    throw new ScriptFailure(startFailure((error as NodeJS.ErrnoException).code));
  }
}

function startFailure(code: string | undefined): 'missing' | 'too long' | 'crashed' {
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  return code === 'E2BIG' ? 'too long' : 'crashed';
}

function killGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The words before the number are in the language of the user; the number is not. */
function reported(errors: string): ScriptFailure {
  const number = /\((-?\d{1,6})\)\s*$/.exec(errors)?.[1];
  return number === undefined ? new ScriptFailure('crashed') : new ScriptFailure('reported', Number(number));
}
