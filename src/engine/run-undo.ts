import type { WritePlan } from '../../compilers/plan/write-plan.js';
import { CalendarError, type ErrorCode } from '../../schemas/error.js';
import { eventId } from './event-id.js';
import type { Success } from './service.js';
import { dropFromTrash, putInTrash } from './trash.js';
import { findUndo, settleUndo } from './undo-log.js';
import { applied, notifiedBy, previewed } from './write-result.js';
import { viewOf, type WriteRun } from './write-run.js';
import type { Step } from './write-transaction.js';

const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONFLICT:
    'The event was changed after this write, so it was left as it is. Read it and change it directly.',
  NOT_FOUND: 'The event was deleted or moved after this write, so there is nothing to take back.',
  CALENDAR_NOT_FOUND:
    'List the calendars: the one of this write was renamed, removed or is no longer visible.',
};

type UndoPlan = Extract<WritePlan, { kind: 'undo' }>;

/** Takes a write back, exactly, unless somebody changed the object since. */
export async function runUndo(plan: UndoPlan, run: WriteRun): Promise<Success> {
  const { state, clock } = run.engine;
  const { token, steps: written, trashed } = await findUndo(state, plan.undoToken);
  if (plan.dryRun) {
    return previewed(plan, { before: [], after: [] }, { extra: { wouldUndo: written.map(describe) } }, run);
  }
  const steps = [...written].reverse();
  const notified = await notifiedBySteps(steps, run);
  for (const [done, step] of steps.entries()) {
    try {
      await takeBack(step, run);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      // An undo that did nothing leaves its entry alone: put anew, an old one would become the last write.
      if (done > 0)
        await settleUndo(state, token, { steps: steps.slice(done).reverse(), trashed }, clock.now());
      throw error.with({
        ...(done === 0 ? {} : { outcome: 'unknown', details: { undone: done, left: steps.length - done } }),
        ...(ADVICE[error.code] === undefined ? {} : { suggestion: ADVICE[error.code] }),
      });
    }
  }
  await settleUndo(state, token, undefined, clock.now());
  for (const id of trashed) await dropFromTrash(state, id);
  return applied(
    plan,
    {
      extra: { undone: steps.map(describe), ...(notified.length === 0 ? {} : { notified }) },
      notes: run.transaction.takeNotes(),
    },
    run,
  );
}

/** A step by what it did and to which event. */
function describe(step: Step): { did: Step['kind']; id: string } {
  return { did: step.kind, id: eventId(step.calendarId, step.uid) };
}

/** Whom a server with scheduling tells that these writes are taken back. */
async function notifiedBySteps(steps: readonly Step[], run: WriteRun): Promise<readonly string[]> {
  const told = new Set<string>();
  for (const step of steps) {
    const source = run.found.sources.find(({ calendar }) => calendar.id === step.calendarId);
    if (source === undefined) continue;
    const ics = step.kind === 'created' ? step.ics : step.before;
    const view = await viewOf(run, source, { href: '', etag: '', ics }, step.uid);
    for (const email of notifiedBy(source, view.row())) told.add(email);
  }
  return [...told];
}

/** What undo removes can be restored, like everything else that is deleted. */
async function takeBack(step: Step, run: WriteRun): Promise<void> {
  const source = run.found.sources.find(({ calendar }) => calendar.id === step.calendarId);
  if (step.kind !== 'created' || source === undefined) return run.transaction.takeBack(step);
  const { state, clock } = run.engine;
  const id = await putInTrash(state, source.calendar, step, clock.now());
  try {
    await run.transaction.takeBack(step);
  } catch (error) {
    const lost = error instanceof CalendarError && error.info.outcome === 'unknown';
    if (!lost) await dropFromTrash(state, id);
    throw error;
  }
}
