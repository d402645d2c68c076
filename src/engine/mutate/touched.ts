import type { DraftStep } from '../write/transaction/draft-step.js';
import type { PreparedItem } from './prepared.js';

/** Tracks what the items of a batch have done or tried; later items may be outdated by it. */
export class Touched {
  readonly #uids = new Set<string>();
  /** Every later item may be outdated, because calendars have changed or an item has failed. */
  #isAll = false;
  #isAny = false;

  /** True if an item was prepared on something that earlier items have changed. */
  concerns(item: PreparedItem): boolean {
    if (this.#isAll) return item.kind !== 'replay';
    if (!this.#isAny) return false;
    return stepsOf(item).some(
      (step) => isOfCalendars(step) || uidsOf(step).some((uid) => this.#uids.has(uid)),
    );
  }

  add(item: PreparedItem, hasFailed: boolean): void {
    if (item.kind === 'failed' || item.asked.dryRun) return;
    this.#isAny = true;
    const steps = stepsOf(item);
    if (hasFailed || steps.some(isOfCalendars)) this.#isAll = true;
    for (const step of steps) for (const uid of uidsOf(step)) this.#uids.add(uid);
  }
}

function stepsOf(item: PreparedItem): readonly DraftStep[] {
  if (item.kind === 'batch') return item.items.flatMap(stepsOf);
  return item.kind === 'operation' ? item.draft.steps : [];
}

function isOfCalendars(step: DraftStep): boolean {
  switch (step.kind) {
    case 'create-calendar':
    case 'update-calendar':
    case 'delete-calendar':
    case 'sync':
      return true;
    case 'take-back':
      return step.steps.some((one) => !('uid' in one));
    case 'create':
    case 'replace':
    case 'delete':
    case 'move':
      return false;
  }
}

function uidsOf(step: DraftStep): readonly string[] {
  if ('uid' in step) return [step.uid];
  return step.kind === 'take-back' ? step.steps.flatMap((one) => ('uid' in one ? [one.uid] : [])) : [];
}
