import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, isoWeekday, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';

/** Working time of one day, or a part of it. */
export interface WorkingTime extends Range {
  /** Day number of its start in the viewer's zone. */
  readonly day: number;
}

/** Finds working times that overlap the range, uncut and sorted. They may overlap each other. */
export function workingTimes(
  hours: readonly WorkingHours[],
  range: Range,
  viewer: Zone,
): readonly WorkingTime[] {
  const found: WorkingTime[] = [];
  for (const { start, end, days, zone = viewer } of hours) {
    const last = dayOfWall(zone.toWall(range.to - 1));
    // Hours of the previous day may cross midnight.
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

/** True for a day that a zone skipped when it moved across the date line. */
function isLeftOut(day: number, zone: Zone): boolean {
  return dayOfWall(zone.toWall(zone.toInstant(day * DAY + DAY / 2))) !== day;
}
