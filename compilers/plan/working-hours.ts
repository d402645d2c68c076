import type { AnalysisParams, WorkingHoursInput } from '../../schemas/input/analysis.js';
import { WEEKDAYS } from '../../schemas/input/filter.js';
import { parseClock } from '../time/civil.js';
import { resolveAskedZone } from '../time/resolve-zone.js';
import type { Zone, ZoneLookup } from '../time/zone.js';

export interface WorkingHours {
  /** Minutes after midnight; an end after 24:00 is on the next day. */
  readonly start: number;
  readonly end: number;
  /** ISO weekdays of the start, Monday 1. */
  readonly days: readonly number[];
  /** Defaults to the query's zone. */
  readonly zone?: Zone;
}

const A_DAY = 24 * 60;

/** Reads working hours from the input; missing days get the default. */
export function readWorkingHours(
  input: WorkingHoursInput,
  defaultDays: readonly number[],
  zones: ZoneLookup,
): readonly WorkingHours[] {
  return [input].flat().map(({ start, end, days, timezone }) => {
    const [opens, closes] = [parseClock(start), parseClock(end)];
    return {
      start: opens,
      end: closes > opens ? closes : closes + A_DAY,
      days: days?.map((name) => WEEKDAYS.indexOf(name) + 1) ?? defaultDays,
      ...(timezone !== undefined && { zone: resolveAskedZone(timezone, zones) }),
    };
  });
}

/** The hours of an availability query: its own or the configured ones, cut by `earliest` and `latest`. */
export function hoursOfCall(
  { workingHours, earliest, latest }: AnalysisParams<'availability'>,
  defaultHours: readonly WorkingHours[],
  zones: ZoneLookup,
): readonly WorkingHours[] {
  const defaultDays = [...new Set(defaultHours.flatMap(({ days }) => days))];
  const hours =
    workingHours === undefined ? defaultHours : readWorkingHours(workingHours, defaultDays, zones);
  return hours.map((one) => cutHours(one, earliest, latest));
}

/**
 * `earliest` and `latest` replace the start and the end. If nothing remains, the other end opens up to midnight: an
 * evening is after work. Hours over midnight are cut on the side where the time lies.
 */
function cutHours(hours: WorkingHours, earliest: string | undefined, latest: string | undefined) {
  const [first, last] = [earliest, latest].map((text) => (text === undefined ? undefined : parseClock(text)));
  const isOverMidnight = hours.end > A_DAY;
  if (isOverMidnight && (first === undefined || last === undefined)) {
    const start = first === undefined ? hours.start : first < hours.end - A_DAY ? first + A_DAY : first;
    const end = last === undefined ? hours.end : last > hours.start ? last : last + A_DAY;
    return { ...hours, start, end };
  }
  const [start, end] = [first ?? hours.start, last ?? hours.end];
  if (start < end) return { ...hours, start, end };
  return { ...hours, start: first ?? 0, end: last ?? A_DAY };
}
