import { wrap } from '../screen/text-width.js';
import type { Command } from '../shell/command.js';
import { type CommandOption, OPTIONS, OWN_OPTIONS, SETTING_OPTIONS } from '../shell/options.js';

const WIDTH = 80;
const GAP = 2;
/** A longer left side has a line of its own. */
const WIDEST_LEFT = 28;
const EVERY = Object.keys(SETTING_OPTIONS);
/** Commands that look at no calendar of the person. */
const ALONE = new Set(['demo', 'print-schemas', 'completion', 'help']);

/** What `--help` prints; every line fits in 80 columns. */
export function printUsage(commands: readonly Command[]): string {
  return [
    'calendar-mcp: calendars for language models, and for people in a hurry',
    '',
    ...columns(commands.map((command) => [formOf(command), command.summary])),
    '',
    'Options of every command',
    ...columns(optionRows(EVERY)),
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
  const { name, options = [], summary } = command;
  return [
    `calendar-mcp ${formOf(command)}`,
    ...wrap(summary, WIDTH - GAP).map((line) => `  ${line}`),
    ...(options.length === 0 ? [] : ['', ...columns(optionRows(options, name))]),
    ...(ALONE.has(name) ? [] : ['', 'Options of every command', ...columns(optionRows(EVERY))]),
  ].join('\n');
}

function formOf({ name, args }: Command): string {
  return args === undefined ? name : `${name} ${args}`;
}

function optionRows(names: readonly string[], command = ''): readonly (readonly [string, string])[] {
  return Object.entries<CommandOption>(OPTIONS)
    .filter(([name]) => names.includes(name))
    .map(([name, { short, value, about, aboutIn }]) => [
      `--${name}${value === undefined ? '' : ` ${value}`}${short === undefined ? '' : `, -${short}`}`,
      aboutIn?.[command] ?? about,
    ]);
}

/** Two columns, the second one wrapped in what is left. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const lefts = rows.map(([left]) => left.length).filter((length) => length <= WIDEST_LEFT);
  const first = Math.max(...lefts) + GAP;
  const line = (left: string, right: string) => `${' '.repeat(GAP)}${left.padEnd(first)}${right}`;
  return rows.flatMap(([left, right]) => {
    const isLong = left.length > WIDEST_LEFT;
    const lines = wrap(right, WIDTH - first - GAP).map((part, index) =>
      line(index === 0 && !isLong ? left : '', part),
    );
    return isLong ? [`${' '.repeat(GAP)}${left}`, ...lines] : lines;
  });
}
