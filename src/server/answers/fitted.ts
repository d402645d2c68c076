import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import { fitTokens } from '../../rows/fit-tokens.js';

/** What an answer may take of a model's context: 10,000, less what the estimate may be wrong by. */
export const MOST_TOKENS = 9500;

/** An answer of about so many tokens at most. What is cut is said in `meta`, where there is one. */
export function fitted(answer: { readonly meta?: AnswerMeta }, mostTokens: number): object {
  const { value, cuts } = fitTokens(answer, mostTokens);
  if (cuts.length === 0 || value.meta === undefined) return value;
  const note = `Cut to what an answer may hold (${cuts.slice(0, 5).join(', ')}); narrow the question.`;
  return { ...value, meta: withNotes(value.meta, [note]) };
}
