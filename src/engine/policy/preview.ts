import { plainTime } from '../../../compilers/time/print-time.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { BatchRow, FieldChange, WriteData } from '../../../schemas/answers/write-data.js';
import type { PendingAction } from '../../../schemas/model/error.js';
import { oneLine, quoted, quotedWhole } from './quoted.js';

/** The parts of an expected result, or of one of its items, that a person sees. */
export type Preview = {
  readonly [Name in
    | 'event'
    | 'calendar'
    | 'deleted'
    | 'changed'
    | 'comment'
    | 'notified'
    | 'undone'
    | 'events']?: WriteData[Name] | undefined;
} & { readonly [Name in 'error' | 'failed']?: BatchRow[Name] | undefined } & {
  readonly results?: readonly Preview[] | undefined;
  readonly notes?: readonly string[] | undefined;
  /** Number of results left out. */
  readonly more?: number;
};

/** Rows that a person sees, and how many more are not worth leaving out. */
const SHOWN = 10;
const A_FEW_MORE = 3;
/** Longest description of all changes, in characters. */
const LONGEST_MESSAGE = 2000;

/** The most informative fields of an event. */
const FIELDS = ['title', 'due', 'start', 'end', 'day', 'calendar', 'list', 'recurrence'] as const;
/** Fields that a person does not need for the decision. */
const UNSAID = ['outcome', 'dryRun', 'succeeded', 'conflicts', 'index', 'id'];

/** The parts of a rehearsal's answer that a person needs to see. */
export function previewOf(data: Preview): Preview {
  const { results, event, failed, notes, ...others } = data;
  const rows = results ?? [];
  const shown = firstOf(rows);
  const more = rows.length - shown.length;
  // Notes report losses, so those of omitted results are kept.
  const said = [...(notes ?? []), ...new Set(rows.slice(shown.length).flatMap(notesIn))];
  return {
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !UNSAID.includes(key))),
    ...(event && {
      event: Object.fromEntries(
        FIELDS.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]]])),
      ),
    }),
    ...(failed !== undefined && failed !== 0 && { failed }),
    ...(said.length > 0 && { notes: said }),
    ...(results && { results: shown.map(previewOf), ...(more > 0 && { more }) }),
  };
}

function firstOf<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.length > SHOWN + A_FEW_MORE ? rows.slice(0, SHOWN) : rows;
}

/** Notes of an answer and of its results. */
function notesIn({ notes = [], results = [] }: Preview): readonly string[] {
  return [...notes, ...results.flatMap(notesIn)];
}

/** The question as plain text: what would be done, to what, and why the person is asked. */
export function questionText({
  description,
  because,
  preview,
}: Pick<PendingAction, 'description' | 'because'> & { readonly preview: Preview }): string {
  const settings = because.map(({ setting }) => setting).join(', ');
  const why = because.flatMap(({ reason }) => reason ?? []);
  const last = because.length === 0 ? [] : [`Asked because of ${settings}.`, ...why];
  const notes = [...new Set(notesIn(preview))];
  return [description, ...notes, previewText(preview), last.join(' ')]
    .filter((part) => part !== '')
    .join('\n');
}

function previewText(preview: Preview): string {
  const { results, more } = preview;
  const lines = results?.flatMap(linesOf) ?? linesOf(preview);
  const rest = more === undefined ? [] : [`… and ${more} more`];
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
  if (error !== undefined) return [];
  return [
    ...rowTexts(event && [event]),
    ...rowTexts(undone),
    ...rowTexts(typeof events === 'number' ? [] : events),
    ...(typeof calendar === 'object' ? [`- calendar ${quoted(calendar.name)}`] : []),
    ...(deleted === undefined || event === undefined ? [] : [`  deleted: ${oneLine(deleted)}`]),
    ...Object.entries(changed ?? {}).map(changeText),
    // In full: a person must see everything that would be mailed.
    ...(comment === undefined ? [] : [`  comment: ${quotedWhole(comment)}`]),
    ...firstOf(notified ?? []).map((address) => `  mail to ${oneLine(address)}`),
  ];
}

type Row = Partial<Pick<EventRow, 'title' | 'start' | 'due' | 'calendar' | 'list'>>;

function rowTexts(rows: readonly Row[] = []): readonly string[] {
  const more = rows.length - firstOf(rows).length;
  return [...firstOf(rows).map(rowText), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function rowText({ title, start, due, calendar, list }: Row): string {
  const when = due === undefined ? timeText(start) : `due ${timeText(due)}`;
  const place = calendar === undefined ? list : calendar;
  const where =
    place === undefined ? [] : [`${calendar === undefined ? 'list' : 'calendar'} ${quoted(place)}`];
  return `- ${[quoted(title), when, ...where].filter((part) => part !== '').join(', ')}`;
}

const TIMES = new Set(['start', 'end', 'due']);

function timeText(time: string | null | undefined): string {
  return plainTime(oneLine(time ?? ''));
}

function changeText([name, change]: readonly [string, FieldChange]): string {
  if (!Array.isArray(change)) {
    const lists = Object.entries(change).map(([what, list]) => `${what} ${oneLine(list)}`);
    return `  ${name}: ${lists.join(', ')}`;
  }
  const [before, after] = change.map((value: unknown) =>
    value === null || value === undefined ? 'nothing' : quoted(value),
  );
  const times = change.map((value: unknown) => (typeof value === 'string' ? timeText(value) : 'nothing'));
  // When clocks are put back, two times in the same hour look alike.
  const isPlain = TIMES.has(name) && times[0] !== times[1];
  return `  ${name}: ${isPlain ? times.join(' → ') : `${before} → ${after}`}`;
}
