import { execFile } from 'node:child_process';
import { CalendarError } from '../../schemas/model/error.js';

/** A program and its arguments, such as `["pass", "show", "calendar"]`. */
export type PasswordCommand = readonly [string, ...string[]];

const DEADLINE_MS = 15_000;
const MAX_BYTES = 64 * 1024;

/** Returns the first line the program prints. Uses no shell; errors never quote the output. */
export function runPasswordCommand(
  [program, ...args]: PasswordCommand,
  deadlineMs = DEADLINE_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_BYTES,
      windowsHide: true,
    } as const;
    const child = execFile(program, args, options, (error, output) => {
      if (error !== null) {
        reject(failed(error.killed === true ? 'timed out' : reasonOf(error.code)));
        return;
      }
      const line = output.split(/\r?\n/, 1)[0] ?? '';
      if (line === '') reject(failed('printed nothing'));
      else resolve(line);
    });
    // Closes stdin, so a program that prompts does not wait.
    child.stdin?.end();
  });
}

function reasonOf(code: string | number | null | undefined): string {
  if (code === 'ENOENT') return 'was not found';
  if (code === 'EACCES') return 'cannot be executed';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed too much text';
  return typeof code === 'number' ? `exited with code ${code}` : 'could not be run';
}

function failed(what: string): CalendarError {
  return new CalendarError('CONFIGURATION', `The program in passwordCommand ${what}.`, {
    suggestion: 'Run the passwordCommand by hand to see its output.',
  });
}
