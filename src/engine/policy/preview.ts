import type { PendingAction } from '../../../schemas/model/error.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { oneLine, quoted } from './quoted.js';

type Preview = Readonly<Record<string, unknown>>;

/** Rows that a person is shown, and so many more that are not worth leaving out. */
const SHOWN = 10;
const A_FEW_MORE = 3;
/** Characters of what would be done to all of them. */
const LONGEST_MESSAGE = 2000;

/** What says most about an event. */
const FIELDS = ['title', 'due', 'start', 'end', 'day', 'calendar', 'list', 'recurrence'];
/** What a person need not know to decide. */
const UNSAID = ['outcome', 'dryRun', 'succeeded', 'conflicts', 'index', 'id'];

/** Of what a rehearsal answered, what a person needs to see. */
export function previewOf(data: Preview): Preview {
  const { results, event, failed, notes, ...others } = data;
  const rows = listOf(results).filter(isRecord);
  const shown = firstOf(rows);
  const more = rows.length - shown.length;
  // What is lost is said, whatever is left out.
  const said = [...listOf(notes), ...new Set(rows.slice(shown.length).flatMap(notesIn))];
  return {
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !UNSAID.includes(key))),
    ...(isRecord(event) && {
      event: Object.fromEntries(
        FIELDS.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]]])),
      ),
    }),
    ...(failed !== undefined && failed !== 0 && { failed }),
    ...(said.length > 0 && { notes: said }),
    ...(Array.isArray(results) && { results: shown.map(previewOf), ...(more > 0 && { more }) }),
  };
}

function firstOf<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.length > SHOWN + A_FEW_MORE ? rows.slice(0, SHOWN) : rows;
}

/** What an answer has to note, and its results. */
function notesIn({ notes, results }: Preview): readonly unknown[] {
  return [...listOf(notes), ...listOf(results).filter(isRecord).flatMap(notesIn)];
}

/** What a person is asked, as plain text: what would be done, to what, and why they are asked. */
export function questionText({
  description,
  because,
  preview,
}: Pick<PendingAction, 'description' | 'because' | 'preview'>): string {
  const settings = because.map(({ setting }) => setting).join(', ');
  const why = because.flatMap(({ reason }) => reason ?? []);
  const last = because.length === 0 ? [] : [`Asked because of ${settings}.`, ...why];
  const notes = [...new Set(notesIn(preview))].map(String);
  return [description, ...notes, previewText(preview), last.join(' ')]
    .filter((part) => part !== '')
    .join('\n');
}

/** The same as a few lines of plain text. */
function previewText(preview: Preview): string {
  const { results, more } = preview;
  const lines = Array.isArray(results) ? results.filter(isRecord).flatMap(linesOf) : linesOf(preview);
  const rest = typeof more === 'number' ? [`… and ${more} more`] : [];
  return [...lines, ...rest].join('\n').slice(0, LONGEST_MESSAGE);
}

function linesOf({
  event,
  calendar,
  deleted,
  changed,
  comment,
  notified,
  undone,
  events,
  error,
}: Preview): readonly string[] {
  const rows = [...[event].filter(isRecord).map(rowText), ...rowTexts(undone), ...rowTexts(events)];
  const name = isRecord(calendar) ? [`- calendar ${quoted(calendar.name)}`] : [];
  const changes = isRecord(changed) ? Object.entries(changed).map(changeText) : [];
  // All of it: people would be mailed what the person has not seen.
  const words = comment === undefined ? [] : [`  comment: ${quoted(comment, LONGEST_MESSAGE)}`];
  const people = firstOf(listOf(notified)).map((address) => `  mail to ${oneLine(address)}`);
  const gone = deleted === undefined || !isRecord(event) ? [] : [`  deleted: ${oneLine(deleted)}`];
  return isRecord(error) ? [] : [...rows, ...name, ...gone, ...changes, ...words, ...people];
}

function rowTexts(value: unknown): readonly string[] {
  const rows = listOf(value).filter(isRecord);
  const more = rows.length - firstOf(rows).length;
  return [...firstOf(rows).map(rowText), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rowText({ title, day, start, due, calendar, list }: Preview): string {
  const when =
    due === undefined
      ? [day, start].filter((part) => part !== undefined).map((part) => oneLine(part))
      : [`due ${oneLine(due)}`];
  const place = calendar === undefined ? list : calendar;
  const where =
    place === undefined ? [] : [`${calendar === undefined ? 'list' : 'calendar'} ${quoted(place)}`];
  return `- ${[quoted(title), when.join(' '), ...where].filter((part) => part !== '').join(', ')}`;
}

function changeText([name, change]: readonly [string, unknown]): string {
  if (isRecord(change)) {
    const lists = Object.entries(change).map(([what, list]) => `${what} ${oneLine(list)}`);
    return `  ${name}: ${lists.join(', ')}`;
  }
  const [before, after] = listOf(change);
  const text = (value: unknown): string =>
    value === null || value === undefined ? 'nothing' : quoted(value);
  return `  ${name}: ${text(before)} → ${text(after)}`;
}
