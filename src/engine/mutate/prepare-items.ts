import type { CalendarWritePlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { keyMismatch } from '../journal/idempotency-keys.js';
import { checkTogether } from '../write/check-conflicts.js';
import { repeatKey } from '../write/repeated/replay-write.js';
import { calendarsAfter } from '../write/view/calendars-after.js';
import { rehearsalOf } from '../write/view/rehearsal.js';
import type { WriteSession } from '../write/write-session.js';
import { assertAnyDone, stopped } from './item-errors.js';
import type { BatchPlan, PreparedBatch, PreparedItem, PreparedWrite } from './prepared.js';

/**
 * Prepares the items of a batch in order; each sees the expected results of earlier ones.
 *
 * @throws CalendarError of the first item that fails in an atomic batch, or if all of them fail.
 */
export async function prepareItems(
  asked: WritePlan,
  plan: BatchPlan,
  whole: WriteSession,
  prepareItem: (item: WritePlan, view: WriteSession) => Promise<PreparedWrite>,
): Promise<PreparedBatch> {
  assertCanBeAtomic(plan);
  let view = whole;
  const items: PreparedItem[] = [];
  const keys = new Map<string, { readonly digest: string; readonly index: number }>();
  for (const [index, item] of plan.items.entries()) {
    const own = withinBatch(item, plan);
    const key = repeatKey(own);
    const used = key && keys.get(key.key);
    try {
      if (used !== undefined && used.digest !== key?.digest) throw keyMismatch('something else', 'change');
      items.push(
        used === undefined
          ? await prepareItem(own, sessionFor(own, view))
          : { kind: 'replay', asked: own, earlier: { index: used.index } },
      );
      if (key !== undefined && used === undefined) keys.set(key.key, { digest: key.digest, index });
      if (changesCalendar(own) && view.rehearsal !== undefined && !own.dryRun)
        view = withCalendars(view, own);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      if (plan.atomic) throw stopped(error, index, plan);
      items.push({ kind: 'failed', asked: own, error });
    }
  }
  assertAnyDone(items, plan);
  return { kind: 'batch', asked, plan, items: await withConflicts(items, plan, view) };
}

/** Checks conflicts as they will be once all items are done. */
async function withConflicts(
  items: readonly PreparedItem[],
  { timezone }: BatchPlan,
  view: WriteSession,
): Promise<readonly PreparedItem[]> {
  if (view.rehearsal === undefined) return items;
  const times = items.map((item) =>
    item.kind === 'operation' && item.draft.times?.mayConflict === true ? item.draft.times : undefined,
  );
  const checked = await checkTogether(times, timezone, view);
  return items.map((item, at) =>
    item.kind === 'operation' && times[at] !== undefined
      ? { ...item, conflicts: checked[at] ?? item.conflicts }
      : item,
  );
}

/** Other items do not see the result of an item that is a dry run. */
function sessionFor({ dryRun }: WritePlan, view: WriteSession): WriteSession {
  return { ...(dryRun ? rehearsalOf(view, { verifies: true }) : view), inBatch: true };
}

function withinBatch(item: WritePlan, { atomic }: BatchPlan): WritePlan {
  return item.kind === 'filtered' ? { ...item, atomic: item.atomic || atomic } : item;
}

export function changesCalendar(plan: WritePlan): plan is CalendarWritePlan {
  const { kind } = plan;
  return kind === 'create-calendar' || kind === 'update-calendar' || kind === 'delete-calendar';
}

function withCalendars(view: WriteSession, item: CalendarWritePlan): WriteSession {
  const found = calendarsAfter(item, view);
  view.transaction.useSources(found.sources);
  return { ...view, found };
}

function assertCanBeAtomic({ atomic, items }: BatchPlan): void {
  const undo = items.findIndex((item) => item.kind === 'undo');
  if (!atomic || undo < 0) return;
  throw new CalendarError(
    'UNSUPPORTED',
    'An undo cannot be undone, so it cannot be part of an atomic batch.',
    {
      path: `/mutation/operations/${undo}`,
      suggestion: 'Undo first, in a separate call.',
    },
  );
}
