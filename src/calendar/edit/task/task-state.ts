import { isOpen, type TaskStatus } from '../../../../schemas/model/task.js';
import type { Wall } from '../../../../schemas/model/time.js';
import type { Component } from '../../text/component.js';
import { progressIn } from '../event/change-task.js';
import { type OpenSeries, originalStart } from '../event/open-series.js';

export function statusOf(todo: Component): TaskStatus {
  return progressIn(todo).status;
}

export function isOpenTask(todo: Component): boolean {
  return isOpen({ status: statusOf(todo) });
}

/** The first open occurrence after `after`. */
export function nextOpen(target: OpenSeries, after?: Wall): Wall | undefined {
  const { master, series, overrides, zones } = target;
  const isLater = (wall: Wall): boolean => after === undefined || wall > after;
  const apart = new Map<Wall, Component>();
  for (const override of overrides) {
    const wall = originalStart(override, series, zones);
    if (wall !== undefined && isLater(wall) && !series.excludes(wall)) apart.set(wall, override);
  }
  const open = [...apart].flatMap(([wall, override]) => (isOpenTask(override) ? [wall] : []));
  let next = isOpenTask(master) ? series.first(after === undefined ? undefined : after + 1) : undefined;
  while (next !== undefined && apart.has(next)) next = series.first(next + 1);
  const all = next === undefined ? open : [next, ...open];
  return all.length === 0 ? undefined : Math.min(...all);
}

/** The last closed occurrence that has an override. */
export function lastClosed({ series, overrides, zones }: OpenSeries): Wall | undefined {
  const walls = overrides.flatMap((override) =>
    isOpenTask(override) ? [] : (originalStart(override, series, zones) ?? []),
  );
  return walls.length === 0 ? undefined : Math.max(...walls);
}
