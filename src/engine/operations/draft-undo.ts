import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { StateStore } from '../../ports/state-store.js';
import { projectRow, type Row } from '../../rows/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import { trashIds } from '../journal/trash.js';
import { findUndo, noUndo } from '../journal/undo-log.js';
import { type EventStep, isCalendarStep, type UndoStep } from '../journal/undo-step.js';
import { hidesCalendars, isVisibleCalendar } from '../policy/calendar-scope.js';
import { eventId } from '../sources/event-id.js';
import { ambiguousNames } from '../sources/sources.js';
import { writtenCalendar } from '../sources/written-calendar.js';
import { assertMayChangeCalendars } from '../write/calendar-target.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { changedFields } from '../write/changed-fields.js';
import type { MailedChange } from '../write/notified-people.js';
import { storedObject } from '../write/stored-object.js';
import { READDRESSED } from '../write/transaction/change-calendar.js';
import { viewOf, type WriteSession } from '../write/write-session.js';
import { assertWritable } from '../write/write-target.js';

const RESTORED_ELSEWHERE = 'Events that were restored one by one since then stay where they are.';

/** Steps an answer lists one by one. */
const TOLD = 100;

type UndoPlan = Extract<WritePlan, { kind: 'undo' }>;

/** Takes a write back, exactly, unless somebody changed the object since. */
export async function draftUndo(plan: UndoPlan, run: WriteSession): Promise<ChangeDraft> {
  const { state } = run.engine;
  const { transaction } = run;
  const { token, steps: all, trashed } = await findUndo(state, plan.undoToken);
  if (all.some(isCalendarStep)) assertMayChangeCalendars(run);
  const steps = [...(await withoutRestored(all, state))].reverse();
  assertMayUndo(plan, steps, run);
  const current = () => steps.map((step) => transaction.readdressed(step));
  const undone = async () => ({ undone: await described(current(), run), ...remadeCalendar(steps, run) });
  const mailed = await mailedBy(steps, run);
  return {
    steps: [{ kind: 'take-back', token, steps, trashed }],
    mailed,
    report: {},
    // A calendar cannot be made for show.
    ...(steps.some(isCalendarStep) && { preview: undone }),
    answer: async () => ({
      extra: { ...(await undone()), ...changedBack(mailed, run) },
      notes: [
        ...(current().some(({ calendarId }, at) => calendarId !== steps[at]?.calendarId)
          ? [READDRESSED]
          : []),
        ...(steps.length < all.length ? [RESTORED_ELSEWHERE] : []),
      ],
    }),
  };
}

/** Nothing in a calendar that is hidden or not writable by now. */
function assertMayUndo(
  plan: UndoPlan,
  steps: readonly UndoStep[],
  { engine, transaction }: WriteSession,
): void {
  const deleted = new Map(
    steps.flatMap((one) => (one.kind === 'calendar-deleted' ? [[one.calendarId, one]] : [])),
  );
  for (const step of steps) {
    const source = transaction.sourceOf(step);
    const { account = '', labels = { name: '' } } = deleted.get(step.calendarId) ?? {};
    const calendar = source?.calendar ?? { id: step.calendarId, name: labels.name, account };
    if (
      source === undefined &&
      hidesCalendars(engine.settings) &&
      !isVisibleCalendar(calendar, engine.settings)
    )
      throw noUndo(plan.undoToken);
    if (source !== undefined) assertWritable(source);
  }
}

/** Events of a deleted calendar that were brought back one by one since are elsewhere now, and stay there. */
async function withoutRestored(steps: readonly UndoStep[], state: StateStore): Promise<readonly UndoStep[]> {
  if (!steps.some(({ kind }) => kind === 'calendar-deleted')) return steps;
  const kept = await trashIds(state);
  return steps.filter((step) => step.kind !== 'deleted' || kept.has(eventId(step.calendarId, step.uid)));
}

/**
 * Steps by what they did and to what, so that a person sees which event it was; the events of a deleted calendar
 * are only counted.
 */
async function described(
  steps: readonly UndoStep[],
  run: WriteSession,
): Promise<readonly Record<string, unknown>[]> {
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
async function titleOf(step: UndoStep, run: WriteSession): Promise<Record<string, unknown>> {
  const row = isCalendarStep(step) ? undefined : await rowOf(step, run);
  if (row === undefined) return {};
  const context = { viewer: run.viewer, ambiguousNames: ambiguousNames(run.found) };
  // For a series it is not known which occurrence was intended.
  const { id: _, ...told } = truncateTexts(
    projectRow(row, row.recurring ? ['title'] : ['title', 'start', 'day'], context),
  );
  return told;
}

async function rowOf(step: EventStep, run: WriteSession): Promise<Occurrence | undefined> {
  const source = run.transaction.sourceOf(step);
  if (source === undefined) return undefined;
  const ics = step.kind === 'created' ? step.ics : step.before;
  return (await viewOf(run, source, { href: '', etag: '', ics }, step.uid)).row();
}

/** What is as it was again of one event; of a series it is not known which occurrence was changed. */
function changedBack(
  [only, ...others]: readonly MailedChange[],
  { viewer, found }: WriteSession,
): { readonly changed?: Row } {
  const [before, after] = [only?.before?.row, only?.after?.row];
  if (before === undefined || after === undefined || others.length > 0) return {};
  if (before.recurring || after.recurring) return {};
  // myResponse says what has changed among the people.
  const { attendees } = before.myResponse === after.myResponse ? before : after;
  const changed = changedFields({ ...before, attendees }, after, {
    viewer,
    ambiguousNames: ambiguousNames(found),
  });
  return Object.keys(changed).length === 0 ? {} : { changed };
}

/** The calendar that an undo brings back. */
function remadeCalendar(steps: readonly UndoStep[], { transaction }: WriteSession): Record<string, unknown> {
  const deleted = steps.find((step) => step.kind === 'calendar-deleted');
  if (deleted === undefined) return {};
  const source = transaction.sourceOf(deleted);
  return {
    calendar:
      source === undefined ? { account: deleted.account, ...deleted.labels } : writtenCalendar(source),
  };
}

/** What people on the events may be mailed about. */
async function mailedBy(steps: readonly UndoStep[], run: WriteSession): Promise<readonly MailedChange[]> {
  const changes: MailedChange[] = [];
  for (const step of steps) {
    const source = run.transaction.sourceOf(step);
    if (source === undefined || isCalendarStep(step)) continue;
    const version = { row: await rowOf(step, run), ics: step.kind === 'created' ? step.ics : step.before };
    const now = step.kind === 'replaced' ? await storedObject(source, step.uid, run) : undefined;
    const before = now && { row: (await viewOf(run, source, now, step.uid)).row(), ics: now.ics };
    changes.push({
      from: source.backend,
      ...(step.kind !== 'deleted' && { before: before ?? version }),
      ...(step.kind !== 'created' && { after: version }),
    });
  }
  return changes;
}
