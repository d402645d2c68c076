import { durationMinutes } from '../../compilers/filter/evaluate-filter.js';
import { takesTime } from '../../compilers/filter/takes-time.js';
import { dayOfWall, printDate } from '../../compilers/time/civil.js';
import { printWall, printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { EventRow } from '../../schemas/answers/event-row.js';
import { EVENT_FIELDS, type EventField, ROW_FIELDS } from '../../schemas/input/query.js';
import type { CalendarRef, Occurrence } from '../../schemas/model/event.js';
import type { Instant, Wall } from '../../schemas/model/time.js';
import { printSpan } from './print-span.js';
import { Repetition } from './repetition.js';
import { versionText } from './version-text.js';
import { lastDay, weekdayName } from './weekday-name.js';

/** How the rows of an answer are printed. */
export interface ProjectContext {
  /** Zone of the question: all times are printed in it. */
  readonly viewer: Zone;
  /** Names that several visible calendars share are printed as `account/name`. */
  readonly ambiguousNames: ReadonlySet<string>;
  /** What the answer says elsewhere, such as the calendar of the question or the id of a write. */
  readonly unsaid?: readonly EventField[];
  /** From when on an occurrence is the next one. */
  readonly now?: Instant;
  /** Rows stand for series: they say how those repeat, and what comes next. */
  readonly areSeries?: boolean;
}

interface CellContext extends ProjectContext {
  /** An end on the day of the start is a clock time beside it. */
  readonly besideStart: boolean;
  /** The fields are named by the caller. */
  readonly isAsked: boolean;
}

type Cell = (row: Occurrence, context: CellContext) => unknown;

const emptyAsNothing = (text: string): string | undefined => (text === '' ? undefined : text);
const listOrNothing = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;

/** People that a row names where it is not asked for them. */
const NAMED = 3;

/** Who else is on the event, by name. */
function othersOf({ attendees, me }: Occurrence): readonly string[] {
  const others = attendees.filter((one) => one !== me).map(({ name, email }) => name || email);
  const more = others.length - NAMED;
  return more > 0 ? [...others.slice(0, NAMED), `+${more}`] : others;
}

/** How each field is shown; an empty cell is left out. */
const CELLS: { readonly [Field in EventField]: (row: Occurrence, context: CellContext) => EventRow[Field] } =
  {
    id: (row) => row.id,
    title: (row) => row.title,
    start: (row, { viewer }) => printStart(row, viewer),
    end: ({ allDay, start, end, startWall, endWall }, { viewer, besideStart }) => {
      if (allDay) return lastDay(startWall, endWall);
      return besideStart ? printSpan({ from: start, to: end }, viewer).end : printZoned(end, viewer);
    },
    startLocal: ({ start, startWall, zones }) => printLocal(start, startWall, zones?.start),
    endLocal: ({ end, endWall, zones }) => printLocal(end, endWall, zones?.end),
    day: (row) => weekdayName(row.startWall),
    calendar: (row, context) => printCalendarName(row, context),
    allDay: (row) => row.allDay || undefined,
    location: (row) => emptyAsNothing(row.location),
    status: (row) => row.status,
    recurring: (row) => row.recurring || undefined,
    myResponse: (row) => row.myResponse,
    description: (row) => emptyAsNothing(row.description),
    url: (row) => emptyAsNothing(row.url),
    conference: (row) => emptyAsNothing(row.conference),
    timezone: (row) => row.timezone,
    busy: (row) => takesTime(row),
    visibility: (row) => row.visibility,
    organizer: ({ organizer }) => organizer && { ...organizer, sentBy: organizer.sentBy || undefined },
    attendees: (row, { isAsked }) => (isAsked ? listOrNothing(row.attendees) : listOrNothing(othersOf(row))),
    reminders: (row) => listOrNothing(row.reminders),
    recurrence: ({ rrule, repetition }, { viewer, isAsked }) => {
      if (rrule === undefined || !(repetition instanceof Repetition)) return undefined;
      return isAsked ? repetition.describe(rrule, viewer) : repetition.inWords(rrule, viewer);
    },
    seriesStart: ({ repetition, start }, { viewer, isAsked }) => {
      const first = repetition instanceof Repetition ? repetition.first(viewer) : undefined;
      return first && (isAsked || first.start !== start) ? printStart(first, viewer) : undefined;
    },
    next: (row, { viewer, now }) => {
      const { repetition, deleted, start } = row;
      if (deleted || now === undefined || !(repetition instanceof Repetition)) return undefined;
      const next = repetition.next(now, viewer);
      return next === undefined || next?.start === start ? undefined : next && printStart(next, viewer);
    },
    seriesId: (row) => row.seriesId,
    uid: (row) => row.uid,
    originalStart: (row) => row.recurrenceId,
    tags: (row) => listOrNothing(row.tags),
    createdBy: (row) => row.createdBy,
    createdByClient: (row) => row.createdByClient,
    created: (row, { viewer }) => (row.created === undefined ? undefined : printZoned(row.created, viewer)),
    updated: (row, { viewer }) => (row.updated === undefined ? undefined : printZoned(row.updated, viewer)),
    etag: (row) => versionText(row.etag),
    metadata: (row) => (Object.keys(row.metadata).length === 0 ? undefined : row.metadata),
    durationMinutes: (row) => Math.round(durationMinutes(row)),
    external: (row) => row.external || undefined,
    hasConflict: (row) => row.hasConflict,
  };

const CELL_OF: ReadonlyMap<string, Cell> = new Map(Object.entries(CELLS));

const DEFAULT_CELLS: readonly EventField[] = [...ROW_FIELDS, 'attendees', 'external'];
const ONLY_ASKED: readonly EventField[] = [
  'uid',
  'durationMinutes',
  'hasConflict',
  'seriesStart',
  'next',
  'createdByClient',
];
const FULL_CELLS = EVENT_FIELDS.filter((name) => !ONLY_ASKED.includes(name));
/** Columns of events that the policy hides in part. */
const ALWAYS_SEEN: ReadonlySet<string> = new Set<EventField>([
  'id',
  'title',
  'start',
  'end',
  'day',
  'calendar',
  'allDay',
  'busy',
  'recurring',
  'seriesId',
  'createdBy',
  'durationMinutes',
  'external',
  'hasConflict',
]);
/** What a row that stands for its series says of it. */
const SERIES_CELLS: readonly EventField[] = ['recurrence', 'seriesStart', 'next'];

/** Shown as part of a time. */
const LOCAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['start', ['startLocal']],
  ['end', ['endLocal']],
]);

/**
 * The columns of an answer in order: the default ones, or just the asked fields and `id`; times are written in full.
 */
export function columnsOf(
  fields: readonly string[] | undefined,
  unsaid: readonly string[] = [],
): readonly string[] {
  if (fields === undefined) return DEFAULT_CELLS.filter((name) => !unsaid.includes(name));
  const asked = fields.flatMap((name) => (name === 'id' ? [] : [name, ...(LOCAL.get(name) ?? [])]));
  return [...new Set([...(unsaid.includes('id') ? [] : ['id']), ...asked])];
}

/** One row of an answer: the columns that have something to say. */
export function projectRow(
  row: Occurrence,
  fields: readonly string[] | undefined,
  context: ProjectContext,
): EventRow {
  const isAsked = fields !== undefined;
  const isSeries = !isAsked && context.areSeries && row.rrule !== undefined;
  const ofSeries = SERIES_CELLS.filter((name) => isSeries && !context.unsaid?.includes(name));
  const columns = [...columnsOf(fields, context.unsaid), ...ofSeries];
  const cells = cellsOf(
    row,
    columns.filter((name) => isAsked || !isOrdinary(name, row, { isSeries })),
    { ...context, isAsked, besideStart: columns.includes('start') },
  );
  return isAsked ? { ...cells, ...emptyCells(fields, row, cells) } : cells;
}

/** Fields that are asked for by name and have nothing to say; what is not known, or not shown, is still left out. */
function emptyCells(fields: readonly string[], { hidden }: Occurrence, cells: EventRow): EventRow {
  const names = fields.filter((name) => !UNTOLD.has(name) && !Object.hasOwn(cells, name));
  const shown = names.filter((name) => hidden === undefined || ALWAYS_SEEN.has(name));
  return Object.fromEntries(shown.map((name) => [name, EMPTY.get(name) ?? null]));
}

/** The id stands elsewhere where a row has none, and whether there is a conflict may not have been looked for. */
const UNTOLD: ReadonlySet<string> = new Set<EventField>(['id', 'hasConflict']);

const EMPTY: ReadonlyMap<string, unknown> = new Map<EventField, unknown>([
  ['attendees', []],
  ['reminders', []],
  ['tags', []],
  ['metadata', {}],
  ['allDay', false],
  ['recurring', false],
  ['external', false],
]);

/** True for values that most rows share, or that the id or rule implies; they are shown on request only. */
function isOrdinary(
  name: string,
  { id, seriesId, status, myResponse }: Occurrence,
  { isSeries = false }: { readonly isSeries?: boolean | undefined } = {},
): boolean {
  if (name === 'status') return status === 'confirmed';
  if (name === 'myResponse') return myResponse === 'accepted';
  return name === 'recurring' && (isSeries || (seriesId !== undefined && id !== seriesId));
}

/**
 * Everything there is to know of one event, each field for itself, so that two versions can be compared; `busy` is what
 * was written, whatever the status makes of it.
 */
export function projectFull(row: Occurrence, context: ProjectContext): EventRow {
  const cells = cellsOf(row, FULL_CELLS, { ...context, isAsked: true, besideStart: false });
  return { ...cells, busy: row.busy };
}

/** What is kept of an event beside what its row says: names of fields that are not as they are by default. */
export function fieldsBeside(row: Occurrence, shown: EventRow, context: ProjectContext): readonly string[] {
  if (row.hidden !== undefined) return [];
  const full = projectFull(row, context);
  const isUsual: Readonly<Record<string, boolean>> = {
    busy: row.busy !== row.allDay,
    visibility: row.visibility === 'public',
    timezone: row.timezone === context.viewer.id || shown.startLocal !== undefined,
  };
  return BESIDE.filter((name) => full[name] !== undefined && !isUsual[name]);
}

const BESIDE: readonly EventField[] = [
  'description',
  'url',
  'conference',
  'timezone',
  'busy',
  'visibility',
  'reminders',
  'tags',
  'metadata',
];

function cellsOf(row: Occurrence, columns: readonly string[], context: CellContext): EventRow {
  const seen = row.hidden === undefined ? columns : columns.filter((name) => ALWAYS_SEEN.has(name));
  const cells = seen.map((name): [string, unknown] => [name, CELL_OF.get(name)?.(row, context)]);
  const { deletedAt } = row;
  if (deletedAt !== undefined) cells.push(['deletedAt', printZoned(deletedAt, context.viewer)]);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined)) as EventRow;
}

function printStart({ allDay, start, startWall }: Pick<Occurrence, Placed>, viewer: Zone): string {
  return allDay ? printDate(dayOfWall(startWall)) : printZoned(start, viewer);
}
type Placed = 'allDay' | 'start' | 'startWall';

/** A time in the time zone of the event, if that differs from the zone of the query. */
function printLocal(at: Instant, asked: Wall, place: NonNullable<Occurrence['zones']>['end']) {
  const wall = place?.toWall(at) ?? asked;
  return wall === asked ? undefined : `${printWall(wall)} ${place?.id}`;
}

/** The name of a calendar, with that of its account where others have the same. */
export function printCalendarName(
  { calendar }: { readonly calendar: CalendarRef },
  { ambiguousNames }: Pick<ProjectContext, 'ambiguousNames'>,
): string {
  return ambiguousNames.has(calendar.name) ? `${calendar.account}/${calendar.name}` : calendar.name;
}
