import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { listSources } from '../sources/sources.js';
import { partOf, takeIn, type WriteSession } from '../write/write-session.js';
import type { Permission } from './decide.js';
import { foreseen } from './foreseen.js';
import { assertAnyDone, outcomeOfError, stopped } from './item-errors.js';
import { prepare } from './prepare.js';
import { changesCalendar } from './prepare-items.js';
import type {
  BatchOutcome,
  ItemOutcome,
  PreparedBatch,
  PreparedItem,
  PreparedWrite,
  WriteOutcome,
} from './prepared.js';
import { undoSoFar } from './roll-back.js';
import { Touched } from './touched.js';

/** Distant servers are slow; more requests at once would only wait in our own queue. */
const AT_ONCE = 4;

/**
 * Applies the items in order, consecutive new events a few at a time. An item that depends on an earlier one
 * is prepared again at its turn, from what the server stored.
 *
 * @throws CalendarError of the first item that fails in an atomic batch, or if all of them fail.
 */
export async function applyItems(
  batch: PreparedBatch,
  permission: Permission,
  whole: WriteSession,
  applyItem: (item: PreparedWrite, permission: Permission, run: WriteSession) => Promise<WriteOutcome>,
): Promise<BatchOutcome> {
  const { plan } = batch;
  const outcomes: ItemOutcome[] = [];
  const touched = new Touched();
  const undoes = plan.items.some((item) => item.kind === 'undo');
  let run = whole;
  for (const group of groupsOf(batch.items)) {
    const parts = group.map((item) => ({ item, part: group.length === 1 ? run : partOf(run) }));
    const done = await Promise.allSettled(
      parts.map(async ({ item, part }) => {
        const isOutdated = touched.concerns(item) || repeatsFailed(item, outcomes);
        const current = isOutdated ? await prepareAgain(item, part) : item;
        if (current.kind === 'failed') throw current.error;
        return current.asked.dryRun ? foreseen(current) : applyItem(current, permission, part);
      }),
    );
    for (const { part } of parts) if (part !== run) takeIn(run, part);
    const isUnknown = done.some(
      (one) => one.status === 'rejected' && outcomeOfError(one.reason) === 'unknown',
    );
    for (const [at, one] of done.entries()) {
      const { asked } = group[at] as PreparedItem;
      touched.add(group[at] as PreparedItem, one.status === 'rejected');
      if (one.status === 'fulfilled') {
        outcomes.push(one.value);
        continue;
      }
      const error: unknown = one.reason;
      if (!(error instanceof CalendarError)) throw error;
      // The caller rolls back what was done of the batch.
      if (plan.atomic)
        throw stopped(error.with(isUnknown ? { outcome: 'unknown' } : {}), outcomes.length, plan);
      outcomes.push({ kind: 'failed', asked, error });
    }
    const isLast = outcomes.length === plan.items.length;
    if (!isLast && group.some(({ asked }) => changesCalendar(asked))) run = await withCalendars(run);
    if (!isLast && !undoes) await undoSoFar(run);
    run.call.progress?.(
      outcomes.length,
      plan.items.length,
      `Done ${outcomes.length} of ${plan.items.length}.`,
    );
  }
  assertAnyDone(outcomes, plan);
  return { kind: 'batch', asked: batch.asked, plan, items: outcomes, isDryRun: false };
}

/** True if it repeats the idempotency key of a failed item. */
function repeatsFailed(item: PreparedItem, outcomes: readonly ItemOutcome[]): boolean {
  if (item.kind !== 'replay' || !('index' in item.earlier)) return false;
  const { index } = item.earlier;
  return typeof index === 'number' && outcomes[index]?.kind === 'failed';
}

async function prepareAgain(item: PreparedItem, run: WriteSession): Promise<PreparedWrite> {
  const again = await prepare(item.asked, { ...run, inBatch: true });
  const isKept = item.kind === 'operation' && again.kind === 'operation';
  return isKept ? { ...again, conflicts: item.conflicts } : again;
}

/** Lists the calendars again, so that the next items find new names. */
async function withCalendars(run: WriteSession): Promise<WriteSession> {
  const found = await listSources(run.engine, { signal: run.call.signal, refresh: true });
  run.transaction.useSources(found.sources);
  return { ...run, found };
}

/** Groups that may run at the same time, in order: several different new events, or one other item. */
function groupsOf(items: readonly PreparedItem[]): readonly (readonly PreparedItem[])[] {
  const groups: PreparedItem[][] = [];
  let marks = new Set<string>();
  for (const item of items) {
    const own = marksOf(item.asked);
    const group = groups.at(-1);
    const joins = group !== undefined && group.length < AT_ONCE && marks.size > 0 && own.length > 0;
    if (joins && !own.some((mark) => marks.has(mark))) {
      group.push(item);
      for (const mark of own) marks.add(mark);
    } else {
      groups.push([item]);
      marks = new Set(own);
    }
  }
  return groups;
}

/** Marks that new events in a group must not share; empty for items that need a group of their own. */
function marksOf(item: WritePlan): readonly string[] {
  if (item.kind !== 'create' || !item.allowConflicts) return [];
  const { data, idempotencyKey } = item;
  return [`data ${JSON.stringify(data)}`, ...(idempotencyKey === undefined ? [] : [`key ${idempotencyKey}`])];
}
