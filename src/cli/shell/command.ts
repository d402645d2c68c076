import type { SettingFlags } from '../../config/settings.js';
import type { OptionValues, OwnOption } from './options.js';

export interface CommandCall {
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly flags: SettingFlags;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command; the result is the exit code. */
export type RunCommand = (call: CommandCall) => Promise<number>;

export interface Command {
  readonly name: string;
  /** Aliases from other programs. */
  readonly also?: readonly string[];
  /** Shown by `--help`: `[…]` is optional, `…` is several words. */
  readonly args?: string;
  readonly options?: readonly OwnOption[];
  readonly summary: string;
  /** Loads the code on demand, to keep the server's start fast. */
  readonly load: () => Promise<RunCommand>;
}
