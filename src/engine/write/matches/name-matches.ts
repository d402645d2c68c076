import { foldText } from '../../../../compilers/filter/fold-text.js';
import { conjuncts } from '../../../../compilers/plan/combine.js';
import { partsOf } from '../../../../compilers/plan/mentions.js';
import type { Predicate } from '../../../../compilers/plan/predicate.js';
import { eventById } from '../../../../compilers/plan/read-plan.js';
import type {
  EventWritePlan,
  FilteredPlan,
  RestorePlan,
  SelectingPlan,
} from '../../../../compilers/plan/write-plan.js';
import { MAX_BATCH } from '../../../../schemas/input/mutation.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { projectRow } from '../../../rows/project/project-row.js';
import { truncateTexts } from '../../../rows/truncate-texts.js';
import { withParents } from '../../read/named/with-parents.js';
import { ambiguousNames } from '../../sources/sources.js';
import type { WriteSession } from '../write-session.js';
import { leavesCalendar } from '../write-target.js';
import { findMatches, type Match, type Matches } from './find-matches.js';
import { findRestorable } from './find-restorable.js';
import { noMatch } from './no-match.js';

/** Most matches in an error. */
const SHOWN = 10;

/** Turns a write by filters into the same write by id; with `each`, into a batch. */
export async function nameMatches(given: FilteredPlan, run: WriteSession): Promise<EventWritePlan> {
  const search = await withParents(given.search, '/mutation/filters', { ...run, listed: run.found });
  const { plan, found } = await findMeant({ ...given, search }, run);
  const { notes, withheld } = found;
  const matches = goesAlong(plan) ? withoutParts(found.matches) : found.matches;
  const [only, ...others] = matches;
  if (only === undefined) throw await noMatch(plan, withheld, run);
  if (plan.each) return batchOf(plan, matches, notes);
  const one =
    others.length === 0 ? only : (picked(matches, plan) ?? firstOfSeries(matches) ?? lastDone(matches, plan));
  if (one === undefined) throw severalMatch(matches, plan, run);
  if (plan.pick !== undefined && needsScope(plan, one)) throw whichOccurrence(plan.pick);
  return byId(plan, one, notes);
}

/** If the call does not say events or tasks: matching events, else tasks. */
async function findMeant(
  plan: FilteredPlan,
  run: WriteSession,
): Promise<{ readonly plan: FilteredPlan; readonly found: Matches }> {
  if (plan.write.kind === 'restore') return { plan, found: await findRestorable(plan, run) };
  const calendars = { ...plan.search.calendars, ...(plan.orTasks && { lacking: 'none' as const }) };
  const found = await findMatches({ ...plan, search: { ...plan.search, calendars } }, run);
  if (found.matches.length > 0 || !plan.orTasks) return { plan, found };
  const ofTasks: FilteredPlan = { ...plan, search: { ...plan.search, type: 'tasks', calendars } };
  const tasks = await findMatches(ofTasks, run);
  return tasks.matches.length > 0 ? { plan: ofTasks, found: tasks } : { plan, found };
}

/** True if sub-tasks go along with their parent and need no separate change. */
function goesAlong({ each, write }: FilteredPlan): boolean {
  return each && (write.kind === 'move' || ('children' in write && write.children));
}

function withoutParts(matches: readonly Match[]): readonly Match[] {
  const ids = new Set(matches.map(({ row }) => row.seriesId ?? row.id));
  return matches.filter(({ row }) => row.task?.parent === undefined || !ids.has(row.task.parent));
}

/** The first match, if all are in one series and the scope is "following" or "all": "from 1 December on". */
function firstOfSeries(matches: readonly Match[]): Match | undefined {
  const isMore = matches.every(({ scope }) => scope === 'following' || scope === 'all');
  if (!isMore || new Set(matches.map(({ row }) => row.seriesId)).size > 1) return undefined;
  return [...matches].sort((a, b) => a.row.start - b.row.start)[0];
}

/** For reopen: the match that was done last, if all have the same list and title. */
function lastDone(matches: readonly Match[], { write }: FilteredPlan): Match | undefined {
  const tasks = new Set(matches.map(({ row }) => `${row.calendar.id}\n${foldText(row.title)}`));
  if (write.kind !== 'reopen' || tasks.size > 1) return undefined;
  const doneAt = ({ row }: Match): Instant => row.task?.completed ?? row.end;
  return matches.toSorted((a, b) => doneAt(a) - doneAt(b) || a.row.start - b.row.start).at(-1);
}

function picked(matches: readonly Match[], { pick }: FilteredPlan): Match | undefined {
  return pick && [...matches].sort((a, b) => a.row.start - b.row.start).at(pick === 'first' ? 0 : -1);
}

/** True for a whole series if the call gives no scope. */
function needsScope({ search, write }: FilteredPlan, { row, scope }: Match): boolean {
  if (write.kind === 'restore' || write.scope !== undefined) return false;
  return search.expansion !== 'occurrences' && row.recurring && scope !== 'this';
}

function byId(plan: FilteredPlan, match: Match, notes: readonly string[]): SelectingPlan | RestorePlan {
  const { kind, search, write, each, atomic, pick, ...options } = plan;
  const { id, scope } = match;
  if (write.kind === 'restore') {
    const { scope: _, ...restore } = write;
    return { ...restore, ...options, id, notes: [...options.notes, ...notes] };
  }
  return {
    ...write,
    ...options,
    id,
    select: eventById(id, search.timezone),
    mustStillMatch: search.where,
    ...(scope !== undefined && { scope, isScopeFound: write.scope === undefined }),
    notes: [...options.notes, ...notes, ...(changesUnmatched(plan, match) ? [UNMATCHED] : [])],
  };
}

const UNMATCHED =
  'Occurrences of the series that the filters do not match are changed, too. To change one weekday of a series, split it in two (help "recurrence").';

/** True if a scope includes occurrences on other weekdays or at other hours than the filters say. */
function changesUnmatched({ search, write }: FilteredPlan, { id, scope, row }: Match): boolean {
  const isMore = write.kind === 'update' && row.recurring && (scope === 'all' || scope === 'following');
  const asked = partsOf(search.where, { negated: false });
  return (
    isMore && id !== row.seriesId && asked.some(({ kind }) => kind === 'weekday' || kind === 'timeOfDay')
  );
}

/** A batch ordered by time. A series is in it once if all of it, or all from the first match on, changes. */
function batchOf(plan: FilteredPlan, matches: readonly Match[], notes: readonly string[]): EventWritePlan {
  const { idempotencyKey, said, ...once } = plan;
  const { search, write, each, ...options } = once;
  const items = new Map<string, SelectingPlan | RestorePlan>();
  for (const match of [...matches].sort((a, b) => a.row.start - b.row.start)) {
    const { id, scope, row } = match;
    const isPart = search.expansion !== 'occurrences' && row.recurring && id === row.id;
    if (isPart && scope === undefined) throw whichPeriod();
    const key = scope === 'this' ? id : (row.seriesId ?? id);
    // Only the batch is a dry run: an item that is one itself would not be part of the question.
    if (!items.has(key)) items.set(key, byId({ ...once, dryRun: false, notes: [] }, match, []));
  }
  if (items.size > MAX_BATCH) throw tooMany(items.size, matches, plan);
  return {
    ...options,
    kind: 'batch',
    items: [...items.values()],
    fromFilter: true,
    notes: [...plan.notes, ...notes],
  };
}

/** Lists matches with exactly the title in the filters first. */
function severalMatch(
  found: readonly Match[],
  { write, search }: FilteredPlan,
  run: WriteSession,
): CalendarError {
  const titles = new Set(titlesIn(search.where).map(foldText));
  const rank = ({ row }: Match) => Number(!titles.has(foldText(row.title)));
  const matches = [...found].sort((a, b) => rank(a) - rank(b));
  const first = offeredOf(matches, write);
  const context = { viewer: run.viewer, ambiguousNames: ambiguousNames(run.found) };
  const rows = matches
    .slice(0, SHOWN)
    .map(({ id, row }) => truncateTexts(projectRow({ ...row, id }, undefined, context)));
  const scope = write.kind === 'restore' ? undefined : (write.scope ?? first?.scope);
  return new CalendarError(
    'AMBIGUOUS_TARGET',
    `The filters match ${matches.length} ${namesOf(search)}, so none was changed.`,
    {
      path: '/mutation/filters',
      details: { matches: rows, ...(matches.length > SHOWN && { total: matches.length }) },
      suggestion: 'Repeat the call with the id of the intended one; each true would change all of them.',
      ...(first && { callPatch: { id: first.id, ...(scope && { scope }) } }),
    },
  );
}

function namesOf({ type }: FilteredPlan['search']): string {
  return type === 'tasks' ? 'tasks' : 'events';
}

function titlesIn(where: Predicate): readonly string[] {
  return partsOf(where, { negated: false }).flatMap((part) =>
    part.kind === 'text' && part.fields.includes('title') ? part.value : [],
  );
}

/** The match for the example; for a move to another calendar, one that can move, with a possible scope. */
function offeredOf(matches: readonly Match[], write: FilteredPlan['write']): Match | undefined {
  const [first] = matches;
  if (!('calendar' in write) || write.kind === 'restore') return first;
  const leaving = matches.filter(({ row }) => leavesCalendar(write, row));
  const match = leaving.find(({ row }) => !row.recurring) ?? leaving[0];
  const isPart = match?.row.recurring === true && match.scope === 'this';
  return isPart ? { ...match, scope: 'following' } : (match ?? first);
}

/** If filters without an end match series again and again, suggests scope "following". */
function tooMany(count: number, matches: readonly Match[], { search }: FilteredPlan): CalendarError {
  const series = new Set(matches.map(({ row }) => row.seriesId ?? row.id)).size;
  const times = conjuncts(search.where).filter((part) => part.kind === 'time');
  const isOpen = times.length > 0 && times.every(({ to }) => to === undefined);
  const isOfSeries = isOpen && series <= MAX_BATCH && matches.some(({ scope }) => scope === 'this');
  return new CalendarError(
    'INVALID_ARGUMENT',
    `The filters match ${count} ${namesOf(search)}; one call changes at most ${MAX_BATCH}.`,
    {
      path: '/mutation/each',
      details: { total: count, ...(isOfSeries && { series }) },
      suggestion: isOfSeries
        ? 'The filters have no end, so series match again and again. With scope "following" each counts once, from its first match on; else give an end, such as "before".'
        : 'Narrow the filters, such as to a shorter period, and repeat the call for each part.',
      ...(isOfSeries && { callPatch: { scope: 'following' } }),
    },
  );
}

/** The first or last occurrence of a series depends on the period. */
function whichOccurrence(pick: 'first' | 'last'): CalendarError {
  return new CalendarError('SCOPE_REQUIRED', `The ${pick} match is a whole series.`, {
    path: '/mutation/pick',
    suggestion:
      'For an occurrence, say in the filters in which period it takes place; for the whole series, give scope "all".',
    callPatch: { filters: { when: 'next 30 days' } },
  });
}

function whichPeriod(): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', 'The filters match only some occurrences of a series.', {
    path: '/mutation/filters',
    suggestion: 'Say in the filters in which period they take place.',
    callPatch: { filters: { when: 'next 30 days' } },
  });
}
