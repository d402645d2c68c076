import type { CalendarError } from '../../../schemas/model/error.js';

/** An error as it goes to a client (docs/guide/errors.md); nothing in it comes from events or servers. */
export function describeError(error: CalendarError): Record<string, unknown> {
  const { outcome, path, didYouMean, suggestion, example } = error.info;
  const { retryAfterMs, violations, details, pendingAction } = error.info;
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(outcome === undefined ? {} : { outcome }),
    ...(path === undefined ? {} : { path }),
    ...(didYouMean === undefined || didYouMean.length === 0 ? {} : { didYouMean }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(example === undefined ? {} : { example }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(violations === undefined || violations.length < 2 ? {} : { violations }),
    ...(details === undefined ? {} : { details }),
    ...(pendingAction === undefined ? {} : { pendingAction }),
  };
}
