import type { AnswerMeta } from './meta.js';

/** `meta` with more to be known. */
export function withNotes(meta: AnswerMeta, notes: readonly string[]): AnswerMeta {
  return notes.length === 0 ? meta : { ...meta, notes: [...(meta.notes ?? []), ...notes] };
}
