import type { SettingFlags } from '../../config/settings.js';
import type { OptionValues, OwnOption } from './options.js';

/** One command line, as a command gets it. */
export interface CommandCall {
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly flags: SettingFlags;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command; the result is the exit code. */
export type RunCommand = (call: CommandCall) => Promise<number>;

/** A row of the table of commands. */
export interface Command {
  readonly name: string;
  /** What people are used to from other programs. */
  readonly also?: readonly string[];
  /** As `--help` shows them: `[…]` may be left out, `…` may be several words. */
  readonly args?: string;
  readonly options?: readonly OwnOption[];
  readonly summary: string;
  /** Its code is loaded when it is asked for: a server that starts has no time for the others. */
  readonly load: () => Promise<RunCommand>;
}
