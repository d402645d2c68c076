import { DAY } from '../../../../compilers/time/civil.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen, type TaskStatus } from '../../../../schemas/model/task.js';
import { expand, overrideInstances } from '../../../calendar/expand/expand.js';
import type { Instance } from '../../../calendar/expand/instance.js';
import { firstWaiting } from '../../../calendar/expand/known-instances.js';
import type { Series } from '../../../calendar/series/series.js';
import { showsLess } from '../../policy/redact.js';
import type { RowContext } from './row-context.js';

/** How far ahead of now an occurrence is looked for that waits to be done. */
const AHEAD = 731 * DAY;
/** How much of a series is looked at first; each further stretch is twice as long. */
const FIRST_STRETCH = 8 * DAY;

/**
 * What a recurring task stands for in a list: the first occurrence that waits to be done, however long ago it was due, and
 * each one that was done or dropped, as far as they satisfy the filter.
 */
export function taskRows(
  series: Series,
  context: RowContext,
  toRow: (instance: Instance) => Occurrence,
): Occurrence[] {
  if (context.occurrence.shown !== undefined && showsLess(context.occurrence.shown)) {
    const first = firstOf(series, { ...context, matches: () => true }, () => true, toRow);
    // Nothing may tell which occurrences are done.
    if (first?.hidden !== undefined) return [firstOf(series, context, () => true, toRow) ?? []].flat();
  }
  const asked = context.statuses;
  const settled = (asked.some(isSettled) ? overrideInstances(series, context.viewer) : [])
    .filter(({ fields: { task } }) => task !== undefined && isSettled(task.status))
    .map(toRow)
    .filter(context.matches);
  const next = asked.every(isSettled) ? undefined : firstOf(series, context, waits, toRow);
  // A series that is done as a whole has no occurrence of its own that says so.
  const whole =
    next === undefined &&
    settled.length === 0 &&
    asked.some((status) => status === series.fields.task?.status)
      ? firstOf(series, context, () => true, toRow)
      : undefined;
  return [...settled, ...[next ?? whole].filter((row) => row !== undefined)];
}

function isSettled(status: TaskStatus): boolean {
  return !isOpen({ status });
}

function waits({ fields: { task } }: Instance): boolean {
  return task !== undefined && isOpen(task);
}

/** The first such occurrence that satisfies the filter. */
function firstOf(
  series: Series,
  { plan, viewer, now, budget, matches }: RowContext,
  isSuch: (instance: Instance) => boolean,
  toRow: (instance: Instance) => Occurrence,
): Occurrence | undefined {
  const from = Math.max(plan.range.from, series.bounds.from);
  const to = Math.min(plan.range.to, series.bounds.to, Math.max(now, from) + AHEAD);
  const isFromStart = isSuch === waits && from === series.bounds.from;
  const known = isFromStart ? firstWaiting.recall(series, viewer) : undefined;
  if (known !== undefined && known.start < to) {
    const row = toRow(known);
    if (matches(row)) return row;
  }
  let isFirst = known === undefined;
  for (let start = known?.start ?? from, width = FIRST_STRETCH; start < to; start += width, width *= 2) {
    const stretch = { from: start, to: Math.min(start + width, to) };
    for (const instance of expand(series, stretch, viewer, budget)) {
      if (!isSuch(instance)) continue;
      if (isFromStart && isFirst) firstWaiting.keep(series, viewer, instance);
      isFirst = false;
      const row = toRow(instance);
      if (matches(row)) return row;
    }
  }
  return undefined;
}
