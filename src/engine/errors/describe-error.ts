import type { ErrorBody } from '../../../schemas/answers/error-body.js';
import { defined } from '../../../schemas/model/defined.js';
import type { CalendarError } from '../../../schemas/model/error.js';

/** The error as clients get it (docs/guide/errors.md); nothing in it comes from events or servers. */
export function describeError(error: CalendarError): ErrorBody {
  const { outcome, path, didYouMean = [], suggestion, example, isCorrected = false } = error.info;
  const { retryAfterMs, violations = [], details, pendingAction } = error.info;
  const isTold = (words: readonly string[]) => words.length > (isCorrected ? 1 : 0);
  return {
    code: error.code,
    message: error.message,
    ...(error.retryable && { retryable: true }),
    ...defined({ outcome, path }),
    ...(isTold(didYouMean) && { didYouMean }),
    ...defined({ suggestion, example, retryAfterMs }),
    ...(violations.length > 1 && {
      violations: violations.map(({ code, path, message, didYouMean = [] }) => ({
        code,
        path,
        // The corrected call shows the problem; repeating the sentence adds nothing.
        ...(!isCorrected && message !== error.message && { message }),
        ...(isTold(didYouMean) && { didYouMean }),
      })),
    }),
    ...defined({ details, pendingAction }),
  };
}
