import { CalendarError, type Outcome } from '../../schemas/model/error.js';

/** The error of a call whose caller has left. */
export function cancelled(outcome?: Outcome): CalendarError {
  return new CalendarError('CANCELLED', 'The call was cancelled.', outcome === undefined ? {} : { outcome });
}

/** Throws CANCELLED once the signal is aborted; `outcome` is that of a write so far. */
export function throwIfCancelled(signal: AbortSignal | undefined, outcome?: Outcome): void {
  if (signal?.aborted) throw cancelled(outcome);
}
