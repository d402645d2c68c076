import { wrap } from '../screen/text-width.js';
import type { Command } from '../shell/command.js';
import { type CommandOption, OPTIONS, OWN_OPTIONS, SETTING_OPTIONS } from '../shell/options.js';

const WIDTH = 80;
const GAP = 2;

/** What `--help` prints; every line fits in 80 columns. */
export function printUsage(commands: readonly Command[]): string {
  return [
    'calendar-mcp: calendars for language models, and for people in a hurry',
    '',
    ...columns(commands.map((command) => [formOf(command), command.summary])),
    '',
    'Options of every command',
    ...columns(optionRows(Object.keys(SETTING_OPTIONS))),
    '',
    'Options of some commands',
    ...columns(optionRows(Object.keys(OWN_OPTIONS))),
    '',
    ...wrap(
      'A CalDAV account: CALDAV_URL, CALDAV_USERNAME, CALDAV_PASSWORD, or several in a configuration file. Without an account, events are kept in a folder of .ics files. Set CALENDAR_LOG=debug for details.',
      WIDTH,
    ),
  ].join('\n');
}

/** What `help COMMAND` prints. */
export function printCommandUsage(command: Command): string {
  const { options = [], summary } = command;
  return [
    `calendar-mcp ${formOf(command)}`,
    ...wrap(`  ${summary}`, WIDTH),
    ...(options.length === 0 ? [] : ['', ...columns(optionRows(options))]),
    '',
    'The options of every command: calendar-mcp --help',
  ].join('\n');
}

function formOf({ name, args }: Command): string {
  return args === undefined ? name : `${name} ${args}`;
}

function optionRows(names: readonly string[]): readonly (readonly [string, string])[] {
  return Object.entries<CommandOption>(OPTIONS)
    .filter(([name]) => names.includes(name))
    .map(([name, { short, value, about }]) => [
      `--${name}${value === undefined ? '' : ` ${value}`}${short === undefined ? '' : `, -${short}`}`,
      about,
    ]);
}

/** Two columns, the second one wrapped in what is left. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const first = Math.max(...rows.map(([left]) => left.length)) + GAP;
  return rows.flatMap(([left, right]) =>
    wrap(right, WIDTH - first - GAP).map(
      (line, index) => `${' '.repeat(GAP)}${(index === 0 ? left : '').padEnd(first)}${line}`,
    ),
  );
}
