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

/** Maximum list length in an answer. */
const LISTED = 20;
/** Maximum number of undone changes to print. */
const SHOWN = 8;

export interface ChangeOptions extends Screen {
  readonly today: string;
  readonly now: Instant;
  readonly mutation: Readonly<Record<string, unknown>>;
  /** Assumptions, in words. */
  readonly assumed?: readonly string[];
  /** Further sentences for the summary. */
  readonly remarks?: readonly string[];
}

export interface Change {
  readonly data: WriteData;
  readonly meta: AnswerMeta;
}

/** Warns about a new time in the past, which is probably a mistake. */
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

/** Wording of each operation, done and planned. */
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

/** Describes a change in sentences: the event, its conflicts and everything else a person should know. */
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

/** `Lunch · Café Central, Fri 27 Nov 12:00 – 13:00 (length assumed), every week, Work`; empty without an event. */
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

/** Fields whose former value is shown. */
const TEXTS = { title: 'Title', location: 'Place', calendar: 'Calendar', description: 'Notes', url: 'Link' };

const ONLY_ONE = 'Only this one of the series.';

/** Sentence for each scope of a change to a series. */
const OF_SERIES: Readonly<Record<string, readonly string[]>> = {
  'one occurrence': [ONLY_ONE],
  'this and following': ['This one of the series and all that follow.'],
  series: ['The whole series.'],
};

/** Maps the scope of a call to the keys of `OF_SERIES`. */
const SCOPES: Readonly<Record<string, string>> = {
  this: 'one occurrence',
  following: 'this and following',
  all: 'series',
};

/** Says which occurrences changed; empty if the event is not a series. */
function seriesLine(data: WriteData, { mutation }: Pick<ChangeOptions, 'mutation'>): readonly string[] {
  const isSeries = cell(memberOf(data.event ?? {}, 'recurrence'), 'text') !== '';
  const scope = isSeries ? SCOPES[cell(mutation, 'scope')] : undefined;
  return OF_SERIES[data.deleted ?? scope ?? ''] ?? [];
}

function isOnlyOne(data: WriteData, options: ChangeOptions): boolean {
  return seriesLine(data, options)[0] === ONLY_ONE;
}

/** A change to one occurrence does not repeat. */
function once({ recurrence: _, ...row }: EventRow): EventRow {
  return row;
}

/** Lists former values: the times in one line, then each text field. */
function differences(data: WriteData, options: ChangeOptions): readonly string[] {
  const { changed = {}, series } = data;
  // An undo restores the former values, so the differing ones are those of until now.
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

/** Result of an undo for each event. */
const UNDONE: Readonly<Record<string, string>> = {
  created: 'is gone again',
  deleted: 'is back',
};

/** Lists skipped and failed events. */
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
  // The list is cut; a note has the full number.
  const atLeast = list.length < LISTED ? '' : 'at least ';
  return [`skipped: ${atLeast}${counted(list.length, 'event')} ${why}`];
}

function named(row: UndoneRow): string {
  const title = cell(row, 'title') || 'An event';
  const times = cell(row, 'start') === '' ? '' : `, ${whenText({ start: row.start })},`;
  return `${title}${times}`;
}

/** Says who gets mail; for a new event without mail, who attends. */
function peopleLine({ notified = [], event }: WriteData, operation: unknown): readonly string[] {
  const isNew = operation === 'create' || operation === 'copy';
  if (notified.length > 0) return [`${isNew ? 'Invites' : 'Tells'} ${notified.join(', ')}.`];
  const guests = (event?.attendees ?? []).map((one) =>
    typeof one === 'string' ? one : (one.name ?? one.email),
  );
  return isNew && guests.length > 0 ? [`With ${guests.join(', ')}.`] : [];
}
