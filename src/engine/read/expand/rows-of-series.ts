import { mentions, partsOf } from '../../../../compilers/plan/mentions.js';
import { EVERYTHING, type Predicate } from '../../../../compilers/plan/predicate.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import type { Range } from '../../../../schemas/model/time.js';
import { expand, overrideInstances } from '../../../calendar/expand/expand.js';
import type { Instance } from '../../../calendar/expand/instance.js';
import { expandSingle } from '../../../calendar/expand/known-instances.js';
import { namedInstance } from '../../../calendar/expand/named-instance.js';
import { nearestInstance } from '../../../calendar/expand/nearest-instance.js';
import type { Series } from '../../../calendar/series/series.js';
import type { CalendarObject } from '../../../ports/backend.js';
import { parseId } from '../../sources/event-id.js';
import type { RowContext } from './row-context.js';
import { taskRows } from './rows-of-tasks.js';
import { createToOccurrence } from './to-occurrence.js';

/** How far around now to search a series for an occurrence that matches a filter on its position. */
const SEARCHED: Range = { from: -366 * DAY, to: 731 * DAY };
/** Filters whose result differs between occurrences of one series. */
const POSITIONAL: ReadonlySet<Predicate['kind']> = new Set(['time', 'duration', 'weekday', 'timeOfDay']);

/** True if any part of a series may match a plan; otherwise, it need not be expanded. */
export function maySatisfy(series: Series, object: CalendarObject, context: RowContext): boolean {
  const make = createToOccurrence(series, object, context.occurrence);
  const { allDay, recurring } = series;
  const nowhere = {
    start: 0,
    end: 0,
    startWall: 0,
    endWall: 0,
    allDay,
    recurring,
    overridden: false,
    notes: [],
  };
  return [series, ...series.overrides].some(({ fields }) => context.mayMatch(make({ fields, ...nowhere })));
}

/** The rows of one series or single event for a plan: every occurrence, or the one nearest to now. */
export function rowsOfSeries(
  series: Series,
  object: CalendarObject,
  context: RowContext,
  range: Range = context.plan.range,
): Occurrence[] {
  const { plan, viewer, budget } = context;
  if (series.bounds.to <= range.from || series.bounds.from >= range.to) return [];
  const make = createToOccurrence(series, object, context.occurrence);
  if (!series.recurring) return singleRows(series, make, context, range);
  const notes = new Map<Occurrence, readonly string[]>();
  const toRow = (instance: Instance): Occurrence => {
    const row = make(instance);
    if (instance.notes.length > 0 && row.hidden === undefined) notes.set(row, instance.notes);
    return row;
  };
  const rows =
    plan.expansion === 'occurrences'
      ? expand(series, range, viewer, budget).map(toRow).filter(context.matches)
      : series.fields.task === undefined
        ? nearestRow(series, context, toRow)
        : taskRows(series, context, toRow);
  const named = plan.expansion === 'series' ? asSeries : asItIs;
  return rows.map((row) => {
    // Only rows in the answer get notes.
    const answered = named(row);
    for (const note of notes.get(row) ?? []) context.note(note, answered.id);
    return answered;
  });
}

/** Fast path for single events, which are most common. */
function singleRows(
  series: Series,
  make: (instance: Instance) => Occurrence,
  { viewer, budget, matches, note }: RowContext,
  range: Range,
): Occurrence[] {
  const rows: Occurrence[] = [];
  for (const instance of expandSingle(series, range, viewer, budget)) {
    const row = make(instance);
    if (!matches(row)) continue;
    rows.push(row);
    if (row.hidden === undefined) for (const text of instance.notes) note(text, row.id);
  }
  return rows;
}

/** The row nearest to now if it matches the filter, else another one that does. */
function nearestRow(
  series: Series,
  context: RowContext,
  toRow: (instance: Instance) => Occurrence,
): Occurrence[] {
  const next = nearestInstance(series, context.plan.range, context, context.budget);
  if (next === undefined) return [];
  const row = toRow(next);
  const chosen = context.matches(row) ? row : searchSeries(series, context, toRow);
  return chosen === undefined ? [] : [chosen];
}

/** The next matching occurrence, else the last. */
function searchSeries(
  series: Series,
  { plan, viewer, now, matches, budget }: RowContext,
  toRow: (instance: Instance) => Occurrence,
): Occurrence | undefined {
  const named = partsOf(plan.where)
    .flatMap((part) => (part.kind === 'id' ? part.ids : []))
    .flatMap((id) => parseId(id).recurrenceId ?? [])
    .flatMap((id) => namedInstance(series, id, viewer) ?? []);
  const around = {
    from: Math.max(plan.range.from, now + SEARCHED.from),
    to: Math.min(plan.range.to, now + SEARCHED.to),
  };
  const pool =
    mentions(plan.where, ({ kind }) => POSITIONAL.has(kind)) && around.from < around.to
      ? expand(series, around, viewer, budget)
      : [];
  const rows = [...overrideInstances(series, viewer), ...named, ...pool].map(toRow).filter(matches);
  rows.sort((a, b) => a.start - b.start);
  return rows.find((row) => row.end > now) ?? rows[rows.length - 1];
}

/** A wider predicate: keeps conditions on the content of an occurrence, drops those on its position. */
export function withoutPosition(where: Predicate): Predicate {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { kind: where.kind, of: where.of.map(withoutPosition) };
    case 'text':
    case 'empty':
    case 'set':
    case 'calendar':
    case 'creator':
      return where;
    case 'not':
      return withoutPosition(where.of) === where.of ? where : EVERYTHING;
    case 'id':
      return { kind: 'id', ids: where.ids.flatMap((id) => [id, parseId(id).base]) };
    case 'time':
    case 'status':
    case 'value':
    case 'response':
    case 'priority':
    case 'parent':
    case 'flag':
    case 'duration':
    case 'weekday':
    case 'timeOfDay':
      return EVERYTHING;
  }
}

const asItIs = (row: Occurrence): Occurrence => row;

/** A row that represents its whole series. */
function asSeries(row: Occurrence): Occurrence {
  return row.seriesId === undefined ? row : { ...row, id: row.seriesId };
}
