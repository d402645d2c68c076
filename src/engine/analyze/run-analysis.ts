import type { AnalysisPlan } from '../../../compilers/plan/analysis-plan.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { MINUTE } from '../../../compilers/time/civil.js';
import { helpTopic } from '../../../schemas/help/help.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant, Range } from '../../../schemas/model/time.js';
import type { Analysis, AnalysisContext } from '../../analysis/analysis.js';
import { availability } from '../../analysis/availability.js';
import { conflicts, LOOKAHEAD } from '../../analysis/conflicts.js';
import { timeStats } from '../../analysis/time-stats.js';
import { breatheFor } from '../../concurrency/breathe.js';
import { sortInTurns } from '../../concurrency/sort-in-turns.js';
import { findOverlaps } from '../../rows/overlaps.js';
import { project } from '../../rows/project.js';
import { shorten } from '../../rows/truncate-texts.js';
import type { Engine } from '../context/engine.js';
import type { CallContext, Success } from '../context/service.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { type Collected, collect } from '../read/collect.js';
import { fitAnswer } from '../read/fit-answer.js';
import { readMeta } from '../read/read-meta.js';
import { ambiguousNames } from '../sources/sources.js';
import { askFreeBusy, type OthersTimes } from './ask-free-busy.js';
import { runStatus } from './run-status.js';

/** Answers a compiled analysis: one read, then one pure reduction of its rows. */
export async function runAnalysis(plan: AnalysisPlan, engine: Engine, call: CallContext): Promise<Success> {
  return fitAnswer(await runPlan(plan, engine, call), call.mostBytes);
}

async function runPlan(plan: AnalysisPlan, engine: Engine, call: CallContext): Promise<Success> {
  switch (plan.kind) {
    case 'availability':
      return analyse(plan, availability, engine, call, (collected) =>
        othersOf(plan, collected, engine.clock.now(), call.signal),
      );
    case 'conflicts':
      return analyse(plan, conflicts, engine, call, askNobody, (collected) =>
        readAhead(plan.read, collected, engine, call),
      );
    case 'time_stats':
      return analyse(plan, timeStats, engine, call);
    case 'status':
      return runStatus(engine, call.signal);
    case 'help':
      return { success: true, data: { ...helpTopic(plan.topic) }, meta: {} };
  }
}

async function analyse<
  Plan extends Extract<AnalysisPlan, { readonly read: ReadPlan }> & { readonly range?: Range },
>(
  plan: Plan,
  analysis: Analysis<Plan>,
  engine: Engine,
  { signal, progress }: CallContext,
  ask: (collected: Collected) => Promise<OthersTimes> = askNobody,
  ahead: (collected: Collected) => Promise<readonly Occurrence[] | undefined> = async () => undefined,
): Promise<Success> {
  const viewer = zoneOrThrow(engine, plan.read.timezone);
  const collected = await collect(plan.read, engine, signal, progress);
  const { answers: others, failed } = await ask(collected);
  const now = engine.clock.now();
  const context = { viewer, ambiguousNames: ambiguousNames(collected.found) };
  const analysisContext: AnalysisContext = {
    viewer,
    now,
    workingHours: engine.settings.workingHours,
    others,
    ahead: await ahead(collected),
    print: (row) => shorten(project(row, undefined, context)),
  };
  // Calendars give their events in any order; what is named first should not depend on that.
  const rows = await sortInTurns(
    collected.rows,
    (a, b) => a.start - b.start || a.end - b.end || byTitle(a, b),
    breatheFor(signal),
  );
  const { data, notes } = analysis(plan, rows, analysisContext);
  const meta = readMeta(
    { ...plan.read, range: plan.range ?? plan.read.range, notes: [...plan.read.notes, ...notes] },
    collected,
    viewer,
    failed.map(({ account, error }) => ({
      account,
      asked: 'free/busy',
      error: error.code,
      message: error.message,
    })),
    plan.kind === 'time_stats' ? undefined : 'busy',
  );
  return { success: true, data, meta };
}

/** What is ahead of now in all calendars, where there is a conflict to find another time for. */
async function readAhead(
  read: ReadPlan,
  { rows, found }: Collected,
  engine: Engine,
  { signal, progress }: CallContext,
): Promise<readonly Occurrence[] | undefined> {
  const now = engine.clock.now();
  const coming = rows.filter(({ end }) => end > now);
  if (findOverlaps(coming, 1).length === 0) return [];
  const range = { from: Math.max(now, read.range.from), to: Math.max(now, read.range.to) + LOOKAHEAD };
  const where = { kind: 'time', field: 'when', ...range } as const;
  try {
    const collected = await collect(
      { ...read, range, where, calendars: {} },
      engine,
      signal,
      progress,
      found,
    );
    const missing = collected.reports.some(({ error }) => error !== undefined) || found.failed.length > 0;
    return missing ? undefined : collected.rows;
  } catch (error) {
    if (!(error instanceof CalendarError) || signal.aborted) throw error;
    return undefined;
  }
}

async function askNobody(): Promise<OthersTimes> {
  return { answers: [], failed: [] };
}

/** When the attendees are busy, from now on as far as slots may lie. */
async function othersOf(
  { attendees, read, bufferMinutes }: Extract<AnalysisPlan, { kind: 'availability' }>,
  collected: Collected,
  now: Instant,
  signal: AbortSignal,
): Promise<OthersTimes> {
  if (attendees === undefined) return askNobody();
  const { from, to } = read.range;
  const begin = Math.max(from, now - bufferMinutes * MINUTE);
  const range = { from: begin < to ? begin : from, to };
  return askFreeBusy(attendees, range, read, collected, signal);
}

function byTitle({ title: a }: Occurrence, { title: b }: Occurrence): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
