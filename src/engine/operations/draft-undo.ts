import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { ChangedFields, UndoneRow, UndoWritten } from '../../../schemas/answers/write-data.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { StateStore } from '../../ports/state-store.js';
import { projectRow } from '../../rows/project/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import { trashIds } from '../journal/trash.js';
import { type FoundUndo, lastUndo, type UndoEntry, undoOf, unknownToken } from '../journal/undo-log.js';
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

/** Most steps that an answer lists one by one. */
const TOLD = 100;

type UndoPlan = Extract<WritePlan, { kind: 'undo' }>;

/** Undoes a write exactly, unless another client has changed the object since. */
export async function draftUndo(plan: UndoPlan, run: WriteSession): Promise<ChangeDraft> {
  const { state } = run.engine;
  const { token, steps: all, trashed } = await findUndo(plan, run);
  if (all.some(isCalendarStep)) assertMayChangeCalendars(run);
  const steps = [...(await withoutRestored(all, trashed, state))].reverse();
  if (steps.length === 0) throw nothingGone();
  for (const step of steps) {
    const source = run.transaction.sourceOf(step);
    if (source !== undefined) assertWritable(source);
  }
  const current = ({ transaction }: WriteSession) => steps.map((step) => transaction.readdressed(step));
  const undone = async (own: WriteSession) => ({
    undone: await described(current(own), own),
    ...remadeCalendar(steps, own),
  });
  const mailed = await mailedBy(steps, run);
  run.engine.exposure.saw(
    mailed.flatMap(({ before, after }) => [before?.row, after?.row].flatMap((row) => row ?? [])),
  );
  return {
    steps: [{ kind: 'take-back', token, steps, trashed }],
    mailed,
    report: {},
    // A rehearsal cannot create a calendar, so the dry run shows a preview.
    ...(steps.some(isCalendarStep) && { preview: () => undone(run) }),
    answer: async (_, own) => ({
      extra: { ...(await undone(own)), ...changedBack(mailed, run) },
      notes: [
        ...(current(own).some(({ calendarId }, at) => calendarId !== steps[at]?.calendarId)
          ? [READDRESSED]
          : []),
        ...(steps.length < all.length ? [RESTORED_ELSEWHERE] : []),
      ],
    }),
  };
}

/** Ignores writes in hidden calendars. For a person, the default is the last write of any client. */
async function findUndo({ undoToken, any = false }: UndoPlan, run: WriteSession): Promise<FoundUndo> {
  const {
    engine,
    call: { caller },
  } = run;
  const isVisible = ({ steps }: UndoEntry): boolean => !isAboutHidden(steps, run);
  if (undoToken === undefined) {
    const among = { conversation: caller.conversation, any: any || caller.kind === 'person' };
    return lastUndo(engine.state, among, isVisible);
  }
  const found = await undoOf(engine.state, undoToken);
  if (!isVisible(found)) throw unknownToken();
  return found;
}

function isAboutHidden(steps: readonly UndoStep[], { engine, transaction }: WriteSession): boolean {
  if (!hidesCalendars(engine.settings)) return false;
  const deleted = new Map(
    steps.flatMap((one) => (one.kind === 'calendar-deleted' ? [[one.calendarId, one]] : [])),
  );
  return steps.some((step) => {
    if (transaction.sourceOf(step) !== undefined) return false;
    const { account = '', labels = { name: '' } } = deleted.get(step.calendarId) ?? {};
    return !isVisibleCalendar({ id: step.calendarId, name: labels.name, account }, engine.settings);
  });
}

/** Skips deleted events that were restored one by one since; they stay where they are. */
async function withoutRestored(
  steps: readonly UndoStep[],
  trashed: readonly string[],
  state: StateStore,
): Promise<readonly UndoStep[]> {
  const kept = await trashIds(state);
  const gone = new Set(trashed.filter((id) => !kept.has(id)));
  return steps.filter((step) => step.kind !== 'deleted' || !gone.has(eventId(step.calendarId, step.uid)));
}

function nothingGone(): CalendarError {
  return new CalendarError('NOT_FOUND', 'What this write deleted has been restored since.', {
    outcome: 'not_applied',
    suggestion: 'There is nothing to undo. To delete it again, use delete.',
  });
}

/**
 * Steps with their effect and target, so that a person recognizes the event; the events of a deleted calendar
 * are only counted.
 */
async function described(steps: readonly UndoStep[], run: WriteSession): Promise<readonly UndoneRow[]> {
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

/** Title and time of the event: as created, else as restored. */
async function titleOf(
  step: UndoStep,
  run: WriteSession,
): Promise<Pick<EventRow, 'title' | 'start' | 'day' | 'due'>> {
  const row = isCalendarStep(step) ? undefined : await rowOf(step, run);
  if (row === undefined) return {};
  const context = { viewer: run.viewer, ambiguousNames: ambiguousNames(run.found) };
  // For a series, it is unknown which occurrence was changed.
  const times = row.task === undefined ? ['start', 'day'] : ['due'];
  const fields = row.recurring ? ['title'] : ['title', ...times];
  const { id: _, ...told } = truncateTexts(projectRow(row, fields, context));
  return told;
}

async function rowOf(step: EventStep, run: WriteSession): Promise<Occurrence | undefined> {
  const source = run.transaction.sourceOf(step);
  if (source === undefined) return undefined;
  const ics = step.kind === 'created' ? step.ics : step.before;
  return (await viewOf(run, source, { href: '', etag: '', ics }, step.uid)).row();
}

/** The reverted fields of a single event; for a series, the changed occurrence is unknown. */
function changedBack(
  [only, ...others]: readonly MailedChange[],
  { viewer, found }: WriteSession,
): { readonly changed?: ChangedFields } {
  const [before, after] = [only?.before?.row, only?.after?.row];
  if (before === undefined || after === undefined || others.length > 0) return {};
  if (before.recurring || after.recurring) return {};
  // `myResponse` already shows the change among the attendees.
  const { attendees } = before.myResponse === after.myResponse ? before : after;
  const changed = changedFields({ ...before, attendees }, after, {
    viewer,
    ambiguousNames: ambiguousNames(found),
  });
  return Object.keys(changed).length === 0 ? {} : { changed };
}

/** The calendar that an undo brings back. */
function remadeCalendar(
  steps: readonly UndoStep[],
  { transaction }: WriteSession,
): Pick<UndoWritten, 'calendar'> {
  const deleted = steps.find((step) => step.kind === 'calendar-deleted');
  if (deleted === undefined) return {};
  const source = transaction.sourceOf(deleted);
  const { holds: _, ...labels } = deleted.labels;
  return {
    calendar: source === undefined ? { account: deleted.account, ...labels } : writtenCalendar(source),
  };
}

/** Changes that people on the events may get mail about. */
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
