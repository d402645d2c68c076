import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarInfo, Receipt } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { MirrorSyncReport } from '../../ports/mirror.js';
import { dropFromTrash, putInTrash } from '../journal/trash.js';
import { eventId } from '../sources/event-id.js';
import { applyCalendarStep } from './apply-calendar-step.js';
import { storedObject } from './stored-object.js';
import { takeBackSteps } from './take-back-steps.js';
import type { DraftStep, EventDraftStep } from './transaction/draft-step.js';
import type { WriteSession } from './write-session.js';

/** The result of the steps of a draft. */
export interface Applied {
  /** Stored objects, by UID. */
  readonly receipts: ReadonlyMap<string, Receipt>;
  /** The created or changed calendar. */
  readonly calendar?: CalendarInfo | undefined;
  /** Changes found in copies, by calendar id. */
  readonly copies: ReadonlyMap<string, MirrorSyncReport>;
  /** True if an earlier call made this event. */
  readonly replayed?: boolean;
}

/** Applies steps in order; stops at the first that fails, and the caller undoes the others. */
export async function applySteps(steps: readonly DraftStep[], run: WriteSession): Promise<Applied> {
  const receipts = new Map<string, Receipt>();
  const copies = new Map<string, MirrorSyncReport>();
  let calendar: CalendarInfo | undefined;
  for (const step of steps) {
    switch (step.kind) {
      case 'take-back':
        await takeBackSteps(step, run);
        break;
      case 'sync':
        for (const report of await step.mirror.sync(step, syncRequest(run)))
          copies.set(report.calendarId, report);
        break;
      case 'create-calendar':
      case 'update-calendar':
      case 'delete-calendar':
        calendar = await applyCalendarStep(step, run);
        break;
      default: {
        const written = receipts.get(step.uid);
        const fresh = written === undefined || step.kind === 'create' ? step : { ...step, object: written };
        const receipt = await applyEventStep(fresh, run);
        if (receipt === undefined) receipts.delete(step.uid);
        else receipts.set(step.uid, receipt);
      }
    }
  }
  return { receipts, calendar, copies };
}

/** The sync must include what the call has already written. */
function syncRequest({ call: { signal }, startedAt, transaction }: WriteSession): BackendRequest {
  return { signal, refresh: true, ...(transaction.steps.length > 0 ? {} : { startedAt }) };
}

/** Into the trash first, or out of it last, so that an event is never lost in between. */
async function applyEventStep(step: EventDraftStep, run: WriteSession): Promise<Receipt | undefined> {
  const { state, clock } = run.engine;
  const { source, uid } = step;
  if (step.kind === 'delete' && step.kept === 'trash')
    run.trashed.push(await putInTrash(state, source.calendar, { ...step.object, uid }, clock.now()));
  const isRestored = step.kind === 'create' && step.restored !== undefined;
  // An overlay does not know what exists until it looks.
  if (run.rehearsal?.verifies && isRestored && (await storedObject(source, uid, run)) !== undefined)
    throw thereAlready();
  const receipt = await run.transaction.apply(step).catch((error: unknown) => {
    const isThere = error instanceof CalendarError && error.code === 'ALREADY_EXISTS';
    throw isRestored && isThere && error.info.outcome !== 'unknown' ? thereAlready() : error;
  });
  if (isRestored) await dropFromTrash(state, eventId(step.restored.id, uid));
  return receipt;
}

function thereAlready(): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    suggestion: 'Read the event that is there. Restore works once it is deleted, or with another calendar.',
  });
}
