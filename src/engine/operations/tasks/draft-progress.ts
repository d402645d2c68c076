import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import { DAY } from '../../../../compilers/time/civil.js';
import { counted } from '../../../../schemas/model/counted.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { noteText } from '../../../../schemas/model/notes.js';
import { ALL_TIME, type Instant } from '../../../../schemas/model/time.js';
import type { EditPlace } from '../../../calendar/edit/event/edit-context.js';
import { type CompletedTask, completeTask } from '../../../calendar/edit/task/complete-task.js';
import { reopenTask } from '../../../calendar/edit/task/reopen-task.js';
import { type TaskHabit, taskHabit, type WrittenTask } from '../../../calendar/edit/task/task-habit.js';
import { validateObject } from '../../../calendar/edit/validate-object.js';
import { isOpenInstance } from '../../../calendar/expand/nearest-instance.js';
import { projectRow } from '../../../rows/project/project-row.js';
import { madeEvent, originOf } from '../../context/origins.js';
import { lastChangeOf } from '../../journal/undo-log.js';
import { eventId } from '../../sources/event-id.js';
import type { ChangeDraft } from '../../write/change-draft.js';
import type { ObjectRows } from '../../write/object-rows.js';
import { uidFrom } from '../../write/repeated/uid-from.js';
import { reportedScope } from '../../write/series-report.js';
import type { EventDraftStep } from '../../write/transaction/draft-step.js';
import { editContext, viewOf, type WriteSession } from '../../write/write-session.js';
import { notShownInFull, type WriteTarget } from '../../write/write-target.js';
import { bookedTimes } from './booked-times.js';
import { hiddenAmong, type StoredTask, storedTasks, subTasksOf, waitingOf } from './stored-tasks.js';

type ProgressPlan = Extract<WritePlan, { kind: 'complete' }> | Extract<WritePlan, { kind: 'reopen' }>;

/** An object whose task is completed or reopened. */
type Subject = Pick<StoredTask, 'object'> & { readonly uid: string; readonly isRecurring: boolean };

const MOVED_ON = 'The list keeps no task for what is done of a series: it has moved on to its next date.';

/** Completes or reopens a task; for a series one occurrence, unless the call has scope "all". */
export async function draftProgress(
  plan: ProgressPlan,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  const { source, object, row, place, scope } = target;
  if (row.task === undefined) throw noTask();
  // The status is one of the hidden fields.
  if (row.hidden !== undefined) throw notShownInFull('task', 'completed or opened', 'complete or open');
  const tasks = await storedTasks(source, run);
  const parts = subTasksOf(row.uid, tasks);
  const waiting = await waitingOf(parts, source, run);
  const meant = plan.kind === 'complete' ? waiting : parts.filter((part) => !waiting.includes(part));
  const progress = (subject: Subject, where: EditPlace): CompletedTask =>
    progressOf(plan, subject, where, { target, tasks, run });
  const own = progress({ object, uid: row.uid, isRecurring: row.recurring }, place);
  const steps = stepsOf({ object, uid: row.uid }, own, target, run);
  const along = plan.children ? meant : [];
  for (const part of along) {
    const subject = { object: part.object, uid: part.series.uid, isRecurring: part.series.recurring };
    // A single task also has scope "all", which must not apply to its sub-tasks.
    const done = progress(subject, { scope: plan.scope ?? 'this' });
    steps.push(...stepsOf(subject, done, target, run));
  }
  const before = await viewOf(run, source, object, row.uid);
  const after = await viewOf(run, source, { href: object.href, etag: '', ics: own.ics }, row.uid);
  const expectedRow = after.row(own.named);
  const next = plan.kind === 'complete' && row.recurring ? nextOpen(after, row.start) : undefined;
  const occurrence = own.done ?? own.named ?? row.recurrenceId;
  const completed = { row, occurrence, all: place.scope === 'all', next: next?.start };
  if (plan.kind === 'reopen' && steps.length === 0 && place.scope !== 'all')
    await refuseMovedOn(target, nextOpen(before), run);
  const time = plan.kind === 'complete' ? await bookedTimes(completed, plan.timezone, run) : {};
  const isMovedOn = own.done !== undefined && own.copy === undefined;
  return {
    steps,
    hidden: await hiddenAmong(along, source, run),
    expected: { source, uid: row.uid, row: expectedRow, named: own.named },
    report: {
      ...time,
      before: before.row(own.done ?? own.named ?? expectedRow?.recurrenceId) ?? row,
      ...(steps.length === 0 && { row: expectedRow }),
      ...(row.recurring && {
        series: {
          ...reportedScope(plan, own.isWhole ? 'all' : scope),
          ...(own.copy && { newId: eventId(source.calendar.id, own.copy.uid) }),
          ...printNext(next, run),
        },
      }),
      notes: [
        ...own.notes,
        ...(isMovedOn ? [MOVED_ON] : []),
        ...(own.copy ? [noteText('done_apart')] : []),
        ...partsNote(plan, meant),
        ...(time.notes ?? []),
      ],
    },
  };
}

/**
 * Turns an update that sets one occurrence to done into its completion; undefined for other updates. Throws
 * INVALID_ARGUMENT if the series would move on without the other changes of the update.
 */
export async function completionInstead(
  plan: Extract<WritePlan, { kind: 'update' }>,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft | undefined> {
  const { row, scope, source } = target;
  const { status, percent, completed, ...others } = plan.changes;
  const isDone = status === 'done' || (status === undefined && percent === 100);
  if (!isDone || row.task === undefined || !row.recurring || scope !== 'this') return undefined;
  if (Object.values(others).every((value) => value === undefined)) {
    const done = { ...plan, kind: 'complete', ...(completed !== undefined && { completedAt: completed }) };
    return draftProgress(done as ProgressPlan, run, target);
  }
  if (habitOf(row.uid, await storedTasks(source, run)) === 'override') return undefined;
  throw new CalendarError(
    'INVALID_ARGUMENT',
    'An occurrence that is done leaves the series in this list, so nothing else of it is changed with that.',
    {
      path: '/mutation/changes/status',
      suggestion: 'Change the rest without status first, then complete the occurrence.',
      outcome: 'not_applied',
    },
  );
}

/** A series that moved on does not keep what was done; if a stored write did it, suggests its undo. */
async function refuseMovedOn(
  { source, object, row }: WriteTarget,
  now: Occurrence | undefined,
  run: WriteSession,
): Promise<void> {
  if (!row.recurring || now === undefined) return;
  const last = await lastChangeOf(run.engine.state, { calendarId: source.calendar.id, uid: row.uid });
  if (last === undefined) return;
  const then = nextOpen(await viewOf(run, source, { ...object, etag: '', ics: last.before }, row.uid));
  if (then === undefined || then.start >= now.start) return;
  throw new CalendarError(
    'UNSUPPORTED',
    'What was done of this series is not kept: it has moved on to its next date.',
    {
      path: '/mutation/operation',
      suggestion: 'Undo that, as in example: the series is then as it was before.',
      example: { mutation: { operation: 'undo', undoToken: last.token } },
    },
  );
}

/** How far ahead to look for the next occurrence. */
const AHEAD = 731 * DAY;

/** The next open occurrence; undefined if the series ends before, or it is too far ahead. */
function nextOpen(view: ObjectRows, from = ALL_TIME.from): Occurrence | undefined {
  return view.rows({ from, to: Math.max(from, view.row()?.start ?? from) + AHEAD }, 1, isOpenInstance)[0];
}

function printNext(row: Occurrence | undefined, { viewer }: WriteSession): { readonly next?: string } {
  const { due, start } =
    row === undefined ? {} : projectRow(row, ['due', 'start'], { viewer, ambiguousNames: new Set() });
  const next = due ?? start;
  return typeof next === 'string' ? { next } : {};
}

function partsNote({ kind, children }: ProgressPlan, meant: readonly StoredTask[]): readonly string[] {
  if (meant.length === 0) return [];
  const count = counted(meant.length, 'sub-task');
  if (children) return [`${count} ${kind === 'complete' ? 'completed' : 'opened'} as well.`];
  return kind === 'complete' ? [noteText('parts_open', count)] : [];
}

interface Within {
  readonly target: WriteTarget;
  readonly tasks: ReadonlyMap<string, StoredTask>;
  readonly run: WriteSession;
}

function progressOf(plan: ProgressPlan, subject: Subject, where: EditPlace, within: Within): CompletedTask {
  const { target, run } = within;
  const { object, uid } = subject;
  const context = {
    ...editContext(plan, run, target.source, uid),
    // The same UID for the same version, so that a dry run shows the real id.
    newUid: () => uidFrom(`done\n${object.calendarId}\n${object.href}\n${object.etag}`),
  };
  const done =
    plan.kind === 'reopen'
      ? reopenTask(object.ics, where, context)
      : completeTask(
          object.ics,
          where,
          completion(plan.completedAt ?? context.now, subject, within),
          context,
        );
  validateObject(done.ics, object.ics);
  return done;
}

function completion(at: Instant, { uid, isRecurring }: Subject, { tasks }: Within) {
  return { at, habit: isRecurring ? habitOf(uid, tasks) : ('override' as const) };
}

function habitOf(uid: string, tasks: ReadonlyMap<string, StoredTask>): TaskHabit {
  const own = tasks.get(uid);
  if (own === undefined) return 'override';
  const others = [...tasks.values()].filter((one) => one !== own);
  return taskHabit(written(own), others.map(written));
}

function written({ series, object }: StoredTask): WrittenTask {
  return { series, prodid: /^PRODID[^:\r\n]*:(.*)/im.exec(object.ics)?.[1] ?? '' };
}

function stepsOf(
  { object, uid }: Pick<Subject, 'object' | 'uid'>,
  { ics, copy }: CompletedTask,
  { source }: WriteTarget,
  run: WriteSession,
): EventDraftStep[] {
  if (ics === object.ics) return [];
  const steps: EventDraftStep[] = [{ kind: 'replace', source, object, uid, ics }];
  if (copy === undefined) return steps;
  const asker = originOf(run.call.caller);
  const id = { uid: copy.uid, id: eventId(source.calendar.id, copy.uid) };
  const made = madeEvent(id, asker && { ...asker, created: run.engine.clock.now() });
  return [...steps, { kind: 'create', source, ...copy, made }];
}

function noTask(): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', 'This is an event; only tasks are completed.', {
    path: '/mutation/id',
    suggestion: 'List tasks with calendar_read, type "tasks".',
    example: { query: { type: 'tasks' } },
  });
}
