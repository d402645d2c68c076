import { createHash } from 'node:crypto';
import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Success } from '../../context/service.js';
import { keepKey, keyMismatch, recallKey } from '../../journal/idempotency-keys.js';
import { answerOf } from '../write-result.js';
import type { WriteSession } from '../write-session.js';

/**
 * Does a write once for an idempotency key: repeated, it gives the answer of the first time and does nothing. Creates
 * do this themselves, by the identity of what they make.
 */
export async function replayWrite(
  plan: WritePlan,
  run: WriteSession,
  write: () => Promise<Success>,
): Promise<Success> {
  const { idempotencyKey: key, said } = plan;
  if (key === undefined || said === undefined) return write();
  const digest = createHash('sha256').update(said).digest('hex');
  const known = run.answers.find((one) => one.key === key) ?? (await recallKey(key, run.engine));
  if (known === undefined) {
    const success = await write();
    // What came to nothing can be tried again.
    const isDone = !plan.dryRun && success.data.outcome !== 'not_applied';
    if (isDone) run.answers.push({ key, digest, answer: withoutContent(success.data) });
    return success;
  }
  if (known.digest !== digest || known.answer === undefined) {
    throw keyMismatch('something else', 'change');
  }
  if (plan.dryRun) {
    const notes = ['This idempotencyKey was used before; the write would not be repeated.'];
    return answerOf(plan, { extra: { replayed: true }, notes }, run);
  }
  return {
    success: true,
    data: { ...known.answer, replayed: true },
    meta: {
      notes: [...plan.notes, 'This idempotencyKey was used before; this is the earlier answer.'],
    },
  };
}

/** Outcomes, ids and tokens: what events say may be out of date by then, or hidden. */
function withoutContent(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(data).filter(([, value]) => typeof value !== 'object' || isList(value));
  const { results } = data;
  const items = Array.isArray(results) ? { results: results.map(withoutContent) } : {};
  const { error } = data;
  return { ...Object.fromEntries(kept), ...items, ...(error === undefined ? {} : { error }) };
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member !== 'object');
}

/** Keeps the answers of a run that is done. A write that is done stays done when its key cannot be kept, and says so. */
export async function keepAnswers(run: WriteSession, success: Success): Promise<Success> {
  try {
    for (const { key, digest, answer } of run.answers.splice(0)) {
      await keepKey(key, { digest, answer }, run.engine);
    }
    return success;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const note = 'The idempotencyKey could not be stored: repeating the call would repeat the write.';
    const notes = Array.isArray(success.meta.notes) ? success.meta.notes : [];
    return { ...success, meta: { ...success.meta, notes: [...notes, note] } };
  }
}
