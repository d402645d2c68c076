import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, isoWeekday, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';

/** The working time of one day, or a part of it. */
export interface WorkingTime extends Range {
  /** Number of the day in which it starts, in the zone of the question. */
  readonly day: number;
}

/** Working times that lie in a range at least in part, whole and in order; several hours may overlap. */
export function workingTimes(
  hours: readonly WorkingHours[],
  range: Range,
  viewer: Zone,
): readonly WorkingTime[] {
  const found: WorkingTime[] = [];
  for (const { start, end, days, zone = viewer } of hours) {
    const last = dayOfWall(zone.toWall(range.to - 1));
    // Those of the day before may reach over midnight.
    for (let day = dayOfWall(zone.toWall(range.from)) - 1; day <= last; day++) {
      if (!days.includes(isoWeekday(day)) || isLeftOut(day, zone)) continue;
      const from = zone.toInstant(day * DAY + start * MINUTE);
      const to = zone.toInstant(day * DAY + end * MINUTE);
      if (from < to && from < range.to && to > range.from)
        found.push({ day: dayOfWall(viewer.toWall(from)), from, to });
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Some countries have once gone to the other side of the date line. */
function isLeftOut(day: number, zone: Zone): boolean {
  return dayOfWall(zone.toWall(zone.toInstant(day * DAY + DAY / 2))) !== day;
}
