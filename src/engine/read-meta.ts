import type { ReadPlan } from '../../compilers/plan/read-plan.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import { ALL_TIME, type Range } from '../../schemas/time.js';
import type { Collected, SourceReport } from './collect.js';

/** Unreadable objects named one by one; the rest is a count. */
const NAMED = 5;

export const SOME_FAILED = 'Some calendars could not be read; the answer is incomplete (see sources).';

/** The range as asked, in the zone of the question; an open end is null. */
export function printRange(range: Range, viewer: Zone): { from: string | null; to: string | null } {
  return {
    from: range.from <= ALL_TIME.from ? null : printZoned(range.from, viewer),
    to: range.to >= ALL_TIME.to ? null : printZoned(range.to, viewer),
  };
}

/** Of a calendar, or of an account whose calendars could not be listed. */
export function nameOfReport({ calendar, account }: Pick<SourceReport, 'calendar' | 'account'>): string {
  return calendar === '*' ? `${account}/*` : calendar;
}

/** One line a calendar: its name, how old what it gave is where that is not now, and what could not be read. */
export function printSources(
  reports: readonly SourceReport[],
  viewer: Zone,
): readonly Record<string, unknown>[] {
  return reports.map(({ calendar, account, error, staleSince, unreadable }) => ({
    calendar: nameOfReport({ calendar, account }),
    ...(staleSince === undefined ? {} : { stale: printZoned(staleSince, viewer) }),
    ...(error === undefined ? {} : { error: error.code, message: error.message }),
    ...(unreadable.length === 0
      ? {}
      : { unreadable: unreadable.length, problems: unreadable.slice(0, NAMED) }),
  }));
}

/** `meta` of an answer about events: what was looked at, and what was not seen. */
export function readMeta(
  plan: ReadPlan,
  collected: Collected,
  viewer: Zone,
  asOf: string,
  otherFailures: readonly Record<string, unknown>[] = [],
): Record<string, unknown> {
  const failed = collected.reports.filter((report) => report.error !== undefined).length;
  const stale = collected.reports.some(({ staleSince }) => staleSince !== undefined);
  const notes = [
    ...plan.notes,
    ...collected.notes,
    ...(failed === 0 ? [] : [SOME_FAILED]),
    ...(stale ? ['Some calendars could not be reached; their events are as they were last seen.'] : []),
  ];
  return {
    range: printRange(plan.range, viewer),
    timezone: plan.timezone,
    asOf,
    sources: [...printSources(collected.reports, viewer), ...otherFailures],
    ...(notes.length === 0 ? {} : { notes }),
  };
}
