import type { AnalysisParams, WorkingHoursInput } from '../../schemas/input/analysis.js';
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

/**
 * The hours that a question about free time asks for. `earliest` and `latest` take the place of the start and the end;
 * one that leaves nothing of the day opens it as far as midnight: an evening is after work.
 */
export function hoursOfCall(
  { workingHours, earliest, latest }: AnalysisParams<'availability'>,
  defaultHours: WorkingHours,
): WorkingHours {
  const hours = workingHours === undefined ? defaultHours : readWorkingHours(workingHours, defaultHours.days);
  const start = earliest === undefined ? hours.start : parseClock(earliest);
  const end = latest === undefined ? hours.end : parseClock(latest);
  if (start < end) return { ...hours, start, end };
  return { ...hours, start: earliest === undefined ? 0 : start, end: latest === undefined ? 24 * 60 : end };
}
