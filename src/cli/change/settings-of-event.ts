import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Clock } from '../../ports/clock.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { cell } from '../../server/answers/result-rows.js';
import { isTask, startOf } from '../print/shown-event.js';
import { askLine, isAtTerminal } from '../shell/ask-line.js';
import { UnfinishedError, UsageError } from '../shell/usage-error.js';
import { withIsoDates } from '../view/iso-dates.js';
import type { Mutation } from './changing.js';
import { timeAhead } from './time-ahead.js';

const LENGTH = /^(?:(\d+) ?h)? ?(?:(\d+) ?(?:min|m)?)?$/;

const text = (value: string): string => value;
const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Settings of `edit`: the field of the call, and the parser of its value. */
const SETTINGS: Readonly<
  Record<string, readonly [string, (value: string, row: EventRow, clock: Clock) => unknown]>
> = {
  title: ['title', text],
  when: ['start', timeAhead],
  until: ['end', withIsoDates],
  length: ['durationMinutes', minutesOf],
  where: ['location', text],
  notes: ['description', text],
  link: ['url', text],
  tags: ['tags', list],
  remind: ['reminders', (value) => list(value).map(minutesOf)],
  invite: ['addAttendees', list],
  calendar: ['calendar', text],
};

const OF_TASKS: Readonly<Record<string, string>> = { start: 'due', durationMinutes: 'estimateMinutes' };

const NAMES = Object.keys(SETTINGS).join(', ');
const HOW = `Say what to change: edit dentist where="Main St 5" length=30. What can be set: ${NAMES}.`;
/** Prompted for if no setting is given. */
const ASKED = ['title', 'when', 'until', 'where', 'notes'];

/** Parses `dentist where=Main St 5`: the words before the first setting name the event. An empty value clears. */
export function editedBy(args: readonly string[]) {
  const first = args.findIndex((arg) => /^[a-z]+=/i.test(arg));
  const words = first === -1 ? args : args.slice(0, first);
  const settings = first === -1 ? [] : settingsIn(args.slice(first));
  if (words.length === 0 || (settings.length === 0 && !isAtTerminal())) throw new UsageError(HOW);
  return {
    words,
    change: async (row: EventRow, clock: Clock): Promise<Mutation> => {
      const wanted = settings.length === 0 ? await askedOf(row) : settings;
      if (wanted.length === 0) throw new UnfinishedError('Nothing was changed.');
      const changes = wanted.map((one) => changeOf(one, row, clock));
      return { operation: 'update', changes: Object.fromEntries(changes) };
    },
  };
}

type Setting = readonly [name: string, value: string];

/** Appends a word without a name to the previous value. */
function settingsIn(args: readonly string[]): readonly Setting[] {
  const settings: [string, string][] = [];
  for (const arg of args) {
    const [, name, value = ''] = /^([a-z]+)=(.*)$/is.exec(arg) ?? [];
    const last = settings.at(-1);
    if (name !== undefined) settings.push([name.toLowerCase(), value]);
    else if (last !== undefined) last[1] += ` ${arg}`;
  }
  return settings;
}

function changeOf([name, value]: Setting, row: EventRow, clock: Clock): readonly [string, unknown] {
  const setting = SETTINGS[name];
  if (setting === undefined) throw new UsageError(`"${name}" cannot be set: ${NAMES}.`);
  const [field, read] = setting;
  const own = isTask(row) ? (OF_TASKS[field] ?? field) : field;
  return [own, value === '' ? null : read(value, row, clock)];
}

/** Prompts for each setting. An empty answer keeps the value, and `-` clears it. */
async function askedOf(row: EventRow): Promise<readonly Setting[]> {
  const now: Readonly<Record<string, string>> = {
    title: cell(row, 'title'),
    when: startOf(row).slice(0, 16).replace('T', ' '),
    until: cell(row, 'end').slice(0, 16).replace('T', ' '),
    where: cell(row, 'location'),
  };
  const settings: Setting[] = [];
  process.stderr.write('Enter keeps what is there, - clears it.\n');
  for (const name of ASKED) {
    const known = cleanText(now[name] ?? '').replace(/\s+/g, ' ');
    const answer = await askLine(`${name}${known === '' ? '' : ` [${known}]`}: `);
    if (answer === undefined) throw new UnfinishedError('Nothing was changed.');
    if (answer !== '') settings.push([name, answer === '-' ? '' : answer]);
  }
  return settings;
}

/** Accepts `90`, `1h30`, `45 min`. */
function minutesOf(value: string): number {
  const [, hours, minutes] = LENGTH.exec(value.trim().toLowerCase()) ?? [];
  if (hours === undefined && minutes === undefined)
    throw new UsageError(`"${value}" is no length: 45, 1h30 or "90 min".`);
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
}
