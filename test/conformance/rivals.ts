import type { Receipt } from '../../src/ports/backend.js';
import { type Subject, scan } from './subject.js';

/** Codes of those who failed. */
export function codesOf(results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
}

/** Titles of those who were told that they wrote the event. */
export function winnersOf(results: readonly PromiseSettledResult<Receipt>[]): readonly string[] {
  return results.flatMap((result, n) => (result.status === 'fulfilled' ? [`writer ${n}`] : []));
}

/** Another program with the same account, which has read the calendar. */
export async function rivalOf(subject: Subject): Promise<Subject> {
  if (subject.rival === undefined) return subject;
  const rival = { ...subject, backend: subject.rival() };
  await scan(rival);
  return rival;
}

/** Closes the connections of other programs. */
export async function closeAll(rivals: readonly Subject[]): Promise<void> {
  for (const { rival, backend } of rivals) if (rival !== undefined) await backend.close();
}
