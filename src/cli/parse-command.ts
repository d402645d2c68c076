import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { SettingFlags } from '../config/settings.js';

export type ToolVerb = 'read' | 'write' | 'analyze';

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'serve'; readonly legacy: readonly string[] }
  | { readonly kind: 'demo' }
  | { readonly kind: 'agenda'; readonly period: string; readonly json: boolean }
  | { readonly kind: 'call'; readonly verb: ToolVerb; readonly json: string; readonly whole: boolean }
  | {
      readonly kind: 'print-schemas';
      readonly what: 'tools' | 'settings' | 'doctor';
      readonly legacy: readonly string[];
    }
  | {
      readonly kind: 'doctor';
      readonly account?: string;
      readonly writeTest?: string;
      readonly names: boolean;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' };

export interface CommandLine {
  readonly command: Command;
  readonly flags: SettingFlags;
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  dir: { type: 'string' },
  create: { type: 'boolean' },
  'state-dir': { type: 'string' },
  config: { type: 'string' },
  calendar: { type: 'string' },
  timezone: { type: 'string' },
  backend: { type: 'string' },
  legacy: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  account: { type: 'string' },
  'write-test': { type: 'string' },
  names: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];

const DEFAULT_PERIOD = 'next 7 days';

/** Reads the arguments after the program's name; throws `UsageError`. */
export function parseCommand(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  const flags: SettingFlags = {
    ...(values.dir !== undefined && { dir: values.dir }),
    ...(values.create === true && { create: true }),
    ...(values['state-dir'] !== undefined && { stateDir: values['state-dir'] }),
    ...(values.config !== undefined && { config: values.config }),
    ...(values.calendar !== undefined && { calendar: values.calendar }),
    ...(values.timezone !== undefined && { timezone: values.timezone }),
    ...(values.backend !== undefined && { backend: backendOf(values.backend) }),
  };
  const legacy = (values.legacy ?? []).flatMap((list) => list.split(',')).map((name) => name.trim());
  const whole = values.json === true;
  if (values.help === true) return { command: { kind: 'help' }, flags };
  if (values.version === true) return { command: { kind: 'version' }, flags };
  const { account, 'write-test': writeTest, names } = values;
  if (positionals[0] === 'doctor') {
    if (positionals.length > 1) throw new UsageError('"doctor" takes options only.');
    const chosen = {
      ...(account !== undefined && { account }),
      ...(writeTest !== undefined && { writeTest }),
    };
    return { command: { kind: 'doctor', ...chosen, names: names === true }, flags };
  }
  if (account !== undefined || writeTest !== undefined || names !== undefined) {
    throw new UsageError('--account, --write-test and --names belong to "doctor".');
  }
  return { command: commandOf(positionals, legacy, whole), flags };
}

function backendOf(name: string): 'applescript' | 'local' {
  if (name === 'applescript' || name === 'local') return name;
  throw new UsageError('--backend is applescript (the Calendar app of this Mac) or local (a folder).');
}

function commandOf([verb, ...rest]: readonly string[], legacy: readonly string[], whole: boolean): Command {
  switch (verb) {
    case undefined:
      return { kind: 'serve', legacy };
    case 'agenda':
      return { kind: 'agenda', period: rest.length === 0 ? DEFAULT_PERIOD : rest.join(' '), json: whole };
    case 'read':
    case 'write':
    case 'analyze': {
      const [json, ...extra] = rest;
      if (json === undefined || extra.length > 0) {
        throw new UsageError(
          `"${verb}" takes one argument: the JSON of the call in quotes, or - to read it from stdin.`,
        );
      }
      return { kind: 'call', verb, json, whole };
    }
    case 'demo':
      if (rest.length > 0) throw new UsageError('"demo" takes no arguments.');
      return { kind: 'demo' };
    case 'print-schemas': {
      const [what = 'tools', ...extra] = rest;
      if ((what !== 'tools' && what !== 'settings' && what !== 'doctor') || extra.length > 0) {
        throw new UsageError('"print-schemas" takes "tools", "settings" or "doctor".');
      }
      return { kind: 'print-schemas', what, legacy };
    }
    case 'help':
      return { kind: 'help' };
    default:
      throw new UsageError(`Unknown command "${verb}".`);
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split('. ') : [];
    throw new UsageError(`${sentence ?? 'The options cannot be read'}.`, { cause: error });
  }
}
