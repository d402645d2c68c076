import { keepKey } from '../journal/idempotency-keys.js';
import { type Applied, applySteps } from '../write/apply-steps.js';
import { noteOrigins } from '../write/transaction/note-origins.js';
import type { WriteSession } from '../write/write-session.js';
import type { PreparedOperation } from './prepared.js';

/** Applies the steps of one operation, on overlays or for real, and stores the use of its key. */
export async function applyDraft(
  { plan, draft }: Pick<PreparedOperation, 'plan' | 'draft'>,
  run: WriteSession,
): Promise<Applied> {
  const apply = async () => {
    await noteOrigins(draft.steps, run.engine);
    return applySteps(draft.steps, run);
  };
  const applied = await (draft.once?.(apply, run) ?? apply());
  // An earlier call did the work; its replica may have been killed before it notified the others.
  if (draft.steps.length === 0 && run.rehearsal === undefined)
    await Promise.all(run.engine.backends.map((backend) => backend.tellOthers?.()));
  const { idempotencyKey: key } = plan;
  if (key !== undefined && draft.keyEntry !== undefined)
    await keepKey(key, draft.keyEntry(applied), run.engine);
  return applied;
}
