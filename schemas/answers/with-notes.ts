import type { AnswerMeta } from './meta.js';

export function withNotes(meta: AnswerMeta, notes: readonly string[]): AnswerMeta {
  return notes.length === 0 ? meta : { ...meta, notes: [...(meta.notes ?? []), ...notes] };
}
