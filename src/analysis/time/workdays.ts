import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';
import { mergeTimes } from '../../rows/busy-intervals.js';
import { firstAfter } from './first-after.js';
import { workingTimes } from './working-times.js';

interface Workday {
  /** Day number. */
  readonly day: number;
  /** Working times within the range and the busy times in each, sorted. */
  readonly times: readonly { readonly open: Range; readonly busy: readonly Range[] }[];
  /** An all-day event covers working time. */
  readonly isOff: boolean;
}

/** Merged ranges of appointments and of all-day events. */
interface TakenRanges {
  readonly busy: readonly Range[];
  readonly away: readonly Range[];
}

export function workdays(
  range: Range,
  hours: readonly WorkingHours[],
  { busy, away }: TakenRanges,
  viewer: Zone,
): readonly Workday[] {
  const byDay = new Map<number, Range[]>();
  for (const { day, from, to } of workingTimes(hours, range, viewer))
    byDay.set(day, [...(byDay.get(day) ?? []), { from, to }]);
  return [...byDay].map(([day, times]) => {
    const open = mergeTimes(times, range);
    return {
      day,
      times: open.map((one) => ({ open: one, busy: during(busy, one) })),
      isOff: open.some((one) => during(away, one).length > 0),
    };
  });
}

/** Cuts merged ranges to another range. */
function during(times: readonly Range[], { from, to }: Range): readonly Range[] {
  const found: Range[] = [];
  let next = firstAfter(times, from);
  for (let one = times[next]; one !== undefined && one.from < to; one = times[++next])
    found.push({ from: Math.max(from, one.from), to: Math.min(to, one.to) });
  return found;
}
