import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import type { UndoneRow, WriteData } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import type { Instant } from '../../../schemas/model/time.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { notesForPeople } from '../print/notes-for-people.js';
import { shownEvent, startOf, whenText } from '../print/shown-event.js';
import type { Screen } from '../screen/screen.js';
import { wrap } from '../screen/text-width.js';

/** Members of a list in an answer. */
const LISTED = 20;
/** Undone changes that a person is shown. */
const SHOWN = 8;

export interface ChangeOptions extends Screen {
  readonly today: string;
  readonly now: Instant;
  /** What was asked for. */
  readonly mutation: Readonly<Record<string, unknown>>;
  /** What was not said, in words. */
  readonly assumed?: readonly string[];
  /** Sentences that belong to it. */
  readonly remarks?: readonly string[];
}

/** The answer to a change. */
export interface Change {
  readonly data: WriteData;
  readonly meta: AnswerMeta;
}

/** A new time that is over: it was hardly meant. */
function pastLine(
  { event }: WriteData,
  { mutation: { operation, changes }, now, today }: ChangeOptions,
): readonly string[] {
  const isTimed = isRecord(changes) && ('start' in changes || 'end' in changes);
  const start = event === undefined ? '' : startOf(event);
  if (start === '' || !(operation === 'copy' || (operation === 'update' && isTimed))) return [];
  const isPast = start.length <= 10 ? start < today : Date.parse(start) < now;
  return isPast ? ['This is in the past.'] : [];
}

/** What each operation has done, and what it would do. */
const DONE: Readonly<Record<string, readonly [string, string]>> = {
  create: ['Added', 'add'],
  create_task: ['Added the task', 'add the task'],
  update: ['Changed', 'change'],
  copy: ['Copied', 'copy'],
  delete: ['Deleted', 'delete'],
  move: ['Moved', 'move'],
  accepted: ['Accepted', 'accept'],
  declined: ['Declined', 'decline'],
  tentative: ['Tentatively accepted', 'tentatively accept'],
  complete: ['Done:', 'mark as done:'],
  reopen: ['Open again:', 'open again:'],
  restore: ['Restored', 'restore'],
  undo: ['Undone', 'undo the last change'],
  import: ['Imported', 'import'],
};

/** What a change did, or would do, in sentences: to what, what it collides with, and what has to be known. */
export function printChange(change: Change, options: ChangeOptions): string {
  const {
    paint,
    width,
    mutation: { operation },
  } = options;
  const { data } = change;
  const [first = '', ...more] = [
    `${headOf(change, options)}.`,
    ...undoneLines(data.undone),
    ...pastLine(data, options),
    ...differences(data, options),
    ...listOf(data),
    ...rowsIn(data.conflicts).map((row) => `Overlaps ${subjectOf(row, options.today)}.`),
    ...rowsIn(data.booked).map((row) => `Booked: ${subjectOf(row, options.today)}.`),
    ...peopleLine(data, operation),
    ...(options.remarks ?? []),
    ...notesForPeople(change.meta.notes),
  ];
  return [
    ...wrap(first, width).map((line) => paint('bold', line)),
    ...more.flatMap((line) => wrap(line, width - 2).map((part) => paint('dim', `  ${part}`))),
  ].join('\n');
}

function headOf({ data }: Change, options: ChangeOptions): string {
  const { operation, response, type } = options.mutation;
  const name = type === 'task' ? `${operation}_task` : String(operation === 'respond' ? response : operation);
  const [done, would] = DONE[name] ?? DONE[String(operation)] ?? ['Changed', 'change'];
  const event = memberOf(data, 'event');
  const subject =
    [
      subjectOf(isOnlyOne(data, options) ? once(event) : event, options.today, options.assumed),
      importedIn(data),
    ].find((part) => part !== '') ?? '';
  if (data.dryRun === true) return `Would ${[would, subject].filter((part) => part !== '').join(' ')}`;
  const heads: Readonly<Record<string, string>> = {
    not_applied: 'Nothing was changed',
    partly_applied: `Only in part: ${done.toLowerCase()} ${subject}`,
    unknown: `It is not known whether this was done: ${would} ${subject}`,
  };
  return heads[cell(data, 'outcome')] ?? [done, subject].filter((part) => part !== '').join(' ');
}

/** `Lunch · Café Central, Fri 27 Nov 12:00 – 13:00 (length assumed), every week, Work`; empty where there is none. */
function subjectOf(row: EventRow, today: string, assumed: readonly string[] = []): string {
  if (startOf(row) === '' && cell(row, 'title') === '') return '';
  const { title, place, calendar } = shownEvent(row);
  const doubts = assumed.length === 0 ? '' : ` (${assumed.join(', ')})`;
  return [
    place === '' ? title : `${title} · ${place}`,
    `${whenText(row, today)}${doubts}`,
    cell(memberOf(row, 'recurrence'), 'text'),
    calendar,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Fields of which people see what was there. */
const TEXTS = { title: 'Title', location: 'Place', calendar: 'Calendar', description: 'Notes', url: 'Link' };

const ONLY_ONE = 'Only this one of the series.';

/** What of a series is deleted or changed. */
const OF_SERIES: Readonly<Record<string, readonly string[]>> = {
  'one occurrence': [ONLY_ONE],
  'this and following': ['This one of the series and all that follow.'],
  series: ['The whole series.'],
};

/** What each scope of a change is called there. */
const SCOPES: Readonly<Record<string, string>> = {
  this: 'one occurrence',
  following: 'this and following',
  all: 'series',
};

/** Which occurrences of a series a change was made to; empty where there is no series. */
function seriesLine(data: WriteData, { mutation }: Pick<ChangeOptions, 'mutation'>): readonly string[] {
  const isSeries = cell(memberOf(data.event ?? {}, 'recurrence'), 'text') !== '';
  const scope = isSeries ? SCOPES[cell(mutation, 'scope')] : undefined;
  return OF_SERIES[data.deleted ?? scope ?? ''] ?? [];
}

function isOnlyOne(data: WriteData, options: ChangeOptions): boolean {
  return seriesLine(data, options)[0] === ONLY_ONE;
}

/** What is done to one occurrence does not repeat. */
function once({ recurrence: _, ...row }: EventRow): EventRow {
  return row;
}

/** What differs from before: the times in one line, and each field that people read. */
function differences(data: WriteData, options: ChangeOptions): readonly string[] {
  const { changed = {}, series } = data;
  // An undone change is as before; what differs now is what was there until now.
  const isUndo = options.mutation.operation === 'undo';
  const before = (field: string): string => {
    const pair: unknown = Reflect.get(changed, field);
    return Array.isArray(pair) && typeof pair[0] === 'string' ? pair[0] : '';
  };
  const [start, due] = [before('start'), before('due')];
  const was = start === '' ? { due, list: ' ' } : { start, end: '' };
  return [
    ...(start === '' && due === ''
      ? []
      : [`${isUndo ? 'Until now' : 'Before'}: ${whenText(was, options.today)}`]),
    ...Object.entries(TEXTS).flatMap(([field, name]) => {
      const text = before(field);
      return text === '' ? [] : [`${name} ${isUndo ? 'until now' : 'before'}: ${text}`];
    }),
    ...seriesLine(data, options),
    ...(series?.upcoming === undefined ? [] : [`${counted(series.upcoming, 'coming occurrence')} gone`]),
  ];
}

function importedIn({ imported, calendar }: WriteData): string {
  if (imported === undefined) return '';
  const into = typeof calendar === 'string' ? ` into ${calendar}` : '';
  return `${counted(imported, 'event')}${into}`;
}

/** What became of the events of an undone change. */
const UNDONE: Readonly<Record<string, string>> = {
  created: 'is gone again',
  deleted: 'is back',
};

/** What was skipped or failed. */
function listOf(data: WriteData): readonly string[] {
  const { failed = [] } = data;
  const problems = typeof failed === 'number' ? [] : failed;
  return [
    ...skippedLine(data.skipped, 'already there'),
    ...skippedLine(data.possibleDuplicates, 'with the title and times of another one'),
    ...rowsIn(data.elsewhere).map(
      ({ calendar, events }) => `twice: ${counted(events, 'event')} also in ${calendar}`,
    ),
    ...problems.map(({ position, message }) => `failed: event ${position}, ${message}`),
  ];
}

function undoneLines(undone: WriteData['undone']): readonly string[] {
  const rows = rowsIn(undone);
  const more = Math.max(0, rows.length - SHOWN) + (rows[0]?.more ?? 0);
  const shown = rows
    .slice(0, SHOWN)
    .map((row) => `${named(row)} ${UNDONE[row.did.replace('calendar-', '')] ?? 'is as before'}.`);
  return more === 0 ? shown : [...shown, `And ${more} more.`];
}

function skippedLine(list: readonly unknown[] | undefined, why: string): readonly string[] {
  if (list === undefined) return [];
  // A note has the number of a list that was cut.
  const atLeast = list.length < LISTED ? '' : 'at least ';
  return [`skipped: ${atLeast}${counted(list.length, 'event')} ${why}`];
}

function named(row: UndoneRow): string {
  const title = cell(row, 'title') || 'An event';
  const times = cell(row, 'start') === '' ? '' : `, ${whenText({ start: row.start })},`;
  return `${title}${times}`;
}

/** Who gets mail; of a new event also who would come. */
function peopleLine({ notified = [], event }: WriteData, operation: unknown): readonly string[] {
  const isNew = operation === 'create' || operation === 'copy';
  if (notified.length > 0) return [`${isNew ? 'Invites' : 'Tells'} ${notified.join(', ')}.`];
  const guests = (event?.attendees ?? []).map((one) =>
    typeof one === 'string' ? one : (one.name ?? one.email),
  );
  return isNew && guests.length > 0 ? [`With ${guests.join(', ')}.`] : [];
}
