import { DAY, dayNumber } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Series } from '../series/series.js';
import { parseDateTime } from '../text/date-time.js';
import { isExact } from '../text/time-form.js';
import { expand, overrideInstances } from './expand.js';
import type { Instance } from './instance.js';

/** The occurrence with this recurrence id, even if an override has moved it. */
export function namedInstance(series: Series, recurrenceId: string, viewer: Zone): Instance | undefined {
  const isNamed = (one: Instance): boolean => one.recurrenceId === recurrenceId;
  return (
    overrideInstances(series, viewer).find(isNamed) ??
    atStart(series, recurrenceId, viewer).find(isNamed) ??
    aroundDay(series, recurrenceId, viewer).find(isNamed)
  );
}

/** Occurrences at the moment in the id, without the rest of a series that starts every second. */
function atStart(series: Series, recurrenceId: string, viewer: Zone): readonly Instance[] {
  const value = parseDateTime(recurrenceId);
  if (value === undefined) return [];
  const wall = value.kind === 'date' ? value.day * DAY : value.wall;
  const { form } = series.anchor;
  const start = (isExact(form) ? form.zone : viewer).toInstant(wall);
  return expand(series, { from: start, to: start + 1 }, viewer);
}

/** Expands a range wide enough to cover the day in any zone. */
function aroundDay(series: Series, recurrenceId: string, viewer: Zone): Instance[] {
  const [year = 0, month = 0, day = 0] = [
    recurrenceId.slice(0, 4),
    recurrenceId.slice(4, 6),
    recurrenceId.slice(6, 8),
  ].map(Number);
  const midnight = dayNumber(year, month, day) * DAY;
  return expand(series, { from: midnight - 2 * DAY, to: midnight + 3 * DAY }, viewer);
}
