import { compileFilterTest } from '../../../../compilers/filter/evaluate-filter.js';
import type { EditScope, FilteredPlan } from '../../../../compilers/plan/write-plan.js';
import { DAY } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen } from '../../../../schemas/model/task.js';
import type { Source } from '../../context/source.js';
import { atPlace } from '../../errors/locate-error.js';
import { collect } from '../../read/collect.js';
import { type Collected, objectKey } from '../../read/collected.js';
import { nameOfReport, withheldText } from '../../read/read-meta.js';
import type { SourceReport } from '../../read/source-report.js';
import { ownAddressesOf } from '../../sources/own-addresses.js';
import { comparedSources, viewOf, type WriteSession } from '../write-session.js';
import { assertWritable } from '../write-target.js';

/** An event that filters match, with the id and scope for a call. */
export interface Match {
  readonly id: string;
  readonly scope?: EditScope | undefined;
  readonly row: Occurrence;
}

export interface Matches {
  /** Future events first, then past ones; the nearest to now first. */
  readonly matches: readonly Match[];
  readonly notes: readonly string[];
  /** Number of events that filters cannot see, because they need agreement. */
  readonly withheld: number;
}

/** Events that filters match, as in a query, among those that can be changed. */
export async function findMatches(plan: FilteredPlan, run: WriteSession): Promise<Matches> {
  const collected = await collectAll(plan, run);
  const sources = new Map(run.found.sources.map((source) => [source.calendar.id, source]));
  const isWritable = ({ calendar: { id } }: Occurrence) =>
    plan.write.kind === 'copy' || sources.get(id)?.calendar.writable === true;
  const writable = collected.rows.filter(isWritable);
  const [first] = collected.rows;
  if (writable.length === 0 && first !== undefined) {
    const source = sources.get(first.calendar.id);
    if (source !== undefined) atPlace('/mutation/filters', () => assertWritable(source));
  }
  assertAllRead(collected, run);
  const now = run.engine.clock.now();
  const invited = writable.filter((row) => isInvited(row, sources.get(row.calendar.id)));
  // Without any invitation, the operation throws for the first match.
  const meant = plan.write.kind === 'respond' && invited.length > 0 ? invited : preferOpen(writable, plan);
  run.engine.exposure.saw(meant);
  const matches: Match[] = [];
  for (const row of inOrder(meant, now)) matches.push(await matchOf(row, plan, collected, run));
  return {
    matches: uniquely(matches),
    notes: [
      ...(writable.length < collected.rows.length ? [LEFT_OUT] : []),
      ...(plan.write.kind === 'respond' && meant.length < writable.length ? [NOT_INVITED] : []),
      ...(collected.reports.some(({ unreadable }) => unreadable.length > 0) ? [UNREADABLE] : []),
      ...(isOneOfMany(plan) && collected.withheld > 0 ? [`${withheldText(collected.withheld)}.`] : []),
    ],
    withheld: collected.withheld,
  };
}

/** True for another person's event that is not cancelled and has the user on it. */
function isInvited({ organizer, attendees, status }: Occurrence, source: Source | undefined): boolean {
  const own = source && ownAddressesOf(source.backend);
  const isOwn = (person?: { readonly email: string }) => own?.has(person?.email.toLowerCase() ?? '') === true;
  return status !== 'cancelled' && !isOwn(organizer) && attendees.some(isOwn);
}

/** Prefers open tasks, or done ones to reopen. With `each`, drops done occurrences of open series. */
function preferOpen(rows: readonly Occurrence[], { write, each }: FilteredPlan): readonly Occurrence[] {
  const waits = ({ task }: Occurrence): boolean => task === undefined || isOpen(task);
  const isProgress = write.kind === 'complete' || write.kind === 'reopen';
  const meant = rows.filter((row) => waits(row) === (write.kind !== 'reopen'));
  if (meant.length === 0) return rows;
  if (isProgress || !each) return meant;
  const series = new Set(meant.map(({ seriesId }) => seriesId));
  return rows.filter((row) => waits(row) || !series.has(row.seriesId ?? row.id));
}

/** True if other matches would make a difference. */
function isOneOfMany({ each, pick }: FilteredPlan): boolean {
  return each || pick !== undefined;
}

const NOT_INVITED =
  'Matches without an invitation to answer are left out: own events, cancelled ones, and those the user is not invited to.';
const LEFT_OUT = 'Matches in calendars that cannot be changed are left out.';
const UNREADABLE = 'Some events cannot be read, so it is not known whether they match.';

/** All matches, including those in a calendar that is still being copied. */
async function collectAll({ search }: FilteredPlan, run: WriteSession): Promise<Collected> {
  const { engine, call } = run;
  const found = comparedSources(run);
  const collected = await collect(search, engine, { call, listed: found });
  return collected.reports.some(({ lacking }) => lacking !== undefined)
    ? collect({ ...search, refresh: true }, engine, { call, listed: found })
    : collected;
}

/** Throws if a calendar that can be changed did not answer: its events might match too. */
function assertAllRead({ reports }: Collected, { found }: WriteSession): void {
  const isReadOnly = (report: SourceReport) =>
    found.sources.some(
      ({ calendar }) =>
        calendar.account === report.account && calendar.name === report.calendar && !calendar.writable,
    );
  const failed = reports.filter((report) => report.error !== undefined && !isReadOnly(report));
  const error = failed[0]?.error;
  if (error === undefined) return;
  throw new CalendarError(
    error.code,
    'A calendar could not be read, so it is not known what else the filters match.',
    {
      path: '/mutation/filters',
      retryable: error.retryable,
      details: { unread: failed.map(nameOfReport) },
      suggestion: 'Name the intended calendar in filters.calendar, or try again later.',
      ...(error.info.retryAfterMs === undefined ? {} : { retryAfterMs: error.info.retryAfterMs }),
    },
  );
}

function inOrder(rows: readonly Occurrence[], now: number): readonly Occurrence[] {
  const isPast = ({ end }: Occurrence) => Number(end <= now);
  return [...rows].sort(
    (a, b) =>
      isPast(a) - isPast(b) ||
      (isPast(a) === 1 ? b.start - a.start : a.start - b.start) ||
      (a.id < b.id ? -1 : 1),
  );
}

/**
 * The id and scope of a match. If the filters give a time: the occurrence, alone unless the call says
 * otherwise. Else: the series if all its regular occurrences match, or all changed ones if no others are
 * left, with `following` from its next occurrence. If only some match, the call must give the scope.
 */
async function matchOf(
  row: Occurrence,
  { search, write }: FilteredPlan,
  collected: Collected,
  run: WriteSession,
): Promise<Match> {
  const { scope, kind } = write;
  if (!row.recurring || row.seriesId === undefined) return { id: row.id, scope, row };
  if (search.expansion === 'occurrences') {
    // A series can only move as a whole.
    return { id: row.id, scope: scope ?? (kind === 'move' ? undefined : 'this'), row };
  }
  // A done occurrence has a separate row.
  const isOne = kind === 'complete' || kind === 'reopen' || (row.task !== undefined && !isOpen(row.task));
  if (!(await isWhole(row, search.where, collected, run)))
    return { id: row.id, scope: scope ?? (isOne ? 'this' : undefined), row };
  if (scope === undefined || scope === 'all') return { id: row.seriesId, scope, row };
  // For tasks, the row is the next open occurrence.
  const isNext = row.task !== undefined || row.start >= run.engine.clock.now();
  if (isNext && (scope === 'following' || row.task !== undefined)) return { id: row.id, scope, row };
  throw new CalendarError(
    'INVALID_ARGUMENT',
    'This scope needs one occurrence, but the filters name the whole series.',
    {
      path: '/mutation/scope',
      suggestion: 'Say in the filters when it takes place, such as {"when":"tomorrow"}.',
      callPatch: { id: row.id },
    },
  );
}

/** How far around the nearest occurrence to look at a series, and at how many occurrences. */
const LOOKED_AT = { span: 366 * DAY, most: 400 };

async function isWhole(
  row: Occurrence,
  where: FilteredPlan['search']['where'],
  { objects }: Collected,
  run: WriteSession,
): Promise<boolean> {
  const object = objects.get(objectKey(row.calendar.id, row.href));
  const source = run.found.sources.find(({ calendar }) => calendar.id === row.calendar.id);
  if (object === undefined || source === undefined) return false;
  const view = await viewOf(run, source, object, row.uid);
  const around = { from: row.start - LOOKED_AT.span, to: row.start + LOOKED_AT.span };
  const regular = view.rows(around, LOOKED_AT.most, ({ overridden }) => !overridden);
  const judged = regular.length > 0 ? regular : view.rows(around, LOOKED_AT.most);
  return judged.length > 0 && judged.every(compileFilterTest(where));
}

/** Copies of one event in a calendar share its id; looking up that id decides between them. */
function uniquely(matches: readonly Match[]): readonly Match[] {
  return [...new Map(matches.map((match) => [match.id, match])).values()];
}
