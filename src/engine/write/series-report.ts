import { isDeepStrictEqual } from 'node:util';
import type { EditScope, EventChanges } from '../../../compilers/plan/write-plan.js';
import { dayOfWall, printDate } from '../../../compilers/time/civil.js';
import { printWall } from '../../../compilers/time/print-time.js';
import type { SeriesCells } from '../../../schemas/answers/write-data.js';
import type { EventFields, Occurrence } from '../../../schemas/model/event.js';
import { FIELDS, type FieldName } from '../../calendar/edit/event/edit-fields.js';
import type { Override } from '../../calendar/series/series.js';
import { sizeOf } from '../../calendar/series/span.js';
import { printRecurrenceId } from '../../calendar/text/date-time.js';
import { keyIn, wallOfKey } from '../../calendar/text/time-form.js';
import { truncateText } from '../../rows/truncate-texts.js';
import type { ObjectRows } from './object-rows.js';

/** The scope that was chosen, if the call did not give it. */
export function unsaidScope(
  { scope: said, isScopeFound }: { readonly scope?: EditScope; readonly isScopeFound?: boolean },
  scope: EditScope,
): Pick<SeriesCells, 'scope'> {
  return said === undefined || isScopeFound ? { scope } : {};
}

/** Always includes the scope "all", because an answer shows only one occurrence. */
export function reportedScope(
  call: Parameters<typeof unsaidScope>[0],
  scope: EditScope,
): Pick<SeriesCells, 'scope'> {
  return scope === 'all' ? { scope } : unsaidScope(call, scope);
}

/** For a series that was created or restored. */
export function wholeSeries(row: Occurrence | undefined): { readonly series?: SeriesCells } {
  return row?.recurring ? { series: { scope: 'all' } } : {};
}

/** The field that a change affects; `time` for all time fields. */
function fieldOf(change: string): FieldName | 'time' {
  const field = change.replace(/^(?:add|remove)([A-Z])/, (_, first: string) => first.toLowerCase());
  return FIELDS.find((name) => name === field) ?? 'time';
}

/** Most occurrences listed that keep their own value. */
const NAMED = 3;

/** Occurrences of a changed series, except the one with this id, that keep their own value or time. */
export function keptIn(
  view: ObjectRows,
  changes: EventChanges,
  recurrenceId: string | undefined,
): Pick<SeriesCells, 'kept'> {
  const { series } = view;
  const { master } = series;
  if (master === undefined) return {};
  const { form } = master.span;
  const hasOwn = (name: FieldName | 'time', { fields, key, span }: Override): boolean => {
    if (name !== 'time') return !isDeepStrictEqual(fieldIn(fields, name), fieldIn(series.fields, name));
    return (
      keyIn(master.span, { form: span.form, wall: span.start }) !== key ||
      sizeOf(span.length) !== sizeOf(master.span.length)
    );
  };
  const isLess = view.last()?.hidden !== undefined;
  const names = [...new Set(Object.keys(changes).map(fieldOf))].filter((name) => !isLess || name === 'time');
  const kept = new Map<FieldName | 'time', string[]>();
  for (const override of series.overrides) {
    const id = printRecurrenceId(wallOfKey(override.key, form), form.kind === 'date');
    if (id === recurrenceId) continue;
    for (const name of names) {
      if (hasOwn(name, override)) kept.set(name, [...(kept.get(name) ?? []), id]);
    }
  }
  if (kept.size === 0) return {};
  const entries = [...kept].map(([name, ids]) => {
    const rows = ids.length > NAMED ? [] : ids.flatMap((id) => view.named(id) ?? []);
    return [name, rows.length < ids.length ? ids.length : rows.map((row) => ownOf(row, name))];
  });
  return { kept: Object.fromEntries(entries) };
}

function fieldIn(fields: EventFields, name: FieldName): unknown {
  const all: Readonly<Record<string, unknown>> = { ...fields, ...fields.task };
  return all[name];
}

/** The day of an occurrence, with its own title or time: `2026-11-26 14:00`. */
function ownOf({ title, startWall, allDay }: Occurrence, name: FieldName | 'time'): string {
  const day = printDate(dayOfWall(startWall));
  if (name === 'title') return `${day} ${truncateText(title, name)}`;
  return name === 'time' && !allDay ? printWall(startWall).replace('T', ' ') : day;
}

export function lastDayOf(view: ObjectRows | undefined): string | undefined {
  const last = view?.last();
  return last && printDate(dayOfWall(last.startWall));
}
