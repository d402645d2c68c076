import { parseArgs } from 'node:util';
import type { SettingFlags } from '../config/settings.js';
import { COMMANDS } from './command-table.js';
import type { Command, CommandCall } from './shell/command.js';
import { OPTIONS, type OptionValues, SETTING_OPTIONS } from './shell/options.js';
import { UsageError } from './shell/usage-error.js';

/** Parses the arguments after the program's name; throws `UsageError`. */
export async function parseCommand(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly command: Command; readonly call: CommandCall }> {
  const { values: options, positionals } = await parse(argv);
  const [name, ...args] = positionals;
  const helped = options.help === true;
  const command = await commandOf(helped ? 'help' : (name ?? unnamed(options)));
  const call = { args: helped ? positionals : args, options, flags: flagsOf(options), env };
  if (!helped) check(command, call);
  return { command, call };
}

/** Without a command, a person sees the agenda and a client gets the server. */
function unnamed({ http, legacy, version }: OptionValues): string | undefined {
  const isServer = http !== undefined || legacy !== undefined || version !== undefined;
  return process.stdin.isTTY === true && process.stdout.isTTY === true && !isServer ? 'agenda' : undefined;
}

/** Commands of khal, gcalcli and todoman and other common words, with our equivalents. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  at: '"now"',
  cancel: '"rm"',
  calendar: '"week" or "month"',
  cal: '"month"',
  calm: '"month"',
  calw: '"week"',
  configure: '"setup"',
  create: '"add"',
  del: '"rm"',
  events: '"agenda"',
  ikhal: '"agenda"',
  init: '"setup"',
  interactive: '"agenda"',
  printformats: '"agenda --format"',
  printics: '"import FILE --dry-run"',
  remove: '"rm"',
  reply: '"rsvp"',
  reschedule: '"move"',
  show: '"search"',
  today: '"agenda today"',
  todo: '"tasks"',
  tomorrow: '"agenda tomorrow"',
  updates: '"audit"',
  version: '"--version"',
};

async function commandOf(name: string | undefined): Promise<Command> {
  if (name === undefined) return COMMANDS[0];
  const found = COMMANDS.find((command) => command.name === name || command.also?.includes(name));
  if (found !== undefined) return found;
  const here = ELSEWHERE[name];
  if (here !== undefined) throw new UsageError(`There is no command "${name}" here: ${here} does that.`);
  const names = COMMANDS.map((command) => command.name);
  throw new UsageError(`Unknown command "${name}".${await didYouMean(name, names)}`);
}

function check({ name, args: form = '', options: own = [] }: Command, { args, options }: CommandCall): void {
  const words = form.split(' ').filter((word) => word !== '');
  const least = words.filter((word) => !word.startsWith('[')).length;
  if (args.length < least || (args.length > words.length && !form.includes('…'))) {
    throw new UsageError(`"${name}" takes ${form === '' ? 'no arguments' : form}.`);
  }
  const taken = [...Object.keys(SETTING_OPTIONS), ...own];
  const other = Object.keys(options).find((option) => !taken.includes(option));
  if (other === undefined) return;
  const owners = COMMANDS.filter((command) => command.options?.some((option) => option === other));
  throw new UsageError(`--${other} belongs to ${owners.map((owner) => `"${owner.name}"`).join(', ')}.`);
}

function flagsOf(options: OptionValues): SettingFlags {
  const { dir, create, 'state-dir': stateDir, config, calendar, timezone, backend } = options;
  return {
    ...(dir !== undefined && { dir }),
    ...(create === true && { create }),
    ...(stateDir !== undefined && { stateDir }),
    ...(config !== undefined && { config }),
    ...(calendar !== undefined && { calendar }),
    ...(options['read-only'] === true && { readOnly: true }),
    ...(timezone !== undefined && { timezone }),
    ...(backend !== undefined && { backend: backendOf(backend) }),
  };
}

function backendOf(name: string): 'applescript' | 'local' {
  if (name === 'applescript' || name === 'local') return name;
  throw new UsageError('--backend is applescript (the Calendar app of this Mac) or local (a folder).');
}

async function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = 'The options cannot be read'] =
      error instanceof Error ? error.message.split(/\. |\n/) : [];
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(sentence) ?? [];
    const hint = unknown === undefined ? '' : await didYouMean(unknown, Object.keys(OPTIONS), '--');
    throw new UsageError(`${sentence.replace(/\.$/, '')}.${hint}`, { cause: error });
  }
}

async function didYouMean(word: string, known: readonly string[], before = ''): Promise<string> {
  const { nearestWords } = await import('../../schemas/diagnostics/did-you-mean.js');
  const near = nearestWords(word, known).map((one) => before + one);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
