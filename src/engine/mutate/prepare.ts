import type { SelectingPlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import { atFilters } from '../errors/locate-error.js';
import { draftOnEvent, draftOther, isOnEvent } from '../operations/draft-operation.js';
import { withNewest } from '../sources/with-newest.js';
import { busyRooms } from '../write/busy-rooms.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { checkConflicts } from '../write/check-conflicts.js';
import { nameMatches } from '../write/matches/name-matches.js';
import { notifiedPeople, shownPeople, withHiddenPeople } from '../write/notified-people.js';
import { proposedChange } from '../write/proposed/proposed-change.js';
import { earlierAnswer } from '../write/repeated/replay-write.js';
import { comparedSources, type WriteSession } from '../write/write-session.js';
import { resolveTarget, type WriteTarget } from '../write/write-target.js';
import { applyDraft } from './apply-draft.js';
import { onFreshObject } from './on-fresh-object.js';
import { prepareItems } from './prepare-items.js';
import type { OperationPlan, PreparedOperation, PreparedWrite } from './prepared.js';
import { orRollBack } from './roll-back.js';

/**
 * Looks up names and filters once, and drafts every step without sending changes. In a rehearsal, also plays
 * each operation of a batch on overlays, so that the next one sees its result.
 *
 * @throws CalendarError for errors in the call, or in an item of an atomic batch; nothing has been sent.
 */
export async function prepare(asked: WritePlan, view: WriteSession): Promise<PreparedWrite> {
  const earlier = await earlierAnswer(asked, view.engine);
  if (earlier !== undefined) return { kind: 'replay', asked, earlier };
  if (asked.kind === 'batch') return prepareItems(asked, asked, view, prepare);
  return withNewest(view.found, view, async (found) => {
    view.transaction.useSources(found.sources);
    const session = { ...view, found };
    if (asked.kind !== 'filtered') return prepareOperation(asked, asked, session);
    const named = await nameMatches(asked, session);
    return atFilters(async () =>
      named.kind === 'batch'
        ? prepareItems(asked, named, session, prepare)
        : prepareOperation(asked, named, session),
    );
  });
}

async function prepareOperation(
  asked: WritePlan,
  plan: OperationPlan,
  view: WriteSession,
): Promise<PreparedOperation> {
  if (!isOnEvent(plan)) return prepared(asked, plan, await draftOther(plan, view), view);
  return onFreshObject(plan, await resolveTarget(plan, view), view, (fresh, target) =>
    prepareOnTarget(asked, fresh, view, target),
  );
}

/** Prepares an operation on an event that was looked up. */
export async function prepareOnTarget(
  asked: WritePlan,
  plan: SelectingPlan,
  view: WriteSession,
  target: WriteTarget,
): Promise<PreparedOperation> {
  const draft = await draftOnEvent(plan, view, target);
  if (draft.steps.length > 0) return prepared(asked, plan, draft, view);
  // The copy that shows nothing left to do may be old.
  const now = await resolveTarget(plan, { ...view, found: comparedSources(view) });
  return prepared(asked, plan, await draftOnEvent(plan, view, now), view);
}

async function prepared(
  asked: WritePlan,
  plan: OperationPlan,
  draft: ChangeDraft,
  view: WriteSession,
): Promise<PreparedOperation> {
  const { mailed = [] } = draft;
  const conflicts = await checkConflicts(draft.times, plan.timezone, view);
  const rooms = await busyRooms(draft, view);
  const all = await notifiedPeople(mailed.map(withHiddenPeople), view.call.signal);
  const people = shownPeople(mailed, all);
  if (draft.onlyUnmailed !== undefined && (people !== all || all.notified.length > 0))
    throw draft.onlyUnmailed;
  const change = await proposedChange(plan, draft, all, view);
  const operation: PreparedOperation = {
    kind: 'operation',
    asked,
    plan,
    draft,
    conflicts,
    rooms,
    people,
    change,
    found: view.found,
  };
  // Nothing sees the result of a single operation.
  const isSeen = view.inBatch || view.rehearsal?.verifies === true;
  if (view.rehearsal !== undefined && isSeen) await play(operation, view);
  return operation;
}

/** Applies the operation on overlays; changes of calendars themselves cannot be played. */
async function play(operation: PreparedOperation, view: WriteSession): Promise<void> {
  if (operation.draft.preview === undefined) await orRollBack(view, () => applyDraft(operation, view));
}
