import { createHash } from 'node:crypto';
import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import type { Success } from '../../../../schemas/answers/success.js';
import { withNotes } from '../../../../schemas/answers/with-notes.js';
import type { WriteData } from '../../../../schemas/answers/write-data.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Engine } from '../../context/engine.js';
import { type KeyedAnswer, keepKey, keyMismatch, recallKey } from '../../journal/idempotency-keys.js';

/** Key and digest of a write that is done once per key. Creates handle their keys themselves. */
export function repeatKey({
  idempotencyKey: key,
  said,
}: WritePlan): Pick<KeyedAnswer, 'key' | 'digest'> | undefined {
  if (key === undefined || said === undefined) return undefined;
  return { key, digest: createHash('sha256').update(said).digest('hex') };
}

/**
 * The answer to an earlier call with the same key, if there was one.
 *
 * @throws CalendarError IDEMPOTENCY_MISMATCH if the key was used for something else.
 */
export async function earlierAnswer(
  plan: WritePlan,
  engine: Engine,
): Promise<KeyedAnswer['answer'] | undefined> {
  const asked = repeatKey(plan);
  const known = asked && (await recallKey(asked.key, engine));
  if (known === undefined) return undefined;
  if (known.digest !== asked?.digest || known.answer === undefined)
    throw keyMismatch('something else', 'change');
  return known.answer;
}

/** Keeps outcomes, ids and tokens; event content may be outdated or hidden when the answer is repeated. */
export function withoutContent(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(data).filter(([, value]) => typeof value !== 'object' || isList(value));
  const { results } = data;
  const items = Array.isArray(results) ? { results: results.map(withoutContent) } : {};
  const { error } = data;
  return { ...Object.fromEntries(kept), ...items, ...(error === undefined ? {} : { error }) };
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member !== 'object');
}

/** Stores answers for repeated calls. If that fails, the write stays done, and a note says so. */
export async function keepAnswers(
  answers: readonly KeyedAnswer[],
  engine: Engine,
  success: Success<WriteData>,
): Promise<Success<WriteData>> {
  try {
    for (const { key, digest, answer } of answers) await keepKey(key, { digest, answer }, engine);
    return success;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const note = 'The idempotencyKey could not be stored: repeating the call would repeat the write.';
    return { ...success, meta: withNotes(success.meta, [note]) };
  }
}
