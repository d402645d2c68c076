import { inspect } from 'node:util';
import { CalendarError } from '../../schemas/model/error.js';
import { cleanJson, cleanText } from '../server/answers/clean-text.js';
import { parseCommand } from './parse-command.js';
import { printError } from './print/print-error.js';
import { fittedTo } from './screen/screen.js';
import { UnfinishedError, UsageError } from './shell/usage-error.js';

const HELP = 'Try: calendar-mcp --help\n';

/** Runs a command line; returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let ofCall = false;
  try {
    const { command, call } = await parseCommand(argv, env);
    ofCall = command.args === 'JSON';
    // A closed pipe such as `| head` is not an error; only the server must first finish its writes.
    if (command.name !== 'serve') process.stdout.on('error', () => process.exit(0));
    const run = await command.load();
    return await run(call);
  } catch (error) {
    if (argv.includes('--json')) process.stdout.write(`${errorJson(error)}\n`);
    if (error instanceof UsageError) {
      process.stderr.write(
        fittedTo(process.stderr, `${error.message}\n${error instanceof UnfinishedError ? '' : HELP}`),
      );
      return 2;
    }
    const known = error instanceof CalendarError ? error : unexpected(error);
    process.stderr.write(fittedTo(process.stderr, printError(known, ofCall)));
    if (!(error instanceof CalendarError) && env.CALENDAR_LOG === 'debug')
      process.stderr.write(`${inspect(error)}\n`);
    return 1;
  }
}

/** Has the same members as a failed call. */
function errorJson(thrown: unknown): string {
  if (thrown instanceof UsageError) {
    return JSON.stringify({ success: false, error: { code: 'USAGE', message: cleanText(thrown.message) } });
  }
  const error = thrown instanceof CalendarError ? thrown : unexpected(thrown);
  const { code, message } = error;
  const { cause: _, isCorrected: __, atShell: ___, ...info } = error.info;
  return JSON.stringify(cleanJson({ success: false, error: { ...info, code, message } }));
}

function unexpected(error: unknown): CalendarError {
  return new CalendarError('INTERNAL', 'Something went wrong in the program.', {
    cause: error,
    suggestion: 'Set CALENDAR_LOG=debug for details.',
  });
}
