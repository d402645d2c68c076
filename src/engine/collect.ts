import type { Predicate } from '../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../compilers/plan/read-plan.js';
import { compileResidual } from '../../compilers/pushdown/residual.js';
import { split } from '../../compilers/pushdown/split.js';
import type { Scan } from '../../compilers/pushdown/target.js';
import type { Zone } from '../../compilers/time/zone.js';
import { CalendarError } from '../../schemas/error.js';
import type { CalendarRef, Occurrence } from '../../schemas/event.js';
import type { Instant } from '../../schemas/time.js';
import type { CalendarInfo, CalendarObject } from '../ports/backend.js';
import type { Progress } from '../ports/progress.js';
import type { Engine } from './engine.js';
import { eventId, parseId } from './event-id.js';
import { markConflicts } from './mark-conflicts.js';
import { ownAddressesOf } from './own-addresses.js';
import { readingProgress } from './reading-progress.js';
import { type RowContext, rowsOfSeries } from './rows-of-series.js';
import { listSources, type Source, type Sources, selectSources } from './sources.js';
import { accountOfLost, trashEntries, trashedObject } from './trash.js';

/** What one calendar contributed, and what of it could not be read. */
export interface SourceReport {
  readonly calendar: string;
  readonly account: string;
  readonly error?: CalendarError;
  /** It could not be reached: this is what it held then. */
  readonly stale?: NonNullable<CalendarInfo['stale']>;
  /** When the copy it was read from was last compared; undefined where it was asked itself. */
  readonly asOf?: Instant;
  readonly unreadable: readonly { readonly ref: string; readonly reason: string }[];
}

/** How a plan was divided for one calendar; shown by `explain`. */
export interface Division {
  readonly calendar: string;
  readonly backend: string;
  readonly scan: Scan;
  readonly call: unknown;
}

export interface Collected {
  /** Every occurrence that satisfies the plan, unsorted. */
  readonly rows: readonly Occurrence[];
  /** The objects behind the rows, by `calendarId` and href. */
  readonly objects: ReadonlyMap<string, CalendarObject>;
  readonly reports: readonly SourceReport[];
  readonly notes: readonly string[];
  readonly divisions: readonly Division[];
  /** The calendars that were visible. */
  readonly found: Sources;
}

const MAX_NOTES = 10;
const NAMED_IN_NOTE = 3;

export function objectKey(calendarId: string, href: string): string {
  return `${calendarId} ${href}`;
}

/**
 * Runs the left side of a read: selects calendars, splits the plan for each, scans, expands and filters.
 * A calendar that fails is reported; if nothing could be read at all, its error is thrown. `listed`: the calendars,
 * where the caller has just listed them.
 */
export async function collect(
  plan: ReadPlan,
  engine: Engine,
  signal: AbortSignal,
  progress: Progress = nobodyListens,
  listed?: Sources,
): Promise<Collected> {
  const viewer = zoneOrThrow(engine, plan.timezone);
  const found = listed ?? (await listSources(engine, signal, plan.refresh));
  const selected = selectSources(found, plan.calendars, plan.where);
  const run = new CollectRun(plan, engine, found, viewer, await engine.ledger.uids(), signal, progress);
  if (plan.deleted) {
    await run.readTrash(selected);
    return run.result(failedReports(found));
  }
  const needsConflicts = mentions(plan.where, (one) => one.kind === 'flag' && one.field === 'hasConflict');
  const hinted = needsConflicts ? undefined : hintedSources(plan, selected, engine);
  if (hinted !== undefined) {
    await run.readSources(hinted.sources, hinted.hrefs);
    if (run.foundAll(hinted.ids)) return run.result([]);
    run.reset();
  }
  await run.readSources(needsConflicts ? found.sources : selected);
  const failed = plan.calendars.any === undefined ? failedReports(found) : [];
  run.throwIfNothingWorked(failed);
  return run.result(failed);
}

function nobodyListens(): void {}

export function zoneOrThrow(engine: Pick<Engine, 'zones'>, name: string): Zone {
  const zone = engine.zones(name);
  if (zone === undefined) {
    throw new CalendarError('INVALID_TIMEZONE', 'The time zone is not known.', {
      suggestion: 'Use an IANA name such as Europe/Berlin.',
    });
  }
  return zone;
}

function failedReports(found: Sources): SourceReport[] {
  return found.failed.map(({ account, error }) => ({ calendar: '*', account, error, unreadable: [] }));
}

export function mentions(where: Predicate, test: (one: Predicate) => boolean): boolean {
  if (test(where)) return true;
  if (where.kind === 'not') return mentions(where.of, test);
  return (where.kind === 'and' || where.kind === 'or') && where.of.some((one) => mentions(one, test));
}

/** When every asked id was seen before, only those objects are asked for. */
function hintedSources(plan: ReadPlan, selected: readonly Source[], engine: Engine) {
  const conjuncts = plan.where.kind === 'and' ? plan.where.of : [plan.where];
  const asked = conjuncts.find((one) => one.kind === 'id');
  if (asked?.kind !== 'id') return undefined;
  const hrefs = new Map<string, string[]>();
  const ids = asked.ids.map((id) => parseId(id).base);
  for (const id of ids) {
    const place = engine.locator.placeOf(id);
    if (place === undefined) return undefined;
    hrefs.set(place.calendarId, [...(hrefs.get(place.calendarId) ?? []), place.href]);
  }
  const sources = selected.filter(({ calendar }) => hrefs.has(calendar.id));
  return sources.length === hrefs.size ? { ids, hrefs, sources } : undefined;
}

/** A note with the ids of its events; a rule can have the same to say of hundreds. */
function noteAbout(text: string, ids: readonly string[]): string {
  const more = ids.length - NAMED_IN_NOTE;
  const named = ids.slice(0, NAMED_IN_NOTE).join(', ');
  return `${text} (${named}${more > 0 ? ` and ${more} more` : ''})`;
}

/** The state of one collection while its calendars are read side by side. */
class CollectRun {
  #rows: Occurrence[] = [];
  #objects = new Map<string, CalendarObject>();
  #reports: SourceReport[] = [];
  /** Ids of the events they are about. */
  #notes = new Map<string, Set<string>>();
  #divisions: Division[] = [];
  readonly #needsConflicts: boolean;

  constructor(
    private readonly plan: ReadPlan,
    private readonly engine: Engine,
    private readonly found: Sources,
    private readonly viewer: Zone,
    private readonly ledger: ReadonlySet<string>,
    private readonly signal: AbortSignal,
    private readonly progress: Progress,
  ) {
    this.#needsConflicts = mentions(plan.where, (one) => one.kind === 'flag' && one.field === 'hasConflict');
  }

  reset(): void {
    this.#rows = [];
    this.#notes = new Map();
    this.#objects = new Map();
    this.#reports = [];
    this.#divisions = [];
  }

  async readSources(
    sources: readonly Source[],
    hrefs?: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    const progress = readingProgress(this.progress, sources.length);
    await Promise.all(
      sources.map(async (source) => {
        const part = progress.part();
        try {
          await this.#readSource(source, hrefs?.get(source.calendar.id), part);
        } catch (error) {
          if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
          const { name, account } = source.calendar;
          this.#reports.push({ calendar: name, account, error, unreadable: [] });
        }
        progress.finished(part);
      }),
    );
  }

  async #readSource(
    { backend, calendar }: Source,
    hrefs: readonly string[] | undefined,
    progress: Progress,
  ): Promise<void> {
    const divided = {
      ...split(this.plan, backend.target.capabilities),
      ...(this.plan.refresh ? { refresh: true } : {}),
    };
    const scan: Scan = hrefs === undefined ? divided : { ...divided, hrefs };
    const call = backend.target.compileRead(scan, calendar);
    this.#divisions.push({ calendar: calendar.name, backend: backend.kind, scan, call });
    const { objects, unreadable, stale, asOf } = await backend.scan(call, this.signal, progress);
    const own = ownAddressesOf(backend);
    const problems = unreadable.map(({ href, reason }) => ({ ref: href, reason }));
    const residual = this.#needsConflicts ? undefined : scan.residual;
    this.#readObjects(objects, calendar, own, undefined, residual, problems);
    this.#reports.push({
      calendar: calendar.name,
      account: calendar.account,
      unreadable: problems,
      ...(stale === undefined ? {} : { stale }),
      ...(asOf === undefined ? {} : { asOf }),
    });
  }

  async readTrash(selected: readonly Source[]): Promise<void> {
    const visible = new Map(selected.map(({ calendar, backend }) => [calendar.id, backend]));
    const whole = this.plan.calendars.any === undefined;
    for (const entry of await trashEntries(this.engine.state)) {
      const lost = whole ? accountOfLost(entry, this.found, this.engine) : undefined;
      const backend = visible.get(entry.calendar.id) ?? lost;
      if (backend === undefined) continue;
      const own = ownAddressesOf(backend);
      this.#readObjects([trashedObject(entry)], entry.calendar, own, entry.deletedAt, this.plan.where, []);
    }
  }

  #readObjects(
    objects: readonly CalendarObject[],
    { id, name, account }: CalendarRef,
    ownAddresses: ReadonlySet<string>,
    deletedAt: Instant | undefined,
    residual: Predicate | undefined,
    problems: { ref: string; reason: string }[],
  ): void {
    const calendar: CalendarRef = { id, name, account };
    const context: RowContext = {
      plan: this.plan,
      viewer: this.viewer,
      now: this.engine.clock.now(),
      matches: residual === undefined ? () => true : compileResidual(residual),
      occurrence: { calendar, ownAddresses, ledger: this.ledger, deletedAt },
      note: (text, id) => this.#notes.set(text, (this.#notes.get(text) ?? new Set()).add(id)),
    };
    for (const object of objects) {
      if (this.signal.aborted) throw new CalendarError('CANCELLED', 'The call was cancelled.');
      try {
        const record = this.engine.recordOf(object);
        for (const problem of record.problems) problems.push({ ref: object.href, reason: problem });
        for (const series of record.series) {
          if (deletedAt === undefined)
            this.engine.locator.seen(eventId(id, series.uid), { calendarId: id, href: object.href });
          const rows = rowsOfSeries(series, object, context);
          if (rows.length === 0) continue;
          for (const row of rows) this.#rows.push(row);
          this.#objects.set(objectKey(id, object.href), object);
        }
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        problems.push({ ref: object.href, reason: error.message });
      }
    }
  }

  foundAll(ids: readonly string[]): boolean {
    const found = new Set(this.#rows.flatMap((row) => [row.id, row.seriesId ?? row.id, row.uid]));
    return ids.every((id) => found.has(id));
  }

  throwIfNothingWorked(failed: readonly SourceReport[]): void {
    const all = [...this.#reports, ...failed];
    const first = all.find((report) => report.error !== undefined)?.error;
    if (first !== undefined && all.every((report) => report.error !== undefined)) throw first;
  }

  result(failed: readonly SourceReport[]): Collected {
    const rows = this.#needsConflicts
      ? markConflicts(this.#rows).filter(compileResidual(this.plan.where))
      : this.#rows;
    const reports = [...this.#reports, ...failed].sort((a, b) => a.calendar.localeCompare(b.calendar));
    return {
      rows,
      objects: this.#objects,
      reports,
      notes: [...this.#notes].slice(0, MAX_NOTES).map(([text, ids]) => noteAbout(text, [...ids].sort())),
      divisions: this.#divisions,
      found: this.found,
    };
  }
}
