import type { EventRow } from '../../../schemas/answers/event-row.js';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import { cleanJson, cleanText } from '../../server/answers/clean-text.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { printUnread } from '../print/print-unread.js';
import { shownEvent, whenText } from '../print/shown-event.js';
import { askLine, isAtTerminal } from '../shell/ask-line.js';
import { UnfinishedError, UsageError } from '../shell/usage-error.js';
import type { CommandContext } from '../shell/with-service.js';
import { parsePeriod } from '../view/asked-period.js';
import { readMatching } from '../view/read-events.js';

const MOST_CHOICES = 20;
const ID = /^[0-9a-z]{10}(?:\/\w+)?$/;

/** Number of words that may name a day, longest first. */
const DAY_WORDS = [3, 2, 1];

/** Sources that words are matched against. */
const AMONG = {
  events: {
    type: 'events',
    filters: { when: 'next 365 days' },
    byId: {},
    none: ['No event of the next 365 days has these words', '"search" finds older ones, with their ids.'],
  },
  tasks: {
    type: 'tasks',
    filters: {},
    byId: {},
    none: ['No open task has these words', '"tasks" lists them.'],
  },
  deletedTasks: {
    type: 'tasks',
    filters: { deleted: true },
    byId: { deleted: true },
    none: [],
  },
  trash: {
    type: 'events',
    filters: { deleted: true },
    byId: { deleted: true },
    none: ['Nothing in the trash has these words', '"trash" lists what is there.'],
  },
} as const;

export type Among = keyof typeof AMONG;

export class NoMatchError extends UsageError {}

/** Finds the event or task by words or ID; the person chooses among several matches. */
export async function pickRow(words: string, among: readonly Among[], at: CommandContext): Promise<EventRow> {
  let isLess = false;
  for (const { type, filters, byId } of among.map((name) => AMONG[name])) {
    // The words may merely look like an ID.
    const named = ID.test(words) ? await readMatching({ ...byId, id: words }, at, type) : undefined;
    const [one] = named === undefined ? [] : rowsOf(named.data);
    if (one !== undefined) return one;
    const found = await readMatching({ ...filters, text: words }, at, type);
    if (isIncomplete(found.meta)) process.stderr.write(printUnread(cleanJson(found.meta)));
    isLess ||= isIncomplete(found.meta);
    const matching = rowsOf(found.data);
    const isDayed = matching.length === 0 && type === 'events' && !('deleted' in filters);
    const rows = nextOfSeries(isDayed ? await onDay(words, at) : matching);
    const [first, ...others] = rows;
    if (first !== undefined) return others.length === 0 ? first : choose(rows);
  }
  const [none = '', where] = among.flatMap((name) => AMONG[name].none);
  throw new NoMatchError(`${none}${isLess ? ' in what could be read' : ''}. ${where}`);
}

/** Lets the person choose; without a terminal, the error suggests `toType`. */
export async function pickById(
  ids: readonly string[],
  toType: string,
  at: CommandContext,
): Promise<EventRow> {
  const { data } = await readMatching({ id: ids }, at);
  return choose(rowsOf(data), toType);
}

/** Splits `standup monday` into words and a day, and searches that day. */
async function onDay(text: string, at: CommandContext): Promise<readonly EventRow[]> {
  const words = text.split(/\s+/);
  for (const count of DAY_WORDS.filter((one) => one < words.length)) {
    const when = parsePeriod(words.slice(-count), at);
    if (typeof when === 'string') continue;
    const { data } = await readMatching({ when, text: words.slice(0, -count).join(' ') }, at);
    return rowsOf(data);
  }
  return [];
}

function rowsOf({ events, tasks }: ReadData): readonly EventRow[] {
  return rowsIn(cleanJson(events ?? tasks ?? []));
}

/** Reduces each series to its next occurrence. */
function nextOfSeries(rows: readonly EventRow[]): readonly EventRow[] {
  const seriesOf = (row: EventRow): string => cell(row, 'id').replace(/\/.*/, '');
  return [...new Map([...rows].reverse().map((row) => [seriesOf(row), row])).values()].reverse();
}

async function choose(rows: readonly EventRow[], toType?: string): Promise<EventRow> {
  const shown = rows.slice(0, MOST_CHOICES);
  const lines = shown.map((row, index) => {
    const { title, calendar } = shownEvent(row);
    const name = isAtTerminal() ? String(index + 1) : cell(row, 'id');
    return `  ${name}  ${whenText(row)}  ${title}, ${calendar}`;
  });
  if (rows.length > shown.length) lines.push(`  and ${rows.length - shown.length} more`);
  const how = toType === undefined ? '' : `, as in "${toType}"`;
  if (!isAtTerminal())
    throw new UnfinishedError(cleanText(`Several match; name one by its id${how}:\n${lines.join('\n')}`));
  return shown[await chosenLine(lines, shown.length)] as EventRow;
}

/** Asks for a line number; returns the index. */
export async function chosenLine(lines: readonly string[], count: number): Promise<number> {
  const at = Number(await askLine(`${cleanText(lines.join('\n'))}\nWhich one? [1-${count}] `)) - 1;
  if (Number.isInteger(at) && at >= 0 && at < count) return at;
  throw new UnfinishedError('None was chosen, and nothing was changed.');
}
