import type { CalendarError } from '../../schemas/error.js';
import type { MutationInput } from '../../schemas/mutation.js';

/** Longest call that an error repeats. */
const LARGEST = 4000;

/**
 * An error about a missing scope or calendar with the caller's own call as its example: a model that copies it changes
 * nothing else.
 */
export function withOwnCall(error: CalendarError, mutation: MutationInput | undefined): CalendarError {
  const answer = mutation === undefined ? undefined : answered(error, mutation);
  if (answer === undefined) return error;
  const example = { mutation: answer };
  return JSON.stringify(example).length > LARGEST ? error : error.with({ example });
}

/** The call with the first of the answers that the error offers. */
function answered({ code, info }: CalendarError, mutation: MutationInput): unknown {
  if (mutation.operation === 'batch') return undefined;
  if (code === 'SCOPE_REQUIRED') return { ...mutation, scope: 'this' };
  const [calendar] = info.didYouMean ?? [];
  const isOpen = code === 'AMBIGUOUS_TARGET' && info.path === '/mutation/data/calendar';
  if (!isOpen || calendar === undefined || mutation.operation !== 'create') return undefined;
  return { ...mutation, data: { ...mutation.data, calendar } };
}
