import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { runProgram } from './run-program.js';

/** Runs one of our scripts and gives what it printed; throws ScriptFailure. */
export interface ScriptRunner {
  run(script: ScriptName, argv: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Opens Calendar in the background, where that is possible. */
  openCalendar(): Promise<void>;
}

export interface OsascriptOptions {
  readonly path?: string;
  /** Longer than the timeouts inside the scripts, so that those are reported first. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 150_000;
/** What Calendar needs after it was opened before it answers. */
const OPENING_MS = 3_000;

/**
 * Runs scripts with osascript: no shell, the constant source on standard input, everything else as arguments. The
 * process gets its own group, which is killed as a whole at the deadline or when the call is cancelled.
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
