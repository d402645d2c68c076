import { inspect } from 'node:util';
import { CalendarError } from '../../schemas/model/error.js';
import type { SettingFlags } from '../config/settings.js';
import { VERSION } from '../version.js';
import { type Command, parseCommand, UsageError } from './parse-command.js';
import { printError } from './print/print-error.js';

/** Runs one command line; the result is the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const { command, flags } = parseCommand(argv);
    // The end of a pipe such as `| head` is no error; the server must finish its writes first.
    if (command.kind !== 'serve') process.stdout.on('error', () => process.exit(0));
    if (command.kind === 'doctor') {
      const { doctor } = await import('./doctor.js');
      // What a check could not end must not keep the process alive.
      process.exit(await doctor(command, flags, env));
    }
    if (command.kind === 'call') {
      const { runCall } = await import('./run-call.js');
      return await runCall(command, flags, env);
    }
    await run(command, flags, env);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nTry: calendar-mcp --help\n`);
      return 2;
    }
    process.stderr.write(printError(error instanceof CalendarError ? error : unexpected(error)));
    if (!(error instanceof CalendarError) && env.CALENDAR_LOG === 'debug')
      process.stderr.write(`${inspect(error)}\n`);
    return 1;
  }
}

function unexpected(error: unknown): CalendarError {
  return new CalendarError('INTERNAL', 'Something went wrong in the program.', {
    cause: error,
    suggestion: 'Set CALENDAR_LOG=debug for details.',
  });
}

/** Each command is loaded when it is asked for: a server that starts has no time for the demonstration. */
async function run(
  command: Exclude<Command, { kind: 'doctor' | 'call' }>,
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  switch (command.kind) {
    case 'serve': {
      const { serve } = await import('./serve.js');
      return serve(command.legacy, flags, env);
    }
    case 'demo': {
      const { runDemo } = await import('./demo/demo.js');
      return runDemo(flags, env);
    }
    case 'agenda': {
      const { runAgenda } = await import('./run-agenda.js');
      return runAgenda(command, flags, env);
    }
    case 'print-schemas': {
      const { printSchemas } = await import('./print-schemas.js');
      return printSchemas(command);
    }
    case 'help': {
      const [{ USAGE }, { LEGACY_PROFILES }] = await Promise.all([
        import('./usage.js'),
        import('../server/legacy/profiles.js'),
      ]);
      process.stdout.write(USAGE.replace('PROFILES', Object.keys(LEGACY_PROFILES).join(', ')));
      return;
    }
    case 'version':
      process.stdout.write(`${VERSION}\n`);
      return;
  }
}
