import { isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { printPlan } from '../../../compilers/plan/print-plan.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { describeScan } from '../../../compilers/pushdown/split.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';
import { sortInTurns } from '../../concurrency/sort-in-turns.js';
import { inSlices, type YieldToEventLoop, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { AgreedIn } from '../../ports/audit-log.js';
import { askedTerms } from '../../rows/asked-terms.js';
import { attentionOf } from '../../rows/attention.js';
import { foldSeries } from '../../rows/fold-series.js';
import { projectRow } from '../../rows/project/project-row.js';
import { relevanceOf } from '../../rows/relevance.js';
import { type Page, sortPage } from '../../rows/sort-page.js';
import { formatAgenda } from '../../rows/text/format-agenda.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { titleTest } from '../errors/similar-titles.js';
import { auditReleased } from '../journal/audit-released.js';
import { ambiguousNames } from '../sources/sources.js';
import {
  type AgreedToShow,
  type AskedQuery,
  askToShow,
  assertAgreed,
  type ReadAnswer,
} from './ask-to-show.js';
import { collect } from './collect.js';
import type { Collected } from './collected.js';
import { conflictsOfRows } from './conflicts-of-rows.js';
import { type DeletedSince, deletedSince } from './deleted-since.js';
import { exportPage, plainText } from './export-page.js';
import { fitAnswer } from './fit-answer.js';
import { withAddresses } from './named/with-addresses.js';
import { withParents } from './named/with-parents.js';
import { dueTasks, isWholeAgenda, openTasks, openTasksOf } from './open-tasks.js';
import { readBusy } from './read-busy.js';
import { countedPage, readMeta } from './read-meta.js';
import { runReadCalendars } from './run-read-calendars.js';
import { mergedReports, type SourceReport } from './source-report.js';

/** Answers a compiled query: collect, sort, page, project. */
export async function runRead(asked: AskedQuery, engine: Engine, call: Call): Promise<Success<ReadData>> {
  const { plan } = asked;
  const answer =
    plan.type === 'calendars'
      ? await runReadCalendars(plan, engine, call.signal)
      : await askToShow(asked, engine, call, (one, agreed) => readEvents(one, engine, call, agreed));
  return fitAnswer(answer, call.mostTokens, plan.offset);
}

async function readEvents(
  given: ReadPlan,
  engine: Engine,
  call: Call,
  agreed: AgreedToShow | undefined,
): Promise<ReadAnswer> {
  const asked = await withParents(given, '/query/filters', { engine, call });
  const named = await collect(asked, engine, { call, progress: call.progress });
  const wider = named.rows.length === 0 ? await withAddresses(asked, engine, call) : undefined;
  const plan = wider ?? asked;
  const events = wider === undefined ? named : await collect(wider, engine, { call, listed: named.found });
  const tasks =
    plan.mode === 'smart_suggest' && plan.type === 'events'
      ? await openTasks(openTasksOf(plan), events, engine, call)
      : { rows: [], reports: [] };
  const rows = [...events.rows, ...tasks.rows];
  const collected = { ...events, rows, reports: mergedReports(events.reports, tasks.reports) };
  assertAgreed(collected.byAgreement, agreed);
  return {
    answer: await answerOf(plan, collected, engine, { ...call, agreed: agreed?.by }),
    waiting: collected.byAgreement,
  };
}

async function answerOf(
  plan: ReadPlan,
  collected: Collected,
  engine: Engine,
  call: Call & { readonly agreed: AgreedIn | undefined },
): Promise<Success<ReadData>> {
  const { signal, mostTokens, agreed } = call;
  const viewer = zoneOrThrow(engine, plan.timezone);
  const release = async (rows: readonly Occurrence[], isCounted = false): Promise<void> => {
    if (agreed !== undefined) await auditReleased({ agreed, rows, isCounted }, engine, call);
  };
  const metaWith = (reports: readonly SourceReport[]) => ({
    ...readMeta(plan, { ...collected, reports }, { viewer, now: engine.systemNow() }),
    ...(plan.explain ? { explain: explainRead(plan, collected) } : {}),
  });
  if (plan.type === 'freebusy') return readBusy(plan, collected.rows, viewer, metaWith(collected.reports));
  const now = engine.clock.now();
  const names = { viewer, now, ambiguousNames: ambiguousNames(collected.found) };
  const gone = await deletedSince(plan, collected, { engine, call, context: names });
  if (plan.mode === 'count') {
    await release(collected.rows, true);
    return countedAnswer(collected.rows, gone, metaWith(collected.reports));
  }
  const yieldToEventLoop = yielderFor(signal);
  const suggested =
    plan.mode === 'smart_suggest' ? await suggestionsOf(collected, now, viewer, yieldToEventLoop) : undefined;
  const sorted = await sortedPage(plan, suggested ?? collected.rows, now, yieldToEventLoop);
  const marked = await conflictsOfRows(sorted.rows, plan, { engine, found: collected.found, call });
  const page = { ...sorted, rows: marked.rows };
  await release(page.rows);
  const counts = countedPage(page.total, page.rows.length, plan.offset + page.rows.length);
  if (plan.format === 'ics') {
    const { ics, reached, notes } = exportPage(page, plan.offset, collected.objects, mostTokens);
    await inSlices(engine.exposure.seeing(page.rows, [plainText(ics)]), yieldToEventLoop);
    const isPart = plan.expansion === 'occurrences' && page.rows.some(({ recurring }) => recurring);
    const told = isPart ? [...notes, EXPORTED_WHOLE] : notes;
    const meta = { ...metaWith(collected.reports), ...counts, ...reached };
    return { success: true, data: { ics }, meta: withNotes(meta, told) };
  }
  await inSlices(engine.exposure.seeing(page.rows), yieldToEventLoop);
  const context = {
    ...names,
    areSeries: plan.expansion !== 'occurrences',
    unsaid: asksOneCalendar(plan, collected) ? (['calendar'] as const) : [],
  };
  const events = page.rows.map((row) => ({
    ...truncateTexts(projectRow(row, plan.fields, context)),
    ...suggested?.get(row),
  }));
  const {
    rows: due,
    reports,
    notes: lateNotes,
  } = isWholeAgenda(plan, page)
    ? await dueTasks(plan, collected.found, engine, call)
    : { rows: [], reports: [], notes: [] };
  const dueRows = due.map((row) => truncateTexts(projectRow(row, undefined, context)));
  const similar = page.total === 0 ? await similarTo(plan, collected, engine, call) : [];
  const nearest = similar.map((row) => truncateTexts(projectRow(row, SIMILAR_FIELDS, context)));
  return {
    success: true,
    data: {
      ...(plan.format === 'agenda'
        ? { agenda: agendaOf(plan, [...page.rows, ...due], [...events, ...dueRows], viewer) }
        : plan.type === 'tasks'
          ? { tasks: events }
          : { events }),
      ...(gone && plan.offset === 0 && { deleted: gone.deleted }),
    },
    meta: withNotes(
      {
        ...metaWith(mergedReports(collected.reports, reports)),
        ...counts,
        ...(nearest.length > 0 && { nearest }),
      },
      [...marked.notes, ...(gone?.notes ?? []), ...lateNotes],
    ),
  };
}

/** Sorts by relevance if the plan has no order, as in searches and suggestions. */
async function sortedPage(
  plan: ReadPlan,
  found: readonly Occurrence[] | Awaited<ReturnType<typeof suggestionsOf>>,
  now: Instant,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Page> {
  const rows = 'length' in found ? found : [...found.keys()];
  if (plan.sort.length > 0) return sortPage(rows, plan, yieldToEventLoop);
  const terms = askedTerms(plan.where);
  const relevance = 'length' in found ? await relevanceOf(rows, { terms }, now, yieldToEventLoop) : found;
  return sortPage(rows, plan, yieldToEventLoop, relevance);
}

const EXPORTED_WHOLE = 'Series are exported whole, with their occurrences outside the period.';
const SIMILAR_FIELDS = ['title', 'start', 'calendar'];
const MOST_SIMILAR = 3;

/** Events of the same period whose titles are similar to a text without a match: reordered or misspelled. */
async function similarTo(
  plan: ReadPlan,
  { found }: Collected,
  engine: Engine,
  call: Call,
): Promise<readonly Occurrence[]> {
  if (askedTerms(plan.where).length === 0 || plan.mode === 'smart_suggest') return [];
  const isSimilar = titleTest(plan.where);
  const all = { ...plan, where: EVERYTHING };
  const rows = await collect(all, engine, { call, listed: found }).then(
    (collected) => collected.rows,
    (error: unknown) => {
      // All events may exceed a limit that the requested ones did not; the answer is valid without them.
      if (!(error instanceof CalendarError) || call.signal.aborted) throw error;
      return [];
    },
  );
  const inOrder = rows.filter(isSimilar).sort((a, b) => b.start - a.start);
  // For a series, the first occurrence, which comes last here.
  const byEvent = new Map(inOrder.map((row) => [row.seriesId ?? row.id, row]));
  const similar = [...byEvent.values()].sort((a, b) => a.start - b.start).slice(0, MOST_SIMILAR);
  engine.exposure.saw(similar);
  return similar;
}

/** Reasons for attention, by row. */
async function suggestionsOf(
  { rows }: Collected,
  now: Instant,
  viewer: Zone,
  yieldToEventLoop: YieldToEventLoop,
) {
  const sorted = await sortInTurns(rows, (a, b) => a.start - b.start, yieldToEventLoop);
  return inSlices(
    foldSeries(sorted, (row) => attentionOf(row, now, viewer)),
    yieldToEventLoop,
  );
}

function agendaOf(
  plan: ReadPlan,
  events: readonly Occurrence[],
  rows: readonly EventRow[],
  viewer: Zone,
): string {
  const [first] = plan.sort;
  return formatAgenda(
    events.map((event, at) => ({ event, row: rows[at] ?? {} })),
    {
      viewer,
      range: plan.range,
      isInOrder: first?.field === 'start' && first.order === 'asc',
      fields: plan.fields,
    },
  );
}

function countedAnswer(
  rows: readonly Occurrence[],
  gone: DeletedSince | undefined,
  meta: AnswerMeta,
): Success<ReadData> {
  const deleted = gone && { deletedCount: gone.deleted.length };
  return {
    success: true,
    data: { count: rows.length, ...notTakingPlace(rows), ...deleted },
    meta: withNotes({ ...meta, total: rows.length }, gone?.notes ?? []),
  };
}

/** Number of cancelled and of declined events among those counted. */
function notTakingPlace(rows: readonly Occurrence[]): Record<string, number> {
  const cancelled = rows.filter(({ status }) => status === 'cancelled').length;
  const declined = rows.filter(({ myResponse }) => myResponse === 'declined').length;
  return { ...(cancelled > 0 && { cancelled }), ...(declined > 0 && { declined }) };
}

/** True if all rows are from the only calendar that the query names. */
function asksOneCalendar({ calendars }: ReadPlan, { found }: Collected): boolean {
  const [name, ...others] = calendars.any ?? [];
  if (name === undefined || others.length > 0) return false;
  return found.sources.filter(({ calendar }) => isCalendarNamed(calendar, name)).length === 1;
}

/** Most calendars explained; they are much alike. */
const MOST_EXPLAINED = 20;

function explainRead(plan: ReadPlan, collected: Collected): Record<string, unknown> {
  return {
    plan: printPlan(plan),
    calendars: collected.divisions.slice(0, MOST_EXPLAINED).map(({ calendar, backend, scan, call }) => ({
      calendar,
      backend,
      ...describeScan(scan),
      // The call may name files, and a file name may reveal hidden content.
      ...(scan.hrefs !== undefined && collected.showsLess ? {} : { call }),
    })),
  };
}
