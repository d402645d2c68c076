import type { CalendarError } from '../../schemas/error.js';
import type { MutationInput } from '../../schemas/mutation.js';

/** Longest call that an error repeats. */
const LARGEST = 4000;

/** An error about a missing scope with the caller's own call as its example: a model that copies it changes nothing else. */
export function withOwnCall(error: CalendarError, mutation: MutationInput | undefined): CalendarError {
  if (error.code !== 'SCOPE_REQUIRED' || mutation === undefined || mutation.operation === 'batch')
    return error;
  const example = { mutation: { ...mutation, scope: 'this' } };
  return JSON.stringify(example).length > LARGEST ? error : error.with({ example });
}
