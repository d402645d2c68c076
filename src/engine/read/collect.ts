import { EVERYTHING, type Predicate } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { split } from '../../../compilers/pushdown/split.js';
import type { Scan } from '../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { budgetOfCall } from '../../calendar/rules/expansion-budget.js';
import { type YieldToEventLoop, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Progress } from '../../ports/progress.js';
import { markOverlaps } from '../../rows/overlaps.js';
import type { Engine } from '../context/engine.js';
import type { Source } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { accountOfLost, DAMAGED, deletedLately, trashEntries, trashedObject } from '../journal/trash.js';
import { seriesId } from '../sources/event-id.js';
import { hintedSources } from '../sources/hinted-sources.js';
import { ownAddressesOf, UnknownOwners } from '../sources/own-addresses.js';
import { originNotes, readableOrigins } from '../sources/readable-origins.js';
import { selectedSources } from '../sources/selected-sources.js';
import {
  askedSeries,
  asksForConflicts,
  type CollectContext,
  type Collected,
  type CollectingAt,
  type Division,
  EventNotes,
  KeptObjects,
  type ObjectPlace,
  SettledTasks,
} from './collected.js';
import { expandAll, type SeriesToExpand, type Unread } from './expand/expand-series.js';
import type { RowContext } from './expand/row-context.js';
import { maySatisfy, rowsOfSeries, withoutPosition } from './expand/rows-of-series.js';
import { readingProgress } from './reading-progress.js';
import { ShownPart } from './shown-part.js';
import { failedReports, type SourceReport, sourceNotes, throwIfNothingWorked } from './source-report.js';

/**
 * Collects the rows of a read: selects calendars, splits the plan for each, scans, expands and filters.
 * Reports a calendar that fails; throws its error if nothing at all could be read.
 */
export async function collect(
  plan: ReadPlan,
  engine: Engine,
  { call, progress = () => undefined, listed, isBeside = false }: CollectContext,
): Promise<Collected> {
  const viewer = zoneOrThrow(engine, plan.timezone);
  const { signal, deadline } = call;
  // In parallel, because both may ask a database.
  const [{ found, selected, request }, origins] = await Promise.all([
    selectedSources(plan, engine, { signal, progress }, listed),
    readableOrigins(engine),
  ]);
  const run = new CollectRun(plan, engine, { found, viewer, origins, request, progress, deadline });
  if (plan.deleted) {
    await run.readTrash(selected);
    return run.result(failedReports(found));
  }
  const needsConflicts = asksForConflicts(plan);
  const hinted = needsConflicts ? undefined : hintedSources(plan, selected, engine);
  if (hinted !== undefined) {
    await run.readSources(hinted.sources, hinted.hrefs);
    if (run.foundAll(hinted.ids)) return run.result([]);
    run.reset();
  }
  await run.readSources(needsConflicts ? found.sources : selected);
  const failed = plan.calendars.any === undefined ? failedReports(found) : [];
  if (!isBeside) throwIfNothingWorked([...run.reports, ...failed]);
  return run.result(failed);
}

/** One collection; its calendars are read in parallel. */
class CollectRun {
  #rows: Occurrence[] = [];
  #objects = new KeptObjects();
  #reports = new Map<string, SourceReport & { readonly unreadable: Unread[] }>();
  /** Series to expand once the total number of occurrences is known. */
  readonly #waiting: SeriesToExpand[] = [];
  #notes = new EventNotes();
  #divisions: Division[] = [];
  readonly #unknownOwners = new UnknownOwners();
  readonly #needsConflicts: boolean;
  readonly #part: ShownPart;
  readonly #yieldToEventLoop: YieldToEventLoop;
  readonly #budget: ReturnType<typeof budgetOfCall>;

  constructor(
    private readonly plan: ReadPlan,
    private readonly engine: Engine,
    private readonly at: CollectingAt,
  ) {
    this.#needsConflicts = asksForConflicts(plan);
    this.#part = new ShownPart(plan, engine.settings.policy);
    this.#yieldToEventLoop = yielderFor(at.request.signal);
    this.#budget = budgetOfCall(at.deadline);
  }

  reset(): void {
    this.#rows = [];
    this.#notes = new EventNotes();
    this.#objects = new KeptObjects();
    this.#reports = new Map();
    this.#divisions = [];
  }

  async readSources(
    sources: readonly Source[],
    hrefs?: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    const progress = readingProgress(this.at.progress, sources.length);
    await Promise.all(
      sources.map(async (source) => {
        const part = progress.part();
        try {
          await this.#readSource(source, hrefs?.get(source.calendar.id), part);
        } catch (error) {
          if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
          const { id, name, account } = source.calendar;
          this.engine.accountHealth.read(account, name, { error });
          this.#reports.set(id, { calendar: name, account, error, unreadable: [] });
        }
        progress.finished(part);
      }),
    );
    await this.#expandWaiting();
  }

  async #readSource(
    { backend, calendar }: Source,
    hrefs: readonly string[] | undefined,
    progress: Progress,
  ): Promise<void> {
    await this.#yieldToEventLoop();
    const divided = {
      ...split(this.plan, backend.target.capabilities, { showsLess: this.#part.isLess }),
      ...(this.plan.refresh ? { refresh: true } : {}),
    };
    const scan: Scan = hrefs === undefined ? divided : { ...divided, hrefs };
    const call = backend.target.compileRead(scan, calendar);
    this.#divisions.push({ calendar: calendar.name, backend: backend.kind, scan, call });
    const request = { ...this.at.request, progress };
    const { objects, unreadable, stale, asOf, lacking } = await backend.scan(call, request);
    const own = ownAddressesOf(backend);
    const problems = unreadable.map(({ href, reason }) => this.#part.problem(calendar.id, href, reason));
    const residual = this.#needsConflicts ? EVERYTHING : scan.residual;
    await this.#readObjects(objects, { ...calendar, ownAddresses: own }, residual, problems);
    const { name, account } = calendar;
    const copied = { ...(stale && { stale }), ...(asOf !== undefined && { asOf }) };
    this.engine.accountHealth.read(account, name, copied);
    this.#reports.set(calendar.id, {
      ...{ calendar: name, account, unreadable: problems, ...copied },
      ...(lacking === undefined ? {} : { lacking }),
    });
  }

  async readTrash(selected: readonly Source[]): Promise<void> {
    const visible = new Map(selected.map(({ calendar, backend }) => [calendar.id, backend]));
    const { where, calendars, deletedSince: since } = this.plan;
    const whole = calendars.any === undefined;
    const { entries, damaged } = await trashEntries(this.engine.state);
    if (damaged > 0) this.#notes.add(DAMAGED, `${damaged} in all`);
    for (const entry of deletedLately(entries, selected, since)) {
      const lost = whole ? accountOfLost(entry, this.at.found, this.engine) : undefined;
      const backend = visible.get(entry.calendar.id) ?? lost;
      if (backend === undefined) continue;
      const { id, name, account } = entry.calendar;
      const report = this.#reports.get(id) ?? { calendar: name, account, unreadable: [] };
      await this.#readObjects(
        [trashedObject(entry)],
        { ...entry.calendar, ownAddresses: ownAddressesOf(backend), deletedAt: entry.deletedAt },
        where,
        report.unreadable,
      );
      if (report.unreadable.length > 0) this.#reports.set(id, report);
    }
    await this.#expandWaiting();
  }

  async #readObjects(
    objects: readonly CalendarObject[],
    { id, name, account, foreign, ownAddresses, deletedAt }: ObjectPlace,
    residual: Predicate,
    problems: Unread[],
  ): Promise<void> {
    const place = { foreign: foreign === true, ownAddresses, origins: this.at.origins };
    const context: RowContext = {
      plan: this.plan,
      viewer: this.at.viewer,
      now: this.engine.clock.now(),
      matches: this.#part.testOf(residual),
      mayMatch: this.#part.testOf(withoutPosition(residual), withoutPosition),
      budget: this.#budget,
      statuses: this.#part.statusesIn(residual),
      occurrence: {
        calendar: { id, name, account },
        ...place,
        shown: this.#part.shown,
        deletedAt,
      },
      note: (text, id) => this.#notes.add(text, id),
    };
    const settled = new SettledTasks(this.plan, context.statuses);
    for (const object of objects) {
      if (settled.holds(object)) continue;
      const pause = this.#yieldToEventLoop();
      if (pause !== undefined) await pause;
      try {
        this.#budget.check();
        const record = this.engine.recordOf(object);
        const asked = askedSeries(this.plan, context.statuses, record);
        if (asked.length === 0) settled.note(object, record);
        else if (
          ownAddresses.size === 0 &&
          (!this.#part.isLess ||
            asked.every((one) => this.#part.isWhole(one, { ...place, id: seriesId(id, one) })))
        )
          this.#unknownOwners.miss(account, object);
        for (const problem of record.problems) problems.push(this.#part.problem(id, object.href, problem));
        for (const series of asked) {
          const rest = series === asked[0] ? undefined : this.#yieldToEventLoop();
          if (rest !== undefined) await rest;
          this.#readSeries({ calendarId: id, series, object, context }, problems);
        }
      } catch (error) {
        if (!(error instanceof CalendarError) || this.at.request.signal.aborted) throw error;
        const problem = this.#part.problem(id, object.href, error.message);
        problems.push(error.code === 'TIMEOUT' ? { ...problem, code: error.code } : problem);
      }
    }
  }

  /** Reports a series that takes too long; the others of its object are still read. */
  #readSeries(one: SeriesToExpand, problems: Unread[]): void {
    const { calendarId, series, object, context } = one;
    const ref = seriesId(calendarId, series);
    try {
      if (context.occurrence.deletedAt === undefined)
        this.engine.locator.seen(ref, { calendarId, href: object.href });
      if (this.plan.expansion !== 'occurrences' || !series.recurring) {
        this.#keep(object, rowsOfSeries(series, object, context));
      } else if (maySatisfy(series, object, context)) this.#waiting.push(one);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      problems.push({ ref, reason: error.message, code: error.code });
    }
  }

  #keep(object: CalendarObject, rows: readonly Occurrence[]): void {
    if (rows.length === 0) return;
    for (const row of rows) this.#rows.push(row);
    this.#objects.add(object);
  }

  async #expandWaiting(): Promise<void> {
    const { range } = this.plan;
    const waiting = this.#waiting.splice(0);
    const { rows, objects, tooFull, problems } = await expandAll(waiting, range, this.#yieldToEventLoop);
    if (tooFull.size > 0) this.#rows = this.#rows.filter(({ calendar }) => !tooFull.has(calendar.id));
    for (const row of rows) this.#rows.push(row);
    for (const object of objects) this.#objects.add(object);
    for (const { calendarId, problem } of problems) this.#reports.get(calendarId)?.unreadable.push(problem);
    for (const [id, error] of tooFull) {
      const report = this.#reports.get(id);
      if (report !== undefined) this.#reports.set(id, { ...report, error });
    }
  }

  get reports(): readonly SourceReport[] {
    return [...this.#reports.values()];
  }

  foundAll(ids: readonly string[]): boolean {
    const found = new Set(this.#rows.flatMap((row) => [row.id, row.seriesId ?? row.id, row.uid]));
    return ids.every((id) => found.has(id));
  }

  async result(failed: readonly SourceReport[]): Promise<Collected> {
    const found = this.#needsConflicts
      ? (await markOverlaps(this.#rows, this.#yieldToEventLoop)).filter(this.#part.testOf(this.plan.where))
      : this.#rows;
    const rows = this.#part.withoutWithheld(found);
    const notes = [...this.#notes.print(), ...sourceNotes(this.at.found, this.plan, this.engine)];
    return {
      rows,
      withheld: found.length - rows.length,
      byAgreement: this.#part.byAgreement(found),
      showsLess: this.#part.isLess,
      hidesFields: this.#part.hidesFields,
      objects: this.#objects,
      reports: [...this.reports, ...failed].sort((a, b) => a.calendar.localeCompare(b.calendar)),
      notes: [...originNotes(this.at.origins), ...notes],
      unknownOwners: this.#unknownOwners,
      divisions: this.#divisions,
      found: this.at.found,
    };
  }
}
