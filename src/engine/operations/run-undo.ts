import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { inTurns } from '../../concurrency/settle-in-batches.js';
import type { StateStore } from '../../ports/state-store.js';
import { project } from '../../rows/project.js';
import { shorten } from '../../rows/truncate-texts.js';
import type { Success } from '../context/service.js';
import type { Source } from '../context/source.js';
import { dropFromTrash, trashIds } from '../journal/trash.js';
import { findUndo, settleUndo } from '../journal/undo-log.js';
import type { EventStep, Step } from '../journal/undo-step.js';
import { calendarRow } from '../sources/calendar-row.js';
import { eventId } from '../sources/event-id.js';
import { ambiguousNames } from '../sources/sources.js';
import { assertMayChangeCalendars } from '../write/calendar-target.js';
import { READDRESSED } from '../write/change-calendar.js';
import { type Change, type Told, toldOf } from '../write/notified-people.js';
import { storedObject } from '../write/replay-create.js';
import { applied, previewed } from '../write/write-result.js';
import { viewOf, type WriteRun } from '../write/write-session.js';
import { isCalendarStep } from '../write/write-transaction.js';

const OF_EVENTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONFLICT:
    'The event was changed after this write, so it was left as it is. Read it and change it directly.',
  NOT_FOUND: 'The event was deleted or moved after this write, so there is nothing to take back.',
  CALENDAR_NOT_FOUND:
    'List the calendars: the one of this write was renamed, removed or is no longer visible.',
};
const OF_CALENDARS: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONFLICT:
    'The calendar was used or changed after this write, so it was left as it is. List the calendars, and change or ' +
    'delete it directly.',
  CALENDAR_NOT_FOUND: 'List the calendars: the one of this write was removed or is no longer visible.',
};

const RESTORED_ELSEWHERE =
  'Events of the calendar that were restored one by one since are left where they are now.';

/** Deleted events that are put back at a time. */
const AT_ONCE = 6;
/** Steps an answer tells one by one. */
const TOLD = 100;

type UndoPlan = Extract<WritePlan, { kind: 'undo' }>;

/** Takes a write back, exactly, unless somebody changed the object since. */
export async function runUndo(plan: UndoPlan, run: WriteRun): Promise<Success> {
  const { state, clock } = run.engine;
  const { transaction } = run;
  const { token, steps: all, trashed } = await findUndo(state, plan.undoToken);
  if (all.some(isCalendarStep)) assertMayChangeCalendars(run);
  const written = await withoutRestored(all, state);
  // A calendar cannot be made for show.
  if (plan.dryRun && written.some(isCalendarStep)) {
    return previewed(plan, { extra: { undone: await described(written, run) } }, run);
  }
  const steps = [...written].reverse();
  const told = await toldBySteps(steps, run);
  const { undone, left, failure } = await takeBackAll(steps, run);
  if (failure !== undefined) {
    // An undo that did nothing leaves its entry alone: put anew, an old one would become the last write.
    if (undone.length > 0) {
      const rest = left.map((step) => transaction.readdressed(step)).reverse();
      await settleUndo(state, token, { steps: rest, trashed }, clock.now());
    }
    const advice = (left.some(isCalendarStep) ? OF_CALENDARS : OF_EVENTS)[failure.code];
    throw failure.with({
      ...(undone.length === 0
        ? {}
        : { outcome: 'unknown', details: { undone: undone.length, left: left.length } }),
      ...(advice === undefined ? {} : { suggestion: advice }),
    });
  }
  await settleUndo(state, token, undefined, clock.now());
  await inTurns(trashed, AT_ONCE, (id) => dropFromTrash(state, id));
  const extra = {
    undone: await described(
      steps.map((step) => transaction.readdressed(step)),
      run,
    ),
    ...remadeCalendar(steps, run),
  };
  const readdressed = steps.some((step) => transaction.readdressed(step).calendarId !== step.calendarId);
  const notes = [
    ...(readdressed ? [READDRESSED] : []),
    ...(written.length < all.length ? [RESTORED_ELSEWHERE] : []),
    ...told.flatMap(({ notes: said }) => said),
    ...transaction.takeNotes(),
  ];
  const notified = [...new Set(told.flatMap((one) => one.notified))];
  return applied(plan, { extra, notes, notified }, run);
}

/** Events of a deleted calendar that were brought back one by one since are elsewhere now, and stay there. */
async function withoutRestored(steps: readonly Step[], state: StateStore): Promise<readonly Step[]> {
  if (!steps.some(({ kind }) => kind === 'calendar-deleted')) return steps;
  const kept = await trashIds(state);
  return steps.filter((step) => step.kind !== 'deleted' || kept.has(eventId(step.calendarId, step.uid)));
}

interface Undoing {
  readonly undone: readonly Step[];
  readonly left: readonly Step[];
  readonly failure?: CalendarError;
}

/**
 * One step after the other, up to the first that fails. Deleted events do not depend on one another: several are put
 * back at a time, and one that fails does not keep the others away.
 */
async function takeBackAll(steps: readonly Step[], run: WriteRun): Promise<Undoing> {
  const undone: Step[] = [];
  for (let at = 0; at < steps.length; ) {
    const turn = independent(steps, at);
    const results = await inTurns(turn, AT_ONCE, (step) => run.transaction.takeBack(step));
    const failed: Step[] = [];
    let failure: CalendarError | undefined;
    for (const [index, result] of results.entries()) {
      const step = turn[index];
      if (step === undefined) continue;
      if (result.status === 'fulfilled') {
        undone.push(step);
        continue;
      }
      if (!(result.reason instanceof CalendarError)) throw result.reason;
      failed.push(step);
      failure ??= result.reason;
    }
    at += turn.length;
    if (failure !== undefined) return { undone, left: [...failed, ...steps.slice(at)], failure };
  }
  return { undone, left: [] };
}

/** The steps from here on that may be taken back in any order. */
function independent(steps: readonly Step[], from: number): readonly Step[] {
  const seen = new Set<string>();
  const end = steps.findIndex((step, at) => {
    if (at < from) return false;
    if (step.kind !== 'deleted' || seen.has(step.uid)) return true;
    seen.add(step.uid);
    return false;
  });
  return steps.slice(from, Math.max(end < 0 ? steps.length : end, from + 1));
}

/**
 * Steps by what they did and to what, so that a person is told which event it was; the events of a deleted calendar
 * are only counted.
 */
async function described(steps: readonly Step[], run: WriteRun): Promise<readonly Record<string, unknown>[]> {
  const deleted = steps.find(({ kind }) => kind === 'calendar-deleted');
  const told = deleted === undefined ? steps.slice(0, TOLD) : [deleted];
  const more = steps.length - told.length;
  return await Promise.all(
    told.map(async (step) => ({
      did: step.kind,
      id: isCalendarStep(step) ? step.calendarId : eventId(step.calendarId, step.uid),
      ...(await titleOf(step, run)),
      ...(more === 0 ? {} : deleted === undefined ? { more } : { events: more }),
    })),
  );
}

/** What event it was: as it was created, else as it is now again. */
async function titleOf(step: Step, run: WriteRun): Promise<Record<string, unknown>> {
  const row = isCalendarStep(step) ? undefined : await rowOf(step, run);
  if (row === undefined) return {};
  const context = { viewer: run.viewer, ambiguousNames: ambiguousNames(run.found) };
  // Of a series it is not known which occurrence was meant.
  const { id: _, ...told } = shorten(
    project(row, row.recurring ? ['title'] : ['title', 'start', 'day'], context),
  );
  return told;
}

async function rowOf(step: EventStep, run: WriteRun): Promise<Occurrence | undefined> {
  const source = run.transaction.sourceOf(step);
  if (source === undefined) return undefined;
  const ics = step.kind === 'created' ? step.ics : step.before;
  return (await viewOf(run, source, { href: '', etag: '', ics }, step.uid)).row();
}

/** The calendar that an undo brought back. */
function remadeCalendar(steps: readonly Step[], { transaction }: WriteRun): Record<string, unknown> {
  const deleted = steps.find(({ kind }) => kind === 'calendar-deleted');
  const source = deleted && transaction.sourceOf(deleted);
  return source === undefined ? {} : { calendar: calendarRow(source) };
}

/** Whom servers tell that these writes are taken back. */
async function toldBySteps(steps: readonly Step[], run: WriteRun): Promise<readonly Told[]> {
  const changes = new Map<Source, Change[]>();
  for (const step of steps) {
    const source = run.transaction.sourceOf(step);
    if (source === undefined || isCalendarStep(step)) continue;
    const of = changes.get(source) ?? [];
    changes.set(source, of);
    of.push(await changeBack(step, source, run));
  }
  return Promise.all([...changes].map(([{ backend }, of]) => toldOf(backend, of, run.signal)));
}

async function changeBack(step: EventStep, source: Source, run: WriteRun): Promise<Change> {
  const row = await rowOf(step, run);
  if (step.kind === 'created') return { before: { row, ics: step.ics } };
  const after = { row, ics: step.before };
  if (step.kind === 'deleted') return { after };
  const now = step.kind === 'moved' ? undefined : await storedObject(source, step.uid, run);
  if (now === undefined) return { before: after, after };
  return { before: { row: (await viewOf(run, source, now, step.uid)).row(), ics: now.ics }, after };
}
