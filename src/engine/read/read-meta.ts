import type { OwnerNeed } from '../../../compilers/plan/owner-need.js';
import { asksForPlace } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { MINUTE, SECOND } from '../../../compilers/time/civil.js';
import { printZoned } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { AnswerMeta, SourceRow } from '../../../schemas/answers/meta.js';
import { counted } from '../../../schemas/model/counted.js';
import { noteText } from '../../../schemas/model/notes.js';
import { ALL_TIME, type Instant, type Range } from '../../../schemas/model/time.js';
import type { CalendarInfo } from '../../ports/backend.js';
import { dependsOnOwner } from '../sources/own-addresses.js';
import { notesOnEmpty } from '../sources/sources.js';
import { unconfigured } from '../sources/unconfigured.js';
import type { Collected } from './collected.js';
import { type SourceReport, weightOf } from './source-report.js';

/** Most unreadable objects listed one by one; the rest is a count. */
const NAMED = 5;

export const HIDDEN_FIELDS = noteText('fields_hidden');

/** The requested range in the zone of the query; an open end is null. */
export function printAskedRange(range: Range, viewer: Zone): { from: string | null; to: string | null } {
  return {
    from: range.from <= ALL_TIME.from ? null : printZoned(range.from, viewer),
    to: range.to >= ALL_TIME.to ? null : printZoned(range.to, viewer),
  };
}

/** The name of a calendar, or of an account whose calendars could not be listed. */
export function nameOfReport({ calendar, account }: Pick<SourceReport, 'calendar' | 'account'>): string {
  return calendar === '*' ? `${account}/*` : calendar;
}

/** One line per calendar with something to report: how old its data is, and what could not be read. */
export function printSources(reports: readonly SourceReport[], viewer: Zone): readonly SourceRow[] {
  const notable = reports.filter(hasMore).sort((a, b) => weightOf(b) - weightOf(a));
  return notable.slice(0, MOST).map(({ calendar, account, error: failed, stale, lacking, unreadable }) => {
    const error = failed ?? stale?.because;
    return {
      calendar: nameOfReport({ calendar, account }),
      ...(stale === undefined
        ? {}
        : { stale: stale.asOf === undefined ? true : printSecond(stale.asOf, viewer) }),
      ...(lacking === undefined ? {} : { mayLack: lacking }),
      ...(error === undefined ? {} : { error: error.code, message: error.message }),
      ...(unreadable.length === 0
        ? {}
        : {
            unreadable: unreadable.length,
            problems: unreadable.slice(0, NAMED),
            ...(unreadable.length > NAMED && { notNamed: unreadable.length - NAMED }),
          }),
    };
  });
}

/** Most calendars listed in one answer. */
const MOST = 100;

/** True if a report says more than that the calendar was read. */
function hasMore(report: SourceReport): boolean {
  return weightOf(report) > 0;
}

/** A copy compared within this time is as good as the calendar itself. */
const AS_GOOD_AS_NOW = 2 * MINUTE;

/** `asOf` of an answer: when its oldest copy was last compared; missing if all are fresh. */
export function printAsOf(
  used: readonly Pick<CalendarInfo, 'asOf' | 'stale'>[],
  viewer: Zone,
  now: Instant,
): { readonly asOf?: string } {
  const oldest = Math.min(...used.flatMap(({ asOf, stale }) => stale?.asOf ?? asOf ?? []));
  return now - oldest > AS_GOOD_AS_NOW ? { asOf: printSecond(oldest, viewer) } : {};
}

/** A moment of the system clock. */
export function printSecond(at: Instant, viewer: Zone): string {
  return printZoned(Math.floor(at / SECOND) * SECOND, viewer);
}

/** Remarks of accounts on all their series, if a series is among the rows. */
function remarksOnSeries({ rows, found }: Collected): readonly string[] {
  const withSeries = new Set(rows.filter((row) => row.recurring).map(({ calendar }) => calendar.id));
  const remarks = found.sources.flatMap(({ backend, calendar }) =>
    withSeries.has(calendar.id) ? (backend.seriesRemark ?? []) : [],
  );
  return [...new Set(remarks)];
}

/** The total, the number on this page if that is smaller, and where the rest begins. */
export function countedPage(total: number, returned: number, next: number): Record<string, number> {
  return {
    total,
    ...(returned < total ? { returned } : {}),
    ...(next < total ? { nextOffset: next } : {}),
  };
}

interface MetaContext {
  readonly viewer: Zone;
  readonly now: Instant;
  /** Other requests that failed. */
  readonly otherFailures?: readonly SourceRow[];
  /** Data about the owner that the answer depends on. */
  readonly depends?: OwnerNeed | undefined;
}

/** `meta` of an answer about events: what was read, and what was not visible. */
export function readMeta(
  plan: ReadPlan,
  collected: Collected,
  { viewer, now, otherFailures = [], depends = dependsOnOwner(plan) }: MetaContext,
): AnswerMeta {
  const failed = collected.reports.filter((report) => report.error !== undefined).length;
  const stale = collected.reports.some(({ stale: old }) => old !== undefined);
  const unreadable = collected.reports.some((report) => report.unreadable.length > 0);
  const notable = collected.reports.filter(hasMore).length;
  const lacking = collected.reports.some((report) => report.lacking !== undefined);
  const notes = [
    ...plan.notes,
    ...unconfigured(collected.found),
    ...(plan.calendars.any === undefined ? notesOnEmpty(collected.found) : []),
    ...collected.notes,
    ...(plan.deleted ? [] : remarksOnSeries(collected)),
    ...collected.unknownOwners.notes(depends),
    ...(collected.hidesFields && !asksForPlace(plan.where) ? [HIDDEN_FIELDS] : []),
    ...(failed === 0 ? [] : [noteText('some_failed')]),
    ...(unreadable ? [noteText('some_unreadable')] : []),
    ...(lacking ? [noteText('some_lacking')] : []),
    ...(notable > MOST ? [`${MOST} of ${notable} calendars are named.`] : []),
    ...(stale ? ['Some calendars could not be reached; their events are as they were last seen.'] : []),
  ];
  const sources = [...printSources(collected.reports, viewer), ...otherFailures];
  return {
    range: printAskedRange(plan.range, viewer),
    ...(plan.isZoneAsked ? {} : { timezone: plan.timezone }),
    ...printAsOf(collected.reports, viewer, now),
    ...(collected.withheld > 0 && { withheld: { count: collected.withheld } }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

interface NotSeen {
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Details for a search that found nothing: what it could not search. */
export function notSeen({ withheld, found }: Pick<Collected, 'withheld' | 'found'>): NotSeen {
  const notes = [...unconfigured(found), ...notesOnEmpty(found)];
  if (withheld === 0 && notes.length === 0) return {};
  const details = {
    ...(withheld > 0 && { withheld: { count: withheld } }),
    ...(notes.length > 0 && { notes }),
  };
  return { details };
}

export function withheldText(count: number): string {
  return `${counted(count, 'event')} ${count === 1 ? 'is' : 'are'} withheld and not looked at; ask the user, and read them with calendar_read`;
}
