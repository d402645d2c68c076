import type { EventWritePlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError, MOST_VIOLATIONS, type Outcome } from '../../../schemas/model/error.js';
import type { Success } from '../context/service.js';
import { describeError } from '../errors/describe-error.js';
import { inBatch } from '../errors/locate-error.js';
import { recordUndo } from '../journal/undo-log.js';
import { listSources } from '../sources/sources.js';
import { calendarsAfter } from '../write/dry-run/calendars-after.js';
import { toldZone } from '../write/write-result.js';
import { partOf, takeIn, type WriteSession } from '../write/write-session.js';

type BatchPlan = Extract<EventWritePlan, { kind: 'batch' }>;

/** Servers far away take their time for each; more at once would only wait in our own queue. */
const AT_ONCE = 4;

/**
 * Runs mutations in order with a result for each; `atomic` takes the earlier ones back when one fails. New events that
 * follow each other are made a few at a time.
 */
export async function runBatch(
  plan: BatchPlan,
  whole: WriteSession,
  runItem: (item: WritePlan, run: WriteSession) => Promise<Success>,
): Promise<Success> {
  let run = whole;
  const undo = plan.items.findIndex((item) => item.kind === 'undo');
  if (plan.atomic && undo >= 0) {
    throw new CalendarError(
      'UNSUPPORTED',
      'An undo cannot be undone, so it cannot be part of an atomic batch.',
      {
        path: `/mutation/operations/${undo}`,
        suggestion: 'Undo first, in a separate call.',
      },
    );
  }
  const results: Record<string, unknown>[] = [];
  const failures: CalendarError[] = [];
  for (const group of groupsOf(plan.items)) {
    const parts = group.map((item) => ({ item, part: group.length === 1 ? run : partOf(run) }));
    const done = await Promise.allSettled(
      parts.map(({ item, part }) => runItem(within(plan, item), toldOf(item, part))),
    );
    for (const { part } of parts) if (part !== run) takeIn(run, part);
    const isUnknown = done.some(
      (one) => one.status === 'rejected' && outcomeOfError(one.reason) === 'unknown',
    );
    for (const one of done) {
      const index = results.length;
      if (one.status === 'fulfilled') {
        const { undoToken: _, dryRun, ...told } = one.value.data;
        const { notes } = one.value.meta;
        const own = plan.dryRun || dryRun === undefined ? {} : { dryRun };
        results.push({ index, ...own, ...told, ...(notes === undefined ? {} : { notes }) });
        continue;
      }
      const error: unknown = one.reason;
      if (!(error instanceof CalendarError)) throw error;
      const failure = plan.ofMatches ? error : inBatch(error, index);
      failures.push(failure);
      const named = plan.ofMatches ? { id: idOf(plan.items[index]) } : {};
      const { outcome: __, ...described } = describeError(failure);
      results.push({ index, ...named, outcome: outcomeOfError(error), error: described });
      if (plan.atomic) {
        // The attempt around the batch takes what the others did back.
        throw error.with({
          ...(isUnknown ? { outcome: 'unknown' } : {}),
          path: plan.ofMatches ? '/mutation/filters' : `/mutation/operations/${index}`,
          details: { failedIndex: index, operations: plan.items.length, ...named },
        });
      }
    }
    if (results.length < plan.items.length && group.some(isOfCalendar)) run = await withCalendars(run, group);
    if (results.length < plan.items.length && undo < 0) await undoSoFar(run);
    run.progress?.(results.length, plan.items.length, `Done ${results.length} of ${plan.items.length}.`);
  }
  if (failures.length === results.length) throw nothingDone(failures);
  const undoToken = await undoSoFar(run);
  const failed = results.filter(hasFailed).length;
  return {
    success: true,
    data: {
      outcome: failed === 0 ? 'applied' : 'partly_applied',
      results: [...results].sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a))),
      succeeded: results.length - failed,
      failed,
      ...(undoToken === undefined ? {} : { undoToken }),
    },
    meta: { ...toldZone(plan), ...(plan.notes.length > 0 && { notes: plan.notes }) },
  };
}

/** An operation with what holds for the whole batch. */
function within({ dryRun, atomic }: BatchPlan, item: WritePlan): WritePlan {
  const shown = { ...item, dryRun: item.dryRun || dryRun };
  return shown.kind === 'filtered' ? { ...shown, atomic: shown.atomic || atomic } : shown;
}

/** What an operation only shows needs no permission. */
function toldOf({ dryRun }: WritePlan, part: WriteSession): WriteSession {
  return dryRun ? { ...part, permit: () => undefined } : part;
}

/** As a whole, or of several matches some. */
function hasFailed(result: Readonly<Record<string, unknown>>): boolean {
  return 'error' in result || (typeof result.failed === 'number' && result.failed > 0);
}

function idOf(item: WritePlan | undefined): string | undefined {
  return item !== undefined && 'id' in item ? item.id : undefined;
}

function isOfCalendar({ kind }: WritePlan): boolean {
  return kind === 'create-calendar' || kind === 'update-calendar' || kind === 'delete-calendar';
}

/** The run with the calendars as they are now, so that the next operations find them by their names. */
async function withCalendars(run: WriteSession, group: readonly WritePlan[]): Promise<WriteSession> {
  const found = run.onOverlays
    ? calendarsAfter(group, run)
    : await listSources(run.engine, { signal: run.signal, refresh: true });
  run.transaction.look(found.sources);
  return { ...run, found };
}

function outcomeOfError(error: unknown): Outcome {
  return (error instanceof CalendarError ? error.info.outcome : undefined) ?? 'not_applied';
}

async function undoSoFar(run: WriteSession): Promise<string | undefined> {
  const { steps } = run.transaction;
  if (steps.length === 0) return undefined;
  const { state, clock } = run.engine;
  return recordUndo(state, { steps, trashed: run.trashed }, clock.now(), run.undoToken);
}

/** A batch of which no operation was done has failed, with all that is wrong with it. */
function nothingDone(failures: readonly CalendarError[]): CalendarError {
  const [first, ...others] = failures;
  if (first === undefined) return new CalendarError('INTERNAL', 'A batch did nothing.');
  if (others.length === 0) return first;
  const isUnknown = failures.some((failure) => outcomeOfError(failure) === 'unknown');
  return first.with({
    outcome: isUnknown ? 'unknown' : 'not_applied',
    details: { failed: failures.length },
    violations: failures
      .slice(0, MOST_VIOLATIONS)
      .map(({ code, message, info: { path = '' } }) => ({ code, message, path })),
  });
}

/** Operations that may go on at the same time, the groups in order: different new events, or one of anything else. */
function groupsOf(items: readonly WritePlan[]): readonly (readonly WritePlan[])[] {
  const groups: WritePlan[][] = [];
  let marks = new Set<string>();
  for (const item of items) {
    const own = marksOf(item);
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
