import type { Receipt } from '../../src/ports/backend.js';
import { type Subject, scan } from './subject.js';

/** Error codes of the failed writers. */
export function codesOf(results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
}

/** Titles of the writers that got a success. */
export function winnersOf(results: readonly PromiseSettledResult<Receipt>[]): readonly string[] {
  return results.flatMap((result, n) => (result.status === 'fulfilled' ? [`writer ${n}`] : []));
}

/** Another program with the same account that has read the calendar. */
export async function rivalOf(subject: Subject): Promise<Subject> {
  if (subject.rival === undefined) return subject;
  const rival = { ...subject, backend: subject.rival() };
  await scan(rival);
  return rival;
}

export async function closeAll(rivals: readonly Subject[]): Promise<void> {
  for (const { rival, backend } of rivals) if (rival !== undefined) await backend.close();
}
