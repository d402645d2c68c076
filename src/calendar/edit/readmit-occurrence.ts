import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { WallRange } from '../../../schemas/model/time.js';
import { occurrenceId, readRecurrenceSet } from '../series/recurrence-set.js';
import type { EditContext } from './event/edit-context.js';
import { openObject, printObject, unsupported } from './event/open-object.js';
import { namedStart, openSeries } from './event/open-series.js';
import { revised } from './event/stamp-revision.js';
import { splitDates } from './split-series.js';

/**
 * Restores an occurrence that was removed from its series: drops its EXDATE (RFC 5545 §3.8.5.1). `recurrenceId`: same
 * as `Instance.recurrenceId`. Undefined if no such occurrence was removed. Throws UNSUPPORTED.
 */
export function readmitOccurrence(
  ics: string,
  recurrenceId: string,
  context: EditContext,
): string | undefined {
  const opened = openObject(ics, context);
  const { master, zones } = opened;
  if (master === undefined) return undefined;
  const target = openSeries(opened, master);
  const { series } = target;
  const wall = namedStart(series, recurrenceId);
  if (wall === undefined || series.takenOut(wall, wall + 1).length === 0) return undefined;
  const edited = splitDates(target, (other) => other !== wall, ['EXDATE']);
  const left = readRecurrenceSet(edited, zones);
  const [from, to] = [dayOfWall(wall) * DAY, (dayOfWall(wall) + 1) * DAY];
  if (left.between(from, to).length !== series.between(from, to).length + 1)
    throw unsupported(
      'This series excludes the whole day, and more than one occurrence of it.',
      'Create an event at that time.',
    );
  return printObject(target, revised(target, context, [master, edited]), context.zones);
}

/** Recurrence ids of the occurrences removed from a series, within a range of wall times. */
export function takenOut(ics: string, { from, to }: WallRange, context: EditContext): readonly string[] {
  const { master, zones } = openObject(ics, context);
  if (master === undefined) return [];
  const series = readRecurrenceSet(master, zones);
  return series.takenOut(from, to).map((wall) => occurrenceId(wall, series.span));
}
