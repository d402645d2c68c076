import type { AnalysisParams, WorkingHoursInput } from '../../schemas/input/analysis.js';
import { WEEKDAYS } from '../../schemas/input/filter.js';
import { parseClock } from '../time/civil.js';
import { resolveAskedZone } from '../time/resolve-zone.js';
import type { Zone, ZoneLookup } from '../time/zone.js';

/** Hours of work on some days of the week. */
export interface WorkingHours {
  /** Minutes after midnight; an end of more than a day is on the next one. */
  readonly start: number;
  readonly end: number;
  /** ISO weekdays on which they start, Monday 1. */
  readonly days: readonly number[];
  /** On whose clocks; undefined: on those of the question. */
  readonly zone?: Zone;
}

const A_DAY = 24 * 60;

/** Working hours as a person writes them; the days that are left out are the default ones. */
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

/** The hours that a question about free time asks for: its own, else the configured ones, cut by its times of a day. */
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
 * `earliest` and `latest` take the place of the start and the end; one that leaves nothing of the day opens it as far as
 * midnight: an evening is after work. Hours over midnight are cut on the side of it on which the time lies.
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
