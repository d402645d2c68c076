import { createInterface } from 'node:readline/promises';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { cleanJson, cleanText } from '../../server/answers/clean-text.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { printUnread } from '../print/print-unread.js';
import { shownEvent, whenText } from '../print/shown-event.js';
import { UsageError } from '../shell/usage-error.js';
import type { AtHand } from '../shell/with-service.js';
import { readMatching } from './read-events.js';

const MOST_CHOICES = 20;
const ID = /^[0-9a-z]{10}(?:\/\w+)?$/;

/** The event that words or an id name, of the coming year; the person chooses where several match. */
export async function pickEvent(words: string, at: AtHand): Promise<EventRow> {
  // An id may be only a word that looks like one.
  const [byId] = ID.test(words) ? rowsIn(cleanJson(await readMatching({ id: words }, at)).data.events) : [];
  if (byId !== undefined) return byId;
  const found = cleanJson(await readMatching({ when: 'next 365 days', text: words }, at));
  const isLess = isIncomplete(found.meta);
  if (isLess) process.stderr.write(printUnread(found.meta));
  const rows = nextOfSeries(rowsIn(found.data.events));
  const [first, ...others] = rows;
  if (first === undefined) {
    throw new UsageError(
      `No event of the next 365 days has these words${isLess ? ' in what could be read' : ''}. "search" finds older ones, with their ids.`,
    );
  }
  if (others.length === 0) return first;
  return choose(rows);
}

/** A series once, as its next occurrence. */
function nextOfSeries(rows: readonly EventRow[]): readonly EventRow[] {
  const seriesOf = (row: EventRow): string => cell(row, 'id').replace(/\/.*/, '');
  return [...new Map([...rows].reverse().map((row) => [seriesOf(row), row])).values()].reverse();
}

async function choose(rows: readonly EventRow[]): Promise<EventRow> {
  const shown = rows.slice(0, MOST_CHOICES);
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const lines = shown.map((row, index) => {
    const { title, calendar } = shownEvent(row);
    const name = isTerminal ? String(index + 1) : cell(row, 'id');
    return `  ${name}  ${whenText(row)}  ${title}, ${calendar}`;
  });
  if (rows.length > shown.length) lines.push(`  and ${rows.length - shown.length} more`);
  const list = cleanText(lines.join('\n'));
  if (!isTerminal) throw new UsageError(`Several events match; name one by its id:\n${list}`);
  const picked = shown[Number(await askLine(`${list}\nWhich one? [1-${shown.length}] `)) - 1];
  if (picked === undefined) throw new UsageError('None was chosen, and nothing was changed.');
  return picked;
}

/** A line of the terminal; empty where Ctrl-C or Ctrl-D closes it. */
async function askLine(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer.trim();
}
