import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen, type TaskStatus } from '../../../../schemas/model/task.js';
import { overrideInstances } from '../../../calendar/expand/expand.js';
import type { Instance } from '../../../calendar/expand/instance.js';
import { firstOpenCache } from '../../../calendar/expand/known-instances.js';
import { instancesInOrder, isOpenInstance } from '../../../calendar/expand/nearest-instance.js';
import type { Series } from '../../../calendar/series/series.js';
import { showsLess } from '../../policy/redact.js';
import type { RowContext } from './row-context.js';

/**
 * Rows of a recurring task in a list: the first open occurrence, however long overdue, and each one that was
 * done or dropped, if they match the filter.
 */
export function taskRows(
  series: Series,
  context: RowContext,
  toRow: (instance: Instance) => Occurrence,
): Occurrence[] {
  if (context.occurrence.shown !== undefined && showsLess(context.occurrence.shown)) {
    const first = firstOf(series, { ...context, matches: () => true }, () => true, toRow);
    // Must not reveal which occurrences are done.
    if (first?.hidden !== undefined) return [firstOf(series, context, () => true, toRow) ?? []].flat();
  }
  const asked = context.statuses;
  const settled = (asked.some(isSettled) ? overrideInstances(series, context.viewer) : [])
    .filter(({ fields: { task } }) => task !== undefined && isSettled(task.status))
    .map(toRow)
    .filter(context.matches);
  const next = asked.every(isSettled) ? undefined : firstOf(series, context, isOpenInstance, toRow);
  // A series that is done as a whole has no occurrence with that status.
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

/** The first such occurrence that matches the filter. */
function firstOf(
  series: Series,
  { plan: { range }, viewer, now, budget, matches }: RowContext,
  isSuch: (instance: Instance) => boolean,
  toRow: (instance: Instance) => Occurrence,
): Occurrence | undefined {
  const isFromStart = isSuch === isOpenInstance && range.from <= series.bounds.from;
  const known = isFromStart ? firstOpenCache.recall(series, viewer) : undefined;
  let isFirst = known === undefined;
  const from = known?.start ?? range.from;
  for (const instance of instancesInOrder(series, { from, to: range.to }, { now, viewer }, budget)) {
    if (!isSuch(instance)) continue;
    if (isFromStart && isFirst) firstOpenCache.keep(series, viewer, instance);
    isFirst = false;
    const row = toRow(instance);
    if (matches(row)) return row;
  }
  return undefined;
}
