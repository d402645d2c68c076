import { CalendarError } from '../schemas/model/error.js';

/** The typed error that a function throws; anything else fails the test. */
export function errorOf(run: () => unknown): CalendarError {
  try {
    run();
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
  throw new Error('expected a CalendarError, and nothing was thrown');
}

/** The same for a promise. */
export async function failureOf(work: Promise<unknown>): Promise<CalendarError> {
  const outcome = await work.then(
    () => 'nothing was thrown',
    (reason: unknown) => reason,
  );
  if (outcome instanceof CalendarError) return outcome;
  throw new Error(`expected a CalendarError, got ${String(outcome)}`, { cause: outcome });
}
