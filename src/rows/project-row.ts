import { durationMinutes } from '../../compilers/filter/evaluate-filter.js';
import { dayOfWall, printDate } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import { EVENT_FIELDS, type EventField } from '../../schemas/input/query.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { printSpan } from './print-span.js';
import { Repetition } from './repetition.js';
import { versionText } from './version-text.js';
import { lastDay, weekdayName } from './weekday-name.js';

export type Row = Readonly<Record<string, unknown>>;

/** How the rows of an answer are printed. */
export interface ProjectContext {
  /** Zone of the question: all times are printed in it. */
  readonly viewer: Zone;
  /** Names that several visible calendars share are printed as `account/name`. */
  readonly ambiguousNames: ReadonlySet<string>;
  /** What the answer says elsewhere, such as the calendar of the question or the id of a write. */
  readonly unsaid?: readonly EventField[];
}

interface CellContext extends ProjectContext {
  /** An end on the day of the start is a clock time beside it. */
  readonly besideStart: boolean;
}

type Cell = (row: Occurrence, context: CellContext) => unknown;

const emptyAsNothing = (text: string): string | undefined => (text === '' ? undefined : text);
const listOrNothing = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;

/** How each field is shown; an empty cell is left out. */
const CELLS: Readonly<Record<EventField, Cell>> = {
  id: (row) => row.id,
  title: (row) => row.title,
  start: (row, { viewer }) =>
    row.allDay ? printDate(dayOfWall(row.startWall)) : printZoned(row.start, viewer),
  end: (row, context) => (row.allDay ? lastDay(row.startWall, row.endWall) : printEnd(row, context)),
  day: (row) => weekdayName(row.startWall),
  calendar: (row, context) => calendarName(row, context),
  allDay: (row) => row.allDay || undefined,
  location: (row) => emptyAsNothing(row.location),
  status: (row) => row.status,
  recurring: (row) => row.recurring || undefined,
  myResponse: (row) => row.myResponse,
  description: (row) => emptyAsNothing(row.description),
  url: (row) => emptyAsNothing(row.url),
  conference: (row) => emptyAsNothing(row.conference),
  timezone: (row) => row.timezone,
  busy: (row) => row.busy,
  visibility: (row) => row.visibility,
  organizer: ({ organizer }) => organizer && { ...organizer, sentBy: organizer.sentBy || undefined },
  attendees: (row) => listOrNothing(row.attendees),
  reminders: (row) => listOrNothing(row.reminders),
  recurrence: ({ rrule, repetition }, { viewer }) =>
    rrule !== undefined && repetition instanceof Repetition ? repetition.describe(rrule, viewer) : undefined,
  seriesId: (row) => row.seriesId,
  originalStart: (row) => row.recurrenceId,
  tags: (row) => listOrNothing(row.tags),
  createdBy: (row) => row.createdBy,
  created: (row, { viewer }) => (row.created === undefined ? undefined : printZoned(row.created, viewer)),
  updated: (row, { viewer }) => (row.updated === undefined ? undefined : printZoned(row.updated, viewer)),
  etag: (row) => versionText(row.etag),
  metadata: (row) => (Object.keys(row.metadata).length === 0 ? undefined : row.metadata),
  durationMinutes: (row) => Math.round(durationMinutes(row)),
  external: (row) => row.external || undefined,
  hasConflict: (row) => row.hasConflict,
};

const CELL_OF: ReadonlyMap<string, Cell> = new Map(Object.entries(CELLS));

const DEFAULT_CELLS: readonly EventField[] = [
  'id',
  'title',
  'start',
  'end',
  'day',
  'calendar',
  'allDay',
  'location',
  'status',
  'recurring',
  'myResponse',
  'external',
];
const FULL_CELLS = EVENT_FIELDS.filter((name) => name !== 'durationMinutes' && name !== 'hasConflict');

/** The columns of an answer in order: the default ones, or just the asked fields and `id`. */
export function columnsOf(
  fields: readonly string[] | undefined,
  unsaid: readonly string[] = [],
): readonly string[] {
  if (fields === undefined) return DEFAULT_CELLS.filter((name) => !unsaid.includes(name));
  return [...(unsaid.includes('id') ? [] : ['id']), ...fields.filter((name) => name !== 'id')];
}

/** One row of an answer: the columns that have something to say. */
export function projectRow(
  row: Occurrence,
  fields: readonly string[] | undefined,
  context: ProjectContext,
): Row {
  const columns = columnsOf(fields, context.unsaid);
  // Most events are confirmed, so this status is shown only on request.
  const silent = fields === undefined && row.status === 'confirmed' ? 'status' : undefined;
  return cellsOf(
    row,
    columns.filter((name) => name !== silent),
    { ...context, besideStart: columns.includes('start') },
  );
}

/** Everything there is to know of one event, each field for itself, so that two versions can be compared. */
export function projectFull(row: Occurrence, context: ProjectContext): Row {
  return cellsOf(row, FULL_CELLS, { ...context, besideStart: false });
}

function cellsOf(row: Occurrence, columns: readonly string[], context: CellContext): Row {
  const cells = columns.map((name): [string, unknown] => [name, CELL_OF.get(name)?.(row, context)]);
  const { deletedAt } = row;
  if (deletedAt !== undefined) cells.push(['deletedAt', printZoned(deletedAt, context.viewer)]);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined));
}

function printEnd({ start, end }: Occurrence, { viewer, besideStart }: CellContext): string {
  return besideStart ? printSpan({ from: start, to: end }, viewer).end : printZoned(end, viewer);
}

function calendarName({ calendar }: Occurrence, { ambiguousNames }: ProjectContext): string {
  return ambiguousNames.has(calendar.name) ? `${calendar.account}/${calendar.name}` : calendar.name;
}
