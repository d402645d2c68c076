import { spawn } from 'node:child_process';
import { killGroup } from '../../eventkit/process/child.js';
import { type FailureKind, ScriptFailure } from './script-failure.js';

const MOST_OUTPUT = 64 * 1024 * 1024;

interface Program {
  readonly path: string;
  readonly argv: readonly string[];
  /** Standard input. */
  readonly input?: string;
  readonly deadlineMs: number;
}

/** Runs a program without a shell in its own process group, and kills the whole group to stop it. */
export async function runProgram(
  { path, argv, input = '', deadlineMs }: Program,
  signal?: AbortSignal,
): Promise<string> {
  if (signal?.aborted === true) throw new ScriptFailure('cancelled');
  let failure: ScriptFailure | undefined;
  const child = start(path, argv);
  const fail = (kind: FailureKind): void => {
    failure ??= new ScriptFailure(kind);
    killGroup(child);
  };
  const timer = setTimeout(() => fail('deadline'), deadlineMs);
  const cancel = (): void => fail('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  const output: Buffer[] = [];
  let errors = '';
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_OUTPUT) fail('garbled');
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 100_000) errors += chunk.toString('latin1');
  });
  // A program that exits before reading its script explains that by its exit code.
  child.stdin.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') fail('crashed');
  });
  child.on('error', ({ code }: NodeJS.ErrnoException) => fail(startFailure(code)));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  signal?.removeEventListener('abort', cancel);
  if (failure !== undefined) throw failure;
  if (code === 0) return Buffer.concat(output).toString('utf8');
  // The words before the number are localized; the number is not.
  const number = /\((-?\d{1,6})\)\s*$/.exec(errors)?.[1];
  throw number === undefined ? new ScriptFailure('crashed') : new ScriptFailure('reported', Number(number));
}

/** Too many arguments throw at once instead of emitting an event. */
function start(path: string, argv: readonly string[]) {
  try {
    return spawn(path, argv, { detached: true, stdio: 'pipe' });
  } catch (error) {
    throw new ScriptFailure(startFailure((error as NodeJS.ErrnoException).code));
  }
}

function startFailure(code: string | undefined): FailureKind {
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  return code === 'E2BIG' ? 'too long' : 'crashed';
}
