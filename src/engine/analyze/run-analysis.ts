import type { AnalysisPlan, EventAnalysisPlan } from '../../../compilers/plan/analysis-plan.js';
import { type ReadPlan, withOpenTasks } from '../../../compilers/plan/read-plan.js';
import { hoursOfCall } from '../../../compilers/plan/working-hours.js';
import type { AnalysisData, AnalysisDataOf } from '../../../schemas/answers/analysis-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import { helpTopic } from '../../../schemas/help/help.js';
import type { EventAnalysisType } from '../../../schemas/input/analysis.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';
import { ANALYSES } from '../../analysis/analyses.js';
import type { Analysis, AnalysisContext } from '../../analysis/analysis.js';
import { LOOKAHEAD } from '../../analysis/conflicts.js';
import { conflictGroups } from '../../analysis/time/conflict-groups.js';
import { sortInTurns } from '../../concurrency/sort-in-turns.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { Progress } from '../../ports/progress.js';
import { projectRow } from '../../rows/project/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { markReviewed, seriesReviews } from '../journal/series-reviews.js';
import { failedToTell } from '../people/ask-free-busy.js';
import { agreedBy } from '../policy/redact.js';
import { collect } from '../read/collect.js';
import type { Collected } from '../read/collected.js';
import { fitAnswer } from '../read/fit-answer.js';
import { withParents } from '../read/named/with-parents.js';
import { openTasks, openTasksOf } from '../read/open-tasks.js';
import { HIDDEN_FIELDS, notSeen, readMeta, withheldText } from '../read/read-meta.js';
import { mergedReports } from '../read/source-report.js';
import { choiceOfCalendars } from '../sources/default-calendar.js';
import { ownAddressesOf } from '../sources/own-addresses.js';
import { ambiguousNames, holding } from '../sources/sources.js';
import { nextSlot } from './next-slot.js';
import { runStatus } from './run-status.js';
import { timesOfOthers } from './times-of-others.js';
import { workDone } from './work-done.js';

/** Answers a compiled analysis: one read, then one pure reduction of its rows. */
export async function runAnalysis(
  plan: AnalysisPlan,
  engine: Engine,
  call: Call,
): Promise<Success<AnalysisData>> {
  const answer = await withNext(plan, await runPlan(plan, engine, call), engine, call);
  const isPaged = 'params' in plan && typeof answer.data.total === 'number';
  return isPaged ? fitAnswer(answer, call.mostTokens, plan.params.offset) : answer;
}

async function runPlan(plan: AnalysisPlan, engine: Engine, call: Call): Promise<Success<AnalysisData>> {
  if (plan.kind === 'status') return runStatus(engine, call.signal);
  if (plan.kind === 'help') return { success: true, data: { ...helpTopic(plan.topic) }, meta: {} };
  const { needs, ofOwner, tasks: asksForTasks, reduce } = ANALYSES[plan.kind] as Analysis<EventAnalysisType>;
  const { signal, progress } = call;
  const viewer = zoneOrThrow(engine, plan.read.timezone);
  const read = { ...plan.read, ...othersIn(plan, call) };
  const collected = await collect(read, engine, { call, progress });
  const yieldToEventLoop = yielderFor(signal);
  await inSlices(engine.exposure.seeing(collected.rows), yieldToEventLoop);
  // Calendars list events in any order; the answer must not depend on it.
  const rows = await sortInTurns(
    collected.rows,
    (a, b) => a.start - b.start || a.end - b.end || byTitle(a, b),
    yieldToEventLoop,
  );
  const { others, rooms, failed } = await timesOfOthers(plan, collected, engine, call);
  const tasks = asksForTasks ? await tasksOf(plan, { read, collected }, engine, call) : NO_TASKS;
  const now = engine.clock.now();
  const unsaid = ['attendees'] as const;
  const context = { viewer, now, ambiguousNames: ambiguousNames(collected.found), unsaid };
  const analysisContext: AnalysisContext = {
    viewer,
    now,
    workingHours: hoursOfCall(plan.params, engine.settings.workingHours, engine.zones),
    ownAddresses: new Set(collected.found.sources.flatMap(({ backend }) => [...ownAddressesOf(backend)])),
    weekStart: engine.settings.weekStart,
    others,
    eventCalendars: choiceOfCalendars(collected.found, engine.settings),
    holdsTasks: holding(collected.found, 'VTODO').sources.some(({ calendar }) => calendar.writable),
    tasks: tasks.rows,
    wholes: tasks.wholes,
    done: tasks.done,
    rooms,
    isWhole: collected.withheld === 0 && collected.reports.every(({ error }) => error === undefined),
    reviews: needs === 'reviews' ? await reviewsOf(plan, rows, collected, engine) : undefined,
    ahead: needs === 'ahead' ? await readAhead({ ...plan, read }, collected, engine, call) : undefined,
    print: (row) => truncateTexts(projectRow(row, undefined, context)),
  };
  const steps = told(
    reduce(plan, rows, analysisContext),
    rows.length,
    collected.found.sources.length,
    progress,
  );
  const { data, notes, nextOffset } = await inSlices(steps, yieldToEventLoop);
  const meta = readMeta(
    {
      ...plan.read,
      range: plan.range,
      notes: [...plan.read.notes, ...notes, ...unseenNotes(plan, collected)],
    },
    { ...collected, reports: mergedReports(collected.reports, tasks.reports) },
    {
      viewer,
      now: engine.systemNow(),
      otherFailures: failedToTell(failed),
      ...(ofOwner !== undefined && { depends: ofOwner }),
    },
  );
  return { success: true, data, meta: { ...meta, ...(nextOffset !== undefined && { nextOffset }) } };
}

/** Adds the next free time if a coming period has none. */
async function withNext(
  plan: AnalysisPlan,
  answer: Success<AnalysisData>,
  engine: Engine,
  call: Call,
): Promise<Success<AnalysisData>> {
  if (plan.kind !== 'availability' || answer.data.total !== 0 || plan.range.to <= engine.clock.now())
    return answer;
  const again = (later: AnalysisPlan) =>
    runPlan(later, engine, call) as Promise<Success<AnalysisDataOf['availability']>>;
  const { next, notes } = await nextSlot(plan, again);
  return {
    ...answer,
    data: { ...answer.data, ...(next && { next }) } as AnalysisData,
    meta: withNotes(answer.meta, notes),
  };
}

const NO_TASKS = { rows: [], wholes: [], done: { parts: [], events: [] }, reports: [] };

/**
 * The open tasks of an analysis. `plan_tasks` also gets the work already done and, if a parent is missing,
 * all open tasks, which may include it.
 */
async function tasksOf(
  plan: EventAnalysisPlan,
  { read, collected }: { readonly read: ReadPlan; readonly collected: Collected },
  engine: Engine,
  call: Call,
) {
  const { found } = collected;
  const given = plan.tasks ?? openTasksOf(read);
  const asked = await withParents(given, '/analysis/scope/filters', { engine, call, listed: found });
  const isBeside = plan.tasks === undefined;
  const { rows, reports } = await openTasks(asked, { found, isBeside }, engine, call);
  const ids = new Set(rows.map((row) => row.seriesId ?? row.id));
  const isApart = rows.some(({ task }) => task?.parent !== undefined && !ids.has(task.parent));
  if (plan.kind !== 'plan_tasks') return { ...NO_TASKS, rows, wholes: rows, reports };
  const wholes = isApart
    ? (await openTasks(withOpenTasks(read, [], {}), { found }, engine, call)).rows
    : rows;
  const done = await workDone(rows, { read: { ...read, range: plan.range }, found }, engine, call);
  return { rows, wholes, done, reports: mergedReports(reports, done.reports) };
}

/** parse_text matches events by their text, which the policy may hide. */
function unseenNotes({ kind }: EventAnalysisPlan, { withheld, hidesFields }: Collected): readonly string[] {
  return [
    ...(kind === 'parse_text' && hidesFields ? [HIDDEN_FIELDS] : []),
    ...(withheld === 0 ? [] : [`${withheldText(withheld)}.`]),
  ];
}

/** Busy times need no agreement. */
function othersIn({ kind }: EventAnalysisPlan, call: Call): Pick<ReadPlan, 'others'> {
  return { ...((kind === 'availability' || kind === 'conflicts') && { others: 'times' }), ...agreedBy(call) };
}

/** Runs the same steps and reports progress for each, counting on from the calendars read. */
function* told<T>(
  steps: Generator<undefined, T, undefined>,
  rows: number,
  calendars: number,
  progress: Progress = () => undefined,
): Generator<undefined, T, undefined> {
  for (let done = calendars; ; done++) {
    const step = steps.next();
    if (step.done) return step.value;
    progress(done, undefined, `Analyzing ${counted(rows, 'event')}.`);
    yield;
  }
}

/** Events of all calendars around the conflicts, to find another time; undefined if a calendar fails. */
async function readAhead(
  { read, params }: EventAnalysisPlan,
  { found, rows }: Collected,
  engine: Engine,
  call: Call,
): Promise<readonly Occurrence[] | undefined> {
  const { signal, progress } = call;
  const now = engine.clock.now();
  const coming = rows.filter(({ end }) => end > now);
  const withAllDay = 'allDay' in params && params.allDay === true;
  const groups = await inSlices(conflictGroups(coming, withAllDay), yielderFor(signal));
  if (groups.length === 0) return [];
  const range = {
    from: Math.max(now, read.range.from - LOOKAHEAD),
    to: Math.max(now, read.range.to) + LOOKAHEAD,
  };
  const where = { kind: 'time', field: 'when', ...range } as const;
  try {
    const everywhere = { ...read, range, where, calendars: {} };
    const collected = await collect(everywhere, engine, { call, progress, listed: found });
    const missing = collected.reports.some(({ error }) => error !== undefined) || found.failed.length > 0;
    return missing ? undefined : collected.rows;
  } catch (error) {
    if (!(error instanceof CalendarError) || signal.aborted) throw error;
    return undefined;
  }
}

/** Times of the last reviews, by series; first marks one as reviewed if the plan says so. */
async function reviewsOf(
  { params }: EventAnalysisPlan,
  rows: readonly Occurrence[],
  collected: Collected,
  { state, clock }: Engine,
): Promise<ReadonlyMap<string, Instant>> {
  if ('operation' in params && params.operation === 'update') {
    const [series] = rows;
    if (series === undefined) {
      throw new CalendarError('NOT_FOUND', 'No visible series has this id.', {
        path: '/analysis/params/id',
        suggestion: 'List the series with calendar_analyze series_review and use the id it returns.',
        ...notSeen(collected),
      });
    }
    await markReviewed(state, series.id, clock.now());
  }
  return seriesReviews(state);
}

function byTitle({ title: a }: Occurrence, { title: b }: Occurrence): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
