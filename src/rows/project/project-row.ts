import { printZoned } from '../../../compilers/time/print-time.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { EVENT_FIELDS, type EventField, ROW_FIELDS } from '../../../schemas/input/query.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { CELL_OF, type CellContext, type ProjectContext } from './event-cells.js';
import { projectFullTask, projectTask } from './project-task.js';

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
/** Visible columns of partly hidden events. */
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
/** Additional columns of a row for a series. */
const SERIES_CELLS: readonly EventField[] = ['recurrence', 'seriesStart', 'next'];

/** Shown as part of a time. */
const LOCAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['start', ['startLocal']],
  ['end', ['endLocal']],
]);

/** The columns of an answer in order: the default ones, or only the requested fields and `id`, with full times. */
export function columnsOf(
  fields: readonly string[] | undefined,
  unsaid: readonly string[] = [],
): readonly string[] {
  if (fields === undefined) return DEFAULT_CELLS.filter((name) => !unsaid.includes(name));
  const asked = fields.flatMap((name) => (name === 'id' ? [] : [name, ...(LOCAL.get(name) ?? [])]));
  return [...new Set([...(unsaid.includes('id') ? [] : ['id']), ...asked])];
}

/** One row of an answer, without empty columns. */
export function projectRow(
  row: Occurrence,
  fields: readonly string[] | undefined,
  context: ProjectContext,
): EventRow {
  if (row.task !== undefined) return projectTask(row, row.task, fields, context);
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

/** Values for requested fields that are empty; unknown and hidden ones stay absent. */
function emptyCells(fields: readonly string[], { hidden }: Occurrence, cells: EventRow): EventRow {
  const names = fields.filter((name) => !MAY_BE_UNKNOWN.has(name) && !Object.hasOwn(cells, name));
  const shown = names.filter((name) => hidden === undefined || ALWAYS_SEEN.has(name));
  return Object.fromEntries(shown.map((name) => [name, EMPTY.get(name) ?? null]));
}

/** The id may be elsewhere in the answer, and conflicts may not have been checked. */
const MAY_BE_UNKNOWN: ReadonlySet<string> = new Set<EventField>(['id', 'hasConflict']);

const EMPTY: ReadonlyMap<string, unknown> = new Map<EventField, unknown>([
  ['attendees', []],
  ['reminders', []],
  ['tags', []],
  ['attachments', []],
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
 * All fields of an event, separately, to compare two versions; `busy` is the stored value, regardless of the status.
 */
export function projectFull(row: Occurrence, context: ProjectContext): EventRow {
  if (row.task !== undefined) return projectFullTask(row, row.task, context);
  const cells = cellsOf(row, FULL_CELLS, { ...context, isAsked: true, besideStart: false });
  return { ...cells, busy: row.busy };
}

/** Names of stored fields that the row does not show, except default values. */
export function otherStoredFields(
  row: Occurrence,
  shown: EventRow,
  context: ProjectContext,
): readonly string[] {
  if (row.hidden !== undefined) return [];
  const full = projectFull(row, context);
  const isUsual: Readonly<Record<string, boolean>> = {
    busy: row.busy !== row.allDay,
    visibility: row.visibility === 'public',
    timezone: row.timezone === context.viewer.id || shown.startLocal !== undefined,
    tags: shown.tags !== undefined,
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
  'attachments',
  'color',
  'kind',
  'metadata',
];

function cellsOf(row: Occurrence, columns: readonly string[], context: CellContext): EventRow {
  const seen = row.hidden === undefined ? columns : columns.filter((name) => ALWAYS_SEEN.has(name));
  const cells = seen.map((name): [string, unknown] => [name, CELL_OF.get(name)?.(row, context)]);
  const { deletedAt } = row;
  if (deletedAt !== undefined) cells.push(['deletedAt', printZoned(deletedAt, context.viewer)]);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined)) as EventRow;
}
