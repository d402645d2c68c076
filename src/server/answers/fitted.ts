import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import { fitTokens } from '../../rows/fit-tokens.js';

/** Token limit of an answer: 10,000 minus the error of the estimate. */
export const MOST_TOKENS = 9500;

/** Limits an answer to about `mostTokens`, and notes the cuts in `meta`, if any. */
export function fitted(answer: { readonly meta?: AnswerMeta }, mostTokens: number): object {
  const { value, cuts } = fitTokens(answer, mostTokens);
  if (cuts.length === 0 || value.meta === undefined) return value;
  const note = `Cut to what an answer may hold (${cuts.slice(0, 5).join(', ')}); narrow the question.`;
  return { ...value, meta: withNotes(value.meta, [note]) };
}
