import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { SeriesCells } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import { editObject } from '../../calendar/edit/edit-object.js';
import type { EditResult } from '../../calendar/edit/event/edit-context.js';
import { namesTimes } from '../../calendar/edit/event/event-span.js';
import { onItsDay } from '../../calendar/edit/event/on-its-day.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { madeEvent } from '../context/origins.js';
import type { Source } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { atPlace, locateError } from '../errors/locate-error.js';
import { attendeesNamed } from '../sources/attendees-named.js';
import { eventId } from '../sources/event-id.js';
import { oneSource } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { rowsToCheck } from '../write/check-conflicts.js';
import { invitedTo } from '../write/invited-to.js';
import type { ObjectRows } from '../write/object-rows.js';
import { uidFrom } from '../write/repeated/uid-from.js';
import { keptIn, lastDayOf, reportedScope } from '../write/series-report.js';
import type { EventDraftStep } from '../write/transaction/draft-step.js';
import { UNCHANGED } from '../write/write-result.js';
import { editContext, viewOf, type WriteSession } from '../write/write-session.js';
import { movesAsWhole, type WriteTarget, writableAt } from '../write/write-target.js';
import { assertHolds, kindOf } from './choose-calendar.js';
import { withParent } from './tasks/parent-task.js';
import { refuseMisplaced, refuseSeriesProgress } from './tasks/refuse-misplaced.js';
import { hiddenAmong, partsOfRow } from './tasks/stored-tasks.js';

const REMOVED = '/mutation/changes/removeAttendees';

type UpdatePlan = Extract<WritePlan, { kind: 'update' }>;

/** Changes the named properties of an event, an occurrence, or this and following ones. */
export async function draftUpdate(
  plan: UpdatePlan,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  const { source, object, row, scope } = target;
  const { notify } = plan;
  const to = writableAt('/mutation/changes/calendar', () =>
    plan.calendar === undefined ? source : oneSource(run.found, plan.calendar),
  );
  if (to !== source && scope === 'this') throw movesAsWhole('/mutation/changes/calendar');
  if (to !== source) atPlace('/mutation/changes/calendar', () => assertHolds(to, kindOf(row)));
  const zone =
    plan.changes.timezone === undefined ? run.viewer : zoneOrThrow(run.engine, plan.changes.timezone);
  refuseMisplaced(plan, row);
  if (row.recurring && scope === 'all' && plan.scope === undefined) refuseSeriesProgress(plan.changes, row);
  const meant = onItsDay(plan.changes, row, zone);
  // Checks only the target list: in another list, the parent cannot be one of its sub-tasks.
  const placed = await withParent(meant.changes, row.uid, plan, { to, run });
  const changes = await withAddresses(placed, target, run);
  const edit = edited({ ...plan, changes }, target, to, run);
  const views = await viewsOf(edit, target, to, run);
  // After a split, the new part is the changed one.
  const view = views.at(-1);
  const named = edit.named === undefined ? undefined : view?.named(edit.named);
  const expectedRow = named ?? view?.row();
  // If another occurrence is shown instead, it must not look moved.
  const isGone = edit.named !== undefined && named === undefined && view?.series.recurring === true;
  const before = isGone && expectedRow ? { ...row, start: expectedRow.start, end: expectedRow.end } : row;
  const uid = edit.split?.uid ?? row.uid;
  const ics = edit.split?.ics ?? edit.ics ?? '';
  const old = await viewOf(run, source, object, row.uid);
  const times = {
    rows: () => newTimes(old, view, target, expectedRow),
    before: () => oldTimes(old, target, expectedRow),
    replaced: [row.seriesId ?? row.id],
    own: views,
    mayConflict: plan.allowConflicts,
  };
  const was = { row, ics: object.ics };
  const parts = to === source ? [] : await partsOfRow(row, source, run);
  const steps = [
    ...(await stepsOf(plan, { ...target, to }, edit, run)),
    ...parts.map(
      (part) => ({ kind: 'move', source, to, object: part.object, uid: part.series.uid }) as const,
    ),
  ];
  return {
    steps,
    hidden: Number(row.hidden !== undefined) + (await hiddenAmong(parts, source, run)),
    expected: view && { source: to, uid, row: expectedRow, named: edit.named },
    times:
      row.task === undefined && (namesTimes(changes) || changes.recurrence !== undefined) ? times : undefined,
    mailed: [
      {
        from: source.backend,
        to: to.backend,
        before: was,
        after: { row: expectedRow, ics },
        notify,
        named: namedIn(changes),
      },
    ],
    onlyUnmailed: !notify && edit.split !== undefined ? cannotSplitSilently() : undefined,
    report: {
      before,
      // Nothing changed, so nothing is stored and there is nothing to undo.
      ...(steps.length === 0 && { row: expectedRow }),
      series: row.recurring ? seriesReport({ ...plan, changes }, { ...target, to }, edit, views) : undefined,
      notes: [
        ...meant.notes,
        ...(row.hidden ? [] : edit.notes),
        ...(parts.length > 0 ? [`${counted(parts.length, 'sub-task')} moved as well.`] : []),
        ...(isGone ? [GONE] : []),
        ...(steps.length === 0 ? [UNCHANGED] : []),
      ],
    },
  };
}

/** Finds the addresses of attendees who are removed by name. */
async function withAddresses(
  changes: UpdatePlan['changes'],
  target: WriteTarget,
  run: WriteSession,
): Promise<UpdatePlan['changes']> {
  const { removeAttendees } = changes;
  if (removeAttendees === undefined || removeAttendees.every((one) => one.includes('@'))) return changes;
  if (target.row.hidden !== undefined)
    throw new CalendarError('INVALID_ARGUMENT', 'The people on this event are not shown.', {
      path: REMOVED,
      suggestion: 'Give the mail address instead of the name.',
    });
  const { attendees } = await invitedTo(target, run);
  return { ...changes, removeAttendees: attendeesNamed(removeAttendees, attendees, REMOVED) };
}

function namedIn({ attendees, addAttendees }: UpdatePlan['changes']): readonly string[] {
  return [...(attendees ?? []), ...(addAttendees ?? [])].map(({ email }) => email.toLowerCase());
}

function edited(plan: UpdatePlan, target: WriteTarget, to: Source, run: WriteSession): EditResult {
  const { source, object, row, place } = target;
  const context = { ...editContext(plan, run, source, row.uid), newUid: () => uidOfSplit(target) };
  // "No change" would reveal the hidden value.
  const where = { ...place, apart: to !== source || row.hidden !== undefined };
  return locateError('/mutation/changes', () => editObject(object.ics, plan.changes, where, context), row.id);
}

/** The edited objects, validated. Yields in between, because thousands of overrides take long. */
async function viewsOf(
  { ics, split }: EditResult,
  target: WriteTarget,
  to: Source,
  run: WriteSession,
): Promise<readonly ObjectRows[]> {
  const { object, row } = target;
  const yieldToEventLoop = yielderFor(run.call.signal);
  const pieces = [
    ...(ics === undefined ? [] : [{ uid: row.uid, ics }]),
    ...(split === undefined ? [] : [split]),
  ];
  const views: ObjectRows[] = [];
  for (const piece of pieces) {
    await yieldToEventLoop();
    validateObject(piece.ics, object.ics);
    await yieldToEventLoop();
    const made = piece === split ? await madeBySplit(split.uid, target, run) : undefined;
    views.push(await viewOf(run, to, { href: object.href, etag: '', ics: piece.ics, made }, piece.uid));
  }
  await yieldToEventLoop();
  return views;
}

/** The later part belongs to the assistant if the series does. */
async function madeBySplit(uid: string, { source, row }: WriteTarget, { engine }: WriteSession) {
  if (row.createdBy !== 'assistant') return undefined;
  const idOf = (one: string) => ({ uid: one, id: eventId(source.calendar.id, one) });
  return madeEvent(idOf(uid), (await engine.provenance.origins()).of(idOf(row.uid)));
}

/** An event and its destination calendar. */
type MovedTarget = WriteTarget & { readonly to: Source };

async function stepsOf(
  { notify }: UpdatePlan,
  target: MovedTarget,
  { ics, split }: EditResult,
  run: WriteSession,
): Promise<readonly EventDraftStep[]> {
  const { source, object, row, to } = target;
  const { uid } = row;
  const silent = !notify;
  const steps: EventDraftStep[] = [];
  if (split !== undefined) {
    const made = await madeBySplit(split.uid, target, run);
    steps.push({ kind: 'create', source, ...split, silent, made });
  }
  if (ics === undefined) return [...steps, { kind: 'delete', source, object, uid, kept: 'undo' }];
  // Leaving it out would reveal that the hidden value is the same.
  if (ics !== object.ics || row.hidden !== undefined)
    steps.push({ kind: 'replace', source, object, uid, ics, silent });
  if (to !== source) steps.push({ kind: 'move', source, to, object, uid: split?.uid ?? uid, silent });
  return steps;
}

function seriesReport(
  plan: UpdatePlan,
  { scope, row, to }: MovedTarget,
  { split, named }: EditResult,
  views: readonly ObjectRows[],
): SeriesCells {
  const view = views.at(-1);
  const isElsewhere = split !== undefined || to.calendar.id !== row.calendar.id;
  const goesOn = scope !== 'this' && view?.series.recurring === true;
  return {
    ...reportedScope(plan, scope),
    ...(split && { endsOn: lastDayOf(views[0]), newId: eventId(to.calendar.id, split.uid) }),
    ...(goesOn && (isElsewhere || named !== row.recurrenceId) && { idsChanged: true }),
    ...(view && scope !== 'this' && keptIn(view, plan.changes, named)),
  };
}

const GONE = noteText('next_shown');

/** Times to check for conflicts: those of the occurrence, or of the next weeks, that are new. */
function newTimes(
  old: ObjectRows,
  view: ObjectRows | undefined,
  target: WriteTarget,
  expectedRow = target.row,
): readonly Occurrence[] {
  const { row, scope } = target;
  const [first, last] = [Math.min(row.start, expectedRow.start), Math.max(row.end, expectedRow.end)];
  const isOne = scope === 'this' && row.recurring;
  const rows = isOne ? [expectedRow] : view === undefined ? [] : rowsToCheck(view, first, last);
  const times = ({ start, end }: Occurrence): string => `${start} ${end}`;
  const were = new Set(oldTimes(old, target, expectedRow).map(times));
  return rows.filter((one) => !were.has(times(one)));
}

/** Old times of the event in the same period. */
function oldTimes(old: ObjectRows, { row, scope }: WriteTarget, expectedRow = row): readonly Occurrence[] {
  if (scope === 'this' && row.recurring) return [row];
  return rowsToCheck(old, Math.min(row.start, expectedRow.start), Math.max(row.end, expectedRow.end));
}

/** The same UID for the same split of the same version, so that a dry run shows the real id. */
function uidOfSplit({ object, recurrenceId = '' }: WriteTarget): string {
  return uidFrom(`${object.calendarId}\n${object.href}\n${object.etag}\n${recurrenceId}`);
}

/** The later part is a new event to the server: guests would only learn that the series ends. */
function cannotSplitSilently(): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    'A series with guests cannot be split without re-sending invitations.',
    {
      outcome: 'not_applied',
      path: '/mutation/notify',
      suggestion:
        'Ask the user whether the guests may be notified; if so, leave out notify. Or use scope "this" or "all".',
    },
  );
}
