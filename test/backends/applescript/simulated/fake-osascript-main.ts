import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runScript } from '../interpreter/interpret.js';
import { parseScript } from '../interpreter/parse.js';
import { ScriptSyntaxError } from '../interpreter/syntax.js';
import { ScriptError } from '../interpreter/values.js';
import { SimulatedCalendar } from './simulated-calendar.js';
import type { SimulatedState } from './simulated-state.js';

/** What the stand-in does besides running scripts; lies in the state file. */
export interface FakeState extends SimulatedState {
  readonly misbehaves?: 'hangs' | 'cuts' | 'dies' | 'speaks German' | 'ignores its script';
}

const WAITED_MS = 5;

/** What `osascript -l AppleScript - args` does on a Mac, as far as our server sees it: one run, in its own process. */
function main(statePath: string, args: readonly string[]): void {
  const [flag, language, file, ...argv] = args;
  if (flag !== '-l' || language !== 'AppleScript' || file !== '-') {
    process.stderr.write('usage: osascript -l AppleScript - [argument ...]\n');
    process.exitCode = 64;
    return;
  }
  const lock = `${statePath}.lock`;
  while (!claim(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAITED_MS);
  try {
    const state = JSON.parse(readFileSync(statePath, 'utf8')) as FakeState;
    if (state.misbehaves === 'dies') process.kill(process.pid, 'SIGKILL');
    if (state.misbehaves === 'ignores its script') process.exit(1);
    const source = readFileSync(0, 'utf8');
    try {
      run(state, source, argv);
    } finally {
      writeFileSync(statePath, JSON.stringify(state));
    }
    if (state.misbehaves === 'hangs') setInterval(() => undefined, 1000);
  } finally {
    rmSync(lock, { force: true });
  }
}

function run(state: FakeState, source: string, argv: readonly string[]): void {
  try {
    const application = new SimulatedCalendar(state);
    const { output } = runScript(parseScript(source), argv, application, {
      now: state.now,
      beforeEvent: (count) => application.beforeEvent(count),
    });
    const text = `${output}\n`;
    process.stdout.write(state.misbehaves === 'cuts' ? text.slice(0, -12) : text);
  } catch (error) {
    if (!(error instanceof ScriptError) && !(error instanceof ScriptSyntaxError)) throw error;
    const german = state.misbehaves === 'speaks German';
    const kind = german ? 'Ausführungsfehler' : 'execution error';
    const number = error instanceof ScriptError ? error.number : -2741;
    process.stderr.write(`-:12:34: ${kind}: ${error.message} (${number})\n`);
    process.exitCode = 1;
  }
}

/** The file names who holds it: a process that was killed meanwhile holds nothing. */
function claim(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0);
  } catch {
    rmSync(lock, { force: true });
  }
  return false;
}

// The launcher puts the path of the state before the arguments.
main(process.argv[2] ?? '', process.argv.slice(3));
