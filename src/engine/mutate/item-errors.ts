import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError, MOST_VIOLATIONS, type Outcome } from '../../../schemas/model/error.js';
import { inBatch } from '../errors/locate-error.js';
import type { BatchPlan, FailedItem } from './prepared.js';

/** Locates the error of an item in the call. */
export function itemError(error: CalendarError, index: number, { fromFilter }: BatchPlan): CalendarError {
  return fromFilter ? error : inBatch(error, index);
}

/** Default: nothing was applied. */
export function outcomeOfError(error: unknown): Outcome {
  return (error instanceof CalendarError ? error.info.outcome : undefined) ?? 'not_applied';
}

/** The error of an atomic batch, which ends with the first item that fails. */
export function stopped(error: CalendarError, index: number, plan: BatchPlan): CalendarError {
  return error.with({
    path: plan.fromFilter ? '/mutation/filters' : `/mutation/operations/${index}`,
    details: {
      failedIndex: index,
      operations: plan.items.length,
      ...(plan.fromFilter && { id: idOf(plan.items[index]) }),
    },
  });
}

export function idOf(item: WritePlan | undefined): string | undefined {
  return item !== undefined && 'id' in item ? item.id : undefined;
}

/**
 * Throws if every item has failed: the error of the first item with those of all, or INTERNAL for a batch
 * without items.
 */
export function assertAnyDone(
  items: readonly (FailedItem | { readonly kind: string })[],
  plan: BatchPlan,
): void {
  const failures = items.flatMap((item, index) =>
    'error' in item ? [itemError(item.error, index, plan)] : [],
  );
  if (failures.length < items.length) return;
  const [first, ...others] = failures;
  if (first === undefined) throw new CalendarError('INTERNAL', 'A batch did nothing.');
  if (others.length === 0) throw first;
  const isUnknown = failures.some((failure) => outcomeOfError(failure) === 'unknown');
  throw first.with({
    outcome: isUnknown ? 'unknown' : 'not_applied',
    details: { failed: failures.length },
    violations: failures
      .slice(0, MOST_VIOLATIONS)
      .map(({ code, message, info: { path = '' } }) => ({ code, message, path })),
  });
}
