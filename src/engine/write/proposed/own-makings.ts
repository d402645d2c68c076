import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import type { Making } from '../../context/makings.js';
import type { ChangeDraft } from '../change-draft.js';
import type { DraftStep } from '../transaction/draft-step.js';
import type { WriteSession } from '../write-session.js';

/** Remembers a write and its new events, including the later part of a series that was made here. */
export function noteMakings(
  { kind }: WritePlan,
  { steps, target, expected }: ChangeDraft,
  { engine: { makings }, call: { caller }, undoToken }: WriteSession,
): void {
  makings.made(caller, `write ${undoToken}`);
  const isNew = kind === 'create' || kind === 'copy';
  if (isNew && expected !== undefined) makings.made(caller, `event ${expected.uid}`);
  if (target !== undefined && makings.has(caller, `event ${target.row.uid}`))
    for (const step of steps) if (step.kind === 'create') makings.made(caller, `event ${step.uid}`);
}

/** True if this conversation made everything that is changed, within the hour. */
export function isOwnMaking(
  steps: readonly DraftStep[],
  { engine, call: { caller } }: WriteSession,
): boolean {
  const all = steps.map(makingOf);
  return all.length > 0 && all.every((one) => one !== undefined && engine.makings.has(caller, one));
}

/** An undo reverts what a write did and no more: it fails if others have changed that since. */
function makingOf(step: DraftStep): Making | undefined {
  if (step.kind === 'take-back') return `write ${step.token}`;
  return 'uid' in step ? `event ${step.uid}` : undefined;
}
