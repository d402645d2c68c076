import { wrap } from '../screen/text-width.js';
import type { Command } from '../shell/command.js';
import { type CommandOption, OPTIONS, OWN_OPTIONS, SETTING_OPTIONS } from '../shell/options.js';

const GAP = 2;
/** A wider left side gets its own line; the share limits it on a narrow terminal. */
const WIDEST_LEFT = 28;
const LEFT_SHARE = 0.36;
const EVERY = Object.keys(SETTING_OPTIONS);
/** Commands that use no calendar of the person. */
const ALONE = new Set(['demo', 'print-schemas', 'completion', 'help']);

/** Text of `--help`. */
export function printUsage(commands: readonly Command[], width: number): string {
  return [
    ...wrap('calendar-mcp: calendars for language models, and for people in a hurry', width),
    '',
    ...columns(
      commands.map((command) => [formOf(command), command.summary]),
      width,
    ),
    '',
    'Options of every command',
    ...columns(optionRows(EVERY), width),
    '',
    'Options of some commands',
    ...columns(optionRows(Object.keys(OWN_OPTIONS)), width),
    '',
    ...wrap(
      'A CalDAV account: CALDAV_URL, CALDAV_USERNAME, CALDAV_PASSWORD, or several in a configuration file. Without an account, events are kept in a folder of .ics files. Set CALENDAR_LOG=debug for details.',
      width,
    ),
  ].join('\n');
}

/** Text of `help COMMAND`. */
export function printCommandUsage(command: Command, width: number): string {
  const { name, options = [], summary } = command;
  return [
    ...wrap(`calendar-mcp ${formOf(command)}`, width),
    ...wrap(summary, width - GAP).map((line) => `  ${line}`),
    ...(options.length === 0 ? [] : ['', ...columns(optionRows(options, name), width)]),
    ...(ALONE.has(name) ? [] : ['', 'Options of every command', ...columns(optionRows(EVERY), width)]),
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

/** Prints two columns and wraps the second. */
function columns(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const widest = Math.min(WIDEST_LEFT, Math.floor(width * LEFT_SHARE));
  const lefts = rows.map(([left]) => left.length).filter((length) => length <= widest);
  const first = Math.max(GAP, ...lefts) + GAP;
  const line = (left: string, right: string) => `${' '.repeat(GAP)}${left.padEnd(first)}${right}`;
  return rows.flatMap(([left, right]) => {
    const isLong = left.length > widest;
    const lines = wrap(right, width - first - GAP).map((part, index) =>
      line(index === 0 && !isLong ? left : '', part),
    );
    const above = isLong ? wrap(left, width - GAP).map((part) => `${' '.repeat(GAP)}${part}`) : [];
    return [...above, ...lines];
  });
}
