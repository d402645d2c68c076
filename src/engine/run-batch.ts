import type { EventWritePlan } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import { describeError } from './describe-error.js';
import type { Success } from './service.js';
import { recordUndo } from './undo-log.js';
import type { WriteRun } from './write-run.js';

type BatchPlan = Extract<EventWritePlan, { kind: 'batch' }>;

/** Runs mutations in order with a result for each; `atomic` takes the earlier ones back when one fails. */
export async function runBatch(
  plan: BatchPlan,
  run: WriteRun,
  runItem: (item: EventWritePlan) => Promise<Success>,
): Promise<Success> {
  const undo = plan.items.findIndex((item) => item.kind === 'undo');
  if (plan.atomic && undo >= 0) {
    throw new CalendarError(
      'UNSUPPORTED',
      'An undo cannot be taken back, so it cannot be part of an atomic batch.',
      {
        path: `/mutation/operations/${undo}`,
        suggestion: 'Undo first, in a call of its own.',
      },
    );
  }
  const results: Record<string, unknown>[] = [];
  let failed = 0;
  for (const [index, item] of plan.items.entries()) {
    try {
      const { data, meta } = await runItem({ ...item, dryRun: item.dryRun || plan.dryRun });
      results.push({ index, ...data, ...(meta.notes === undefined ? {} : { notes: meta.notes }) });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failed++;
      results.push({ index, outcome: error.info.outcome ?? 'not_applied', error: describeError(error) });
      if (plan.atomic) {
        // The attempt around the batch takes the earlier operations back.
        throw error.with({
          path: `/mutation/operations/${index}`,
          details: { failedIndex: index, operations: plan.items.length },
        });
      }
    }
  }
  const { steps } = run.transaction;
  const undoToken =
    steps.length === 0
      ? undefined
      : await recordUndo(run.engine.state, { steps, trashed: run.trashed }, run.engine.clock.now());
  return {
    success: true,
    data: {
      outcome: plan.dryRun ? 'not_applied' : 'applied',
      results,
      succeeded: results.length - failed,
      failed,
      ...(undoToken === undefined ? {} : { undoToken }),
    },
    meta: { timezone: plan.timezone },
  };
}
