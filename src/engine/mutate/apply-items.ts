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

/** Servers far away take their time for each; more at once would only wait in our own queue. */
const AT_ONCE = 4;

/**
 * Does the items in order; new events that follow each other are made a few at a time. What depends on an item before it
 * is prepared again at its turn, on what the server has made of that.
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
      // What was done of the batch is undone around it.
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

/** Whether it has the idempotency key of an item that was not done. */
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

/** With the calendars as they are now, so that the next items find them by their names. */
async function withCalendars(run: WriteSession): Promise<WriteSession> {
  const found = await listSources(run.engine, { signal: run.call.signal, refresh: true });
  run.transaction.useSources(found.sources);
  return { ...run, found };
}

/** Operations that may go on at the same time, the groups in order: different new events, or one of anything else. */
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

/** What two new events must not have in common; nothing for what has to wait for what is before it. */
function marksOf(item: WritePlan): readonly string[] {
  if (item.kind !== 'create' || !item.allowConflicts) return [];
  const { data, idempotencyKey } = item;
  return [`data ${JSON.stringify(data)}`, ...(idempotencyKey === undefined ? [] : [`key ${idempotencyKey}`])];
}
