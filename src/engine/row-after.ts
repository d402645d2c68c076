import type { EventChanges } from '../../compilers/plan/write-plan.js';
import { DAY } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Occurrence } from '../../schemas/event.js';
import type { Instant } from '../../schemas/time.js';
import type { EventView } from './event-view.js';

/** How far an occurrence is from where it was when only the form of its times changes, such as its zone. */
const NEAR = 1.5 * DAY;
const ALL = Number.POSITIVE_INFINITY;

/**
 * An occurrence after a change of its event: at the start it was given, else the one of its id, else, where the change
 * gives its series other times, the one closest to it. Undefined when it takes place no more.
 */
export function rowAfter(
  after: EventView,
  row: Occurrence,
  { start, allDay, timezone }: EventChanges,
  viewer: Zone,
): Occurrence | undefined {
  if (!after.series.recurring) return after.row();
  // Narrow first: a series may have a start every second.
  const at = (from: Instant) => after.rows({ from, to: from + 1 }, ALL).filter((one) => one.start === from);
  if (start === undefined && allDay === undefined && timezone === undefined) {
    const { recurrenceId } = row;
    if (recurrenceId === undefined) return at(row.start)[0];
    return at(row.start).find((one) => one.recurrenceId === recurrenceId) ?? after.named(recurrenceId);
  }
  const expected =
    start === undefined
      ? row.start
      : start.kind === 'date'
        ? viewer.toInstant(start.day * DAY)
        : start.instant;
  const [exact] = at(expected);
  if (exact !== undefined) return exact;
  const distance = (one: Occurrence) => Math.abs(one.start - expected);
  return after
    .rows({ from: expected - NEAR, to: expected + NEAR }, ALL)
    .filter((one) => distance(one) <= NEAR)
    .sort((a, b) => distance(a) - distance(b))[0];
}
