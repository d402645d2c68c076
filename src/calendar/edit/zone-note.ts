import { DAY } from '../../../compilers/time/civil.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';
import { instantOf, type TimeForm } from '../text/time-form.js';
import type { EditableSeries } from './event/editable-series.js';
import { MOMENT_KEPT } from './event/event-span.js';

const YEAR = 366 * DAY;

/**
 * What a new time zone means for a series. It keeps one time of day, so where the clocks of the two zones are further
 * apart or closer than at the occurrence that was named, the others move.
 */
export function zoneNote(
  series: EditableSeries,
  next: { readonly form: TimeForm; at(wall: Wall): Wall },
  now: Instant,
): string {
  const { form } = series.span;
  if (form.kind === 'date' || !series.recurring) return MOMENT_KEPT;
  const today = form.zone.toWall(now);
  const starts = series.between(today - YEAR, today + YEAR);
  const moved = starts.filter((wall) => instantOf(wall, form) !== instantOf(next.at(wall), next.form));
  if (moved.length === 0) return MOMENT_KEPT;
  return (
    `The time zone was changed and the moment of this occurrence kept, but ${moved.length} of the ${starts.length} ` +
    'occurrences within a year of today move: the clocks of the two zones do not change together.'
  );
}
