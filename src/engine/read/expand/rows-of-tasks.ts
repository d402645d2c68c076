import { DAY } from '../../../../compilers/time/civil.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen } from '../../../../schemas/model/task.js';
import { expand, overrideInstances } from '../../../calendar/expand/expand.js';
import type { Instance } from '../../../calendar/expand/instance.js';
import type { SeriesRecord } from '../../../calendar/read/read-object.js';
import type { RowContext } from './row-context.js';

/** How far ahead of now an occurrence is looked for that waits to be done. */
const AHEAD = 731 * DAY;
/** How much of a series is looked at first; each further stretch is twice as long. */
const FIRST_STRETCH = 40 * DAY;

/**
 * What a recurring task stands for in a list: the first occurrence that waits to be done, however long ago it was due, and
 * each one that was done or dropped, as far as they satisfy the filter.
 */
export function taskRows(
  series: SeriesRecord,
  context: RowContext,
  toRow: (instance: Instance) => Occurrence,
): Occurrence[] {
  const settled = overrideInstances(series, context.viewer)
    .map(toRow)
    .filter((row) => !waits(row) && context.matches(row));
  const next = firstOf(series, context, (row) => waits(row) && context.matches(row), toRow);
  // A series that is done as a whole has no occurrence of its own that says so.
  const whole =
    next === undefined && settled.length === 0 ? firstOf(series, context, context.matches, toRow) : undefined;
  return [...settled, ...[next ?? whole].filter((row) => row !== undefined)];
}

function waits({ task }: Occurrence): boolean {
  return task !== undefined && isOpen(task);
}

function firstOf(
  series: SeriesRecord,
  { plan, viewer, now, budget }: RowContext,
  isWanted: (row: Occurrence) => boolean,
  toRow: (instance: Instance) => Occurrence,
): Occurrence | undefined {
  const from = Math.max(plan.range.from, series.bounds.from);
  const to = Math.min(plan.range.to, series.bounds.to, Math.max(now, from) + AHEAD);
  for (let start = from, width = FIRST_STRETCH; start < to; start += width, width *= 2) {
    const stretch = { from: start, to: Math.min(start + width, to) };
    for (const instance of expand(series, stretch, viewer, budget)) {
      const row = toRow(instance);
      if (isWanted(row)) return row;
    }
  }
  return undefined;
}
