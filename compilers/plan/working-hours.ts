import type { WorkingHoursInput } from '../../schemas/input/analysis.js';
import { WEEKDAYS } from '../../schemas/input/filter.js';
import { parseClock } from '../time/parse-clock.js';

export interface WorkingHours {
  /** Minutes after midnight. */
  readonly start: number;
  readonly end: number;
  /** ISO weekdays, Monday 1. */
  readonly days: readonly number[];
}

/** Working hours as a person writes them; the days that are left out are the default ones. */
export function readWorkingHours(input: WorkingHoursInput, defaultDays: readonly number[]): WorkingHours {
  return {
    start: parseClock(input.start),
    end: parseClock(input.end),
    days: input.days?.map((name) => WEEKDAYS.indexOf(name) + 1) ?? defaultDays,
  };
}
