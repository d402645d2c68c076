import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { runProgram } from './run-program.js';

/** Runs one of our scripts and returns its output; throws ScriptFailure. */
export interface ScriptRunner {
  run(script: ScriptName, argv: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Opens Calendar in the background, if possible. */
  openCalendar(): Promise<void>;
}

export interface OsascriptOptions {
  readonly path?: string;
  /** Longer than the timeouts inside the scripts, so those are reported first. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 150_000;
/** Time Calendar needs after opening before it answers. */
const OPENING_MS = 3_000;

/**
 * Runs scripts with osascript: no shell, the constant source on standard input, everything else as arguments.
 * Kills the whole process group at the deadline or on cancel.
 */
export function osascriptRunner(options: OsascriptOptions = {}): ScriptRunner {
  const { path = '/usr/bin/osascript', deadlineMs = DEADLINE_MS } = options;
  return {
    run: (script, fields, signal) => {
      const argv = ['-l', 'AppleScript', '-', ...fields];
      return runProgram({ path, argv, input: SCRIPT_SOURCES[script], deadlineMs }, signal);
    },
    openCalendar: async () => {
      await runProgram({ path: '/usr/bin/open', argv: ['-gj', '-b', 'com.apple.iCal'], deadlineMs });
      await new Promise((resolve) => setTimeout(resolve, OPENING_MS));
    },
  };
}
